"""Serves the pages: Voilà on this computer only, in a look of our own, without a request to any other host."""

import errno
import logging
import os
import signal
import socket
import sys
import time
import webbrowser
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import Any

from ipykernel.kernelspec import RESOURCES
from jupyter_client.kernelspec import KernelSpec, KernelSpecManager
from jupyter_server.base.handlers import FileFindHandler, JupyterHandler
from jupyter_server.services.kernels.handlers import KernelHandler
from jupyterlab_server.themes_handler import ThemesHandler
from tornado.httpserver import HTTPServer
from tornado.ioloop import IOLoop, PeriodicCallback
from tornado.web import HTTPError
from traitlets import Any as AnyTrait
from traitlets.config import Config
from voila.app import Voila
from voila.handler import BaseVoilaHandler
from voila.shutdown_kernel_handler import VoilaShutdownKernelHandler
from voila.static_file_handler import MultiStaticFileHandler, TemplateStaticFileHandler
from voila.tornado.handler import TornadoVoilaHandler
from voila.tornado.kernel_websocket_handler import VoilaKernelWebsocketHandler
from voila.tornado.treehandler import TornadoVoilaTreeHandler
from voila.utils import create_include_assets_functions

from ..core.catalog import left_out
from ..core.game import CryptError
from ..core.shipped import data_folder, shipped
from ..core.wording import capital
from .home import last_sessions, list_games, list_pages, sample_sessions

# The template stands in a folder of the shape in which Jupyter looks for templates. It is not `voila/templates`: Voilà
# takes the first folder named `voila` on its path for its own, and then misses its themes.
TEMPLATES = Path(__file__).resolve().parent / "jupyter"

# Scripts for JupyterLab that a page needs; others that happen to be installed only make it slower to open.
EXTENSIONS = ["@jupyter-widgets/jupyterlab-manager", "@voila-dashboards/widgets-manager8", "anywidget"]

# Kernels that have run a page before somebody opens it, as many as its metadata says (`warm`). The next is started a
# while after one was taken, so that it does not slow down the page that is being opened.
FILL_SECONDS = 3

# A page that is left says so, but not one that is left while it still loads, nor one whose browser dies: a kernel that
# nobody is connected to for so long ends, the sooner if somebody was.
LEFT_SECONDS, DROPPED_SECONDS, LOOK_SECONDS = 60, 12, 3

DEAD_SECONDS = 1.0  # after so long at most it is known that a kernel has died

# Says to the browser what the pages keep to anyway. Widgets bring their code as text (blob:); Jupyter evaluates some.
ONLY_THIS_HOST = "default-src 'self' 'unsafe-inline' 'unsafe-eval' data: blob:; frame-ancestors 'self'"


def serve(
    port: int = 8866,
    browser: bool = True,
    data: str | os.PathLike[str] | None = None,
    folder: str | os.PathLike[str] | None = None,
    prepare: Callable[[], object] | None = None,
) -> None:
    """Serve the pages until Ctrl-C or a signal to end, and print their address.

    Parameters
    ----------
    port
        1 to 65535; 0 takes any that is free.
    browser
        Whether to open a browser there.
    data
        The folder for sessions, variants and datasets (see `data_folder`).
    folder
        The notebooks to serve; by default the dashboards that come with crypt.
    prepare
        Called when the port is ours and before anything is served, for what takes long, such as compiling.

    Raises
    ------
    CryptError
        If the port is taken or is none, or the data folder cannot be made.
    """
    _set_up_environment(data)
    root = Path(folder or shipped("dashboards"))
    with _taken(port) as sockets:
        if prepare:
            prepare()
        logging.getLogger("tornado").setLevel(logging.ERROR)
        pages = Pages(
            config=_configuration(root),
            root_dir=str(root),
            log_level="ERROR",
            config_file_paths=[],
            tornado_settings=_settings(root),
            sockets=sockets,
            when_ready=lambda: _announce(sockets[0].getsockname()[1], browser),
        )
        pages.initialize([])
        pages.start()


class Pages(Voila):
    """Voilà, cut down to the pages of one folder."""

    sockets = AnyTrait()
    when_ready = AnyTrait()

    def init_handlers(self) -> list:
        """Choose what is served: the first page, the pages, and the scripts and messages that they need."""
        # every error page comes from our template, also those of Jupyter's own handlers
        self.app.settings["jinja2_env"] = self.app.settings["voila_jinja2_env"]
        return [
            (pattern, SERVED[handler], *options)
            for pattern, handler, *options in super().init_handlers()
            if handler in SERVED and "/voila/tree" not in pattern
        ]

    def listen(self) -> None:
        """Serve on the sockets that were taken before, until a signal says to end; then end the kernels."""
        server = HTTPServer(self.app)
        server.add_sockets(self.sockets)
        self.ioloop = IOLoop.current()
        signal.signal(signal.SIGINT, self._handle_signal_stop)
        self.ioloop.add_callback(self.when_ready)
        self._alone: dict[str, float] = {}  # since when nobody is connected, by kernel
        self._met: set[str] = set()  # kernels that somebody was connected to
        PeriodicCallback(self._end_left_kernels, LOOK_SECONDS * 1000).start()
        try:
            self.ioloop.start()
        finally:
            # whoever is in a hurry presses Ctrl-C again; the kernels see that their parent is gone
            signal.signal(signal.SIGINT, lambda *_: os._exit(130))
            server.stop()
            self.stop()

    async def _end_left_kernels(self) -> None:
        """End the kernels whose pages are gone; those that wait for a page stay."""
        now, manager = time.monotonic(), self.kernel_manager
        tasks = [task for pool in manager._pools.values() for task in pool]
        warm = {task.result()["kernel_id"] for task in tasks if task.done() and not task.exception()}
        kernels = set(manager.list_kernel_ids())
        alone = {kernel for kernel in kernels - warm if not manager._kernel_connections.get(kernel)}
        self._alone = {kernel: self._alone.get(kernel, now) for kernel in alone}
        self._met = (self._met & kernels) | (kernels - warm - alone)
        for kernel, since in self._alone.items():
            if now - since >= (DROPPED_SECONDS if kernel in self._met else LEFT_SECONDS):
                with suppress(Exception):  # it may be ending already
                    await manager.shutdown_kernel(kernel, now=True)


class HomePage(BaseVoilaHandler):
    """The first page: the games, a card for each page, the last sessions."""

    async def get(self) -> None:
        """Answer with the cards."""
        pages = list_pages(Path(self.contents_manager.root_dir))
        sessions = last_sessions()
        samples = [] if sessions else sample_sessions()
        games, problems = list_games(), [capital(problem) for problem in left_out()]
        told = {"pages": pages, "games": games, "left_out": problems, "sessions": sessions, "samples": samples}
        page = self.render_template("home.html", is_first=True, **told)
        self.finish(page)


class Page(TornadoVoilaHandler):
    """A page: a notebook that is run for the visitor."""

    async def get(self, path: str | None = None) -> None:
        """Run the notebook and answer with what it shows."""
        if path is None or path not in {page["file"] for page in list_pages(Path(self.contents_manager.root_dir))}:
            raise HTTPError(404)
        await _forget_dead_spares(self.kernel_manager, path)
        # Reading the token sets its cookie. Without the cookie the message that a page was left is refused.
        _ = self.xsrf_token
        await super().get(path)


async def _forget_dead_spares(manager: Any, page: str) -> None:
    """A kernel that waits for a page may have died: whoever opens the page is to get another."""
    pool = manager._pools.get(page, [])
    for spare in [task for task in pool if task.done() and not task.exception()]:
        kernel = spare.result()["kernel_id"]
        if kernel not in manager or not await manager.is_alive(kernel):
            pool.remove(spare)
            manager.fill_if_needed(delay=0, notebook_name=page)


class TemplateFile(TemplateStaticFileHandler):
    """A style sheet or script of a template."""

    def parse_url_path(self, url_path: str) -> str:
        """Refuse what is no path of such a file; Voilà would stumble over it."""
        template, _, name = url_path.partition("/static/")
        if not name or "/" in template or ".." in url_path:
            raise HTTPError(404)
        return super().parse_url_path(url_path)


class KernelLine(VoilaKernelWebsocketHandler):
    """The messages between a page and its kernel."""

    async def open(self, kernel_id: str) -> None:
        """Let each message go at once: else it may wait 40 ms until the browser has confirmed the one before.

        Nor does it wait until the server has read it too: who is connected, not what is said, decides when a kernel ends.
        """
        self.set_nodelay(True)
        try:
            await super().open(kernel_id)
            self.kernel_manager.stop_watching_activity(kernel_id)
        except (KeyError, HTTPError):  # it died meanwhile; the page sees it by the closed line
            self.close()

    async def pre_get(self) -> None:
        """Refuse a kernel that dies while it is waited for, as one that never was."""
        try:
            await super().pre_get()
        except (KeyError, TimeoutError):
            raise HTTPError(404) from None
        if self.connection is None:  # the page was closed meanwhile
            raise HTTPError(404)


class NoPage(JupyterHandler):
    """Whatever is not served."""

    async def get(self) -> None:
        """Refuse."""
        raise HTTPError(404)


# Of what Voilà can serve, what the pages need, and which handler we put for it: not the files beside the notebooks, not
# lists of them, no log-in.
SERVED = {
    TornadoVoilaTreeHandler: HomePage,
    TornadoVoilaHandler: Page,
    TemplateStaticFileHandler: TemplateFile,
    MultiStaticFileHandler: MultiStaticFileHandler,
    ThemesHandler: ThemesHandler,
    FileFindHandler: FileFindHandler,
    KernelHandler: KernelHandler,
    VoilaKernelWebsocketHandler: KernelLine,
    VoilaShutdownKernelHandler: VoilaShutdownKernelHandler,
}


class OwnKernel(KernelSpecManager):
    """Offers the Python that runs this and no other, whatever kernels the user has installed under its name."""

    def find_kernel_specs(self) -> dict[str, str]:
        """List the one kernel."""
        return {"python3": RESOURCES}

    def get_kernel_spec(self, kernel_name: str) -> KernelSpec:
        """Say how the kernel is started."""
        spec = super().get_kernel_spec(kernel_name)
        spec.argv = [sys.executable, "-m", "crypt.widget.kernel", "-f", "{connection_file}"]
        return spec

    def _find_spec_directory(self, kernel_name: str) -> str | None:
        return RESOURCES if kernel_name == "python3" else None


@contextmanager
def _taken(port: int) -> Iterator[list[socket.socket]]:
    """Take a port of this computer, under both addresses that browsers try for "localhost"."""
    if not 0 <= port <= 65535:
        raise CryptError(f"port {port} is none: take one from 1 to 65535")
    with ExitStack() as taken:
        sockets = [taken.enter_context(_listen(socket.AF_INET, "127.0.0.1", port))]
        if _has_ipv6():
            port = sockets[0].getsockname()[1]
            sockets.append(taken.enter_context(_listen(socket.AF_INET6, "::1", port)))
        yield sockets


def _listen(family: socket.AddressFamily, host: str, port: int) -> socket.socket:
    try:
        listening = socket.create_server((host, port), family=family, backlog=128)
    except OSError as error:
        if error.errno == errno.EADDRINUSE:
            raise CryptError(f"port {port} is taken by another program: choose another with --port") from None
        raise CryptError(f"port {port} cannot be used ({os.strerror(error.errno or 0)}): choose another") from None
    listening.setblocking(False)
    return listening


def _has_ipv6() -> bool:
    # a system may know the protocol and yet have no such address, as in many containers
    try:
        socket.create_server(("::1", 0), family=socket.AF_INET6).close()
    except OSError:
        return False
    return True


def _set_up_environment(data: str | os.PathLike[str] | None) -> None:
    """Set what the kernels inherit: the data folder, and where Jupyter finds our template."""
    try:
        os.environ["CRYPT_DATA"] = str(data_folder(data))
    except OSError as error:
        raise CryptError(f"the data folder {error.filename} cannot be made: {error.strerror}") from None
    before = os.environ.get("JUPYTER_PATH")
    os.environ["JUPYTER_PATH"] = os.pathsep.join([str(TEMPLATES), *([before] if before else [])])


def _configuration(folder: Path) -> Config:
    return Config(
        {
            "VoilaConfiguration": {
                "template": "crypt",
                "theme": "light",
                "strip_sources": True,
                "extension_allowlist": EXTENSIONS,
                "kernel_spec_manager_class": OwnKernel,
                "preheat_kernel": True,
            },
            # nothing that a kernel says is withheld, however much it is
            "ZMQChannelsWebsocketConnection": {"limit_rate": False},
            "VoilaKernelManager": {"kernel_pools_config": _pools(folder), "fill_delay": FILL_SECONDS},
            # how our template asks for the pages to go to
            "VoilaExporter": {"filters": {"crypt_pages": lambda _: list_pages(folder)}},
            # through files that only this user can open, where the system can; other programs can listen to TCP
            "KernelManager": {"transport": "tcp" if sys.platform == "win32" else "ipc"},
            # a kernel that died is not started again, since its page would be gone; the page hears of it at once
            "KernelRestarter": {"restart_limit": 0, "time_to_dead": DEAD_SECONDS},
        }
    )


def _pools(folder: Path) -> dict:
    """How many warm kernels each page has; none where its metadata names no number."""
    pools = {page["file"]: {"pool_size": int(page.get("warm", 0))} for page in list_pages(folder)}
    return {"default": {"pool_size": 0}} | pools


def _settings(folder: Path) -> dict:
    return {
        "headers": {"Content-Security-Policy": ONLY_THIS_HOST},
        # a page elsewhere that has its name point to this computer is refused by the name it asks for
        "allow_remote_access": False,
        "default_handler_class": NoPage,
        "jinja_template_vars": create_include_assets_functions("crypt", "/") | {"crypt_pages": lambda: list_pages(folder)},
        "log_function": lambda handler: None,
    }


def _announce(port: int, browser: bool) -> None:
    url = f"http://localhost:{port}/"
    print(f"crypt is ready at {url} (Ctrl-C ends it)", flush=True)
    if browser and _has_screen():
        webbrowser.open(url)


def _has_screen() -> bool:
    # without a screen Python would open a browser for text, in the terminal that shows our address
    usual = sys.platform in ("darwin", "win32")
    return usual or any(name in os.environ for name in ("DISPLAY", "WAYLAND_DISPLAY", "BROWSER"))
