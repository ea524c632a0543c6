"""The kernel of a page: Jupyter's own, without what a click would wait for and no page needs."""

from typing import Any

import zmq
from ipykernel.ipkernel import IPythonKernel
from ipykernel.kernelapp import IPKernelApp


class QuietKernel(IPythonKernel):
    """A kernel that does not announce that it is about to do what a page asks for; that it has done so it does say."""

    def _publish_status(self, status: str, channel: str, parent: dict[str, Any] | None = None) -> None:
        asked = parent or self.get_parent(channel)
        if status == "busy" and asked and asked["header"]["msg_type"] == "comm_msg":
            return
        super()._publish_status(status, channel, parent)


class PageKernel(IPKernelApp):
    """Starts the kernel. Its main thread hears what the page says: no page needs subshells, nor the thread for them."""

    def init_control(self, context: zmq.Context) -> None:
        """Set up the channels without the thread for subshells."""
        super().init_control(context)
        self.shell_channel_thread = None


if __name__ == "__main__":
    PageKernel.launch_instance(kernel_class=QuietKernel)
