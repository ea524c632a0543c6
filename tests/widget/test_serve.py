"""The pages are served on this computer, ask nobody else for anything, and leave nothing running."""

import asyncio
import json
import os
import re
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path
from types import SimpleNamespace
from urllib.error import HTTPError
from urllib.request import Request, urlopen

import nbformat
import pytest
from serving import kernels_of, serving
from tornado.web import HTTPError as Refused
from voila.tornado.kernel_websocket_handler import VoilaKernelWebsocketHandler

from crypt.core.game import CryptError
from crypt.core.shipped import shipped
from crypt.widget.serve import DROPPED_SECONDS, LEFT_SECONDS, SERVED, Pages, list_pages, serve

BUTTON = """
import os
import ipywidgets

print("started as", os.getpid())
button, said = ipywidgets.Button(description="Press me"), ipywidgets.Label("not yet")
button.on_click(lambda _: setattr(said, "value", f"kernel {os.getpid()}"))
ipywidgets.VBox([button, said])
"""

COUNT_AND_FIGURE = """
import anywidget, ipywidgets, traitlets
import plotly.graph_objects as graphs

class Count(anywidget.AnyWidget):
    _esm = '''
    function render({ model, el }) {
      const button = document.createElement("button");
      const show = () => { button.textContent = "count " + model.get("count"); };
      button.onclick = () => { model.set("count", model.get("count") + 1); model.save_changes(); };
      model.on("change:count", show);
      show();
      el.append(button);
    }
    export default { render };
    '''
    count = traitlets.Int(0).tag(sync=True)

ipywidgets.VBox([Count(), graphs.FigureWidget(graphs.Bar(x=["a", "b"], y=[1, 2]))])
"""

FORBIDDEN = [
    "pyproject.toml",
    "../pyproject.toml",
    "..%2f..%2fpyproject.toml",
    "try.ipynb",
    "voila/files/try.ipynb",
    "voila/files/..%2f..%2fpyproject.toml",
    "voila/render/..%2ftry.ipynb",
    "voila/render/secret.txt",
    "voila/static/..%2f..%2f..%2fpyproject.toml",
    "voila/static//etc/passwd",
    "voila/labextensions/..%2f..%2fpyproject.toml",
    "voila/templates/crypt/static/..%2findex.html.j2",
    "voila/templates/..%2f..%2fstatic/secret.txt",
    "voila/templates/crypt",
    "voila/api/contents/",
    "voila/tree",
    "api/contents",
    "api/kernels",
    "login",
]


@pytest.fixture(scope="module")
def folder(tmp_path_factory) -> Path:
    """A folder with a small page, one that has a widget of each kind, and a file that is none of the pages."""
    folder = tmp_path_factory.mktemp("pages")
    write_page(folder / "small.ipynb", "Small", BUTTON)
    write_page(folder / "try.ipynb", "Try it", BUTTON, COUNT_AND_FIGURE)
    (folder / "secret.txt").write_text("secret")
    return folder


def write_page(path: Path, title: str, *cells: str, **more: int) -> None:
    notebook = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(cell) for cell in cells])
    notebook.metadata = {"title": title, "crypt": {"title": title, "summary": f"The page {title}."} | more}
    nbformat.write(notebook, path)


def command(folder: Path, data: Path) -> list[str]:
    call = f"serve(port=0, browser=False, data={str(data)!r}, folder={str(folder)!r})"
    return [sys.executable, "-c", f"from crypt.widget.serve import serve; {call}"]


@pytest.fixture(scope="module")
def address(folder, tmp_path_factory):
    with serving(command(folder, tmp_path_factory.mktemp("data"))) as (url, _):
        yield url


def status(url: str, **headers: str) -> int:
    try:
        with urlopen(Request(url, headers=headers), timeout=20) as answer:
            return answer.status
    except HTTPError as error:
        error.close()
        return error.code


def is_running(process: int) -> bool:
    return Path(f"/proc/{process}").exists()


def wait_for_end(process: int, seconds: float = 10) -> None:
    end = time.monotonic() + seconds
    while is_running(process) and time.monotonic() < end:
        time.sleep(0.1)
    assert not is_running(process)


def open_and_press(page, url: str) -> int:
    """Open the page, press its button, and give the process id of its kernel."""
    page.goto(url)
    page.get_by_role("button", name="Press me").click(timeout=60_000)
    return int(page.get_by_text("kernel ").inner_text(timeout=20_000).split()[1])


def test_first_page_lists_the_pages(address):
    with urlopen(address, timeout=20) as answer:
        text = answer.read().decode()
        cookies = " ".join(answer.headers.get_all("Set-Cookie"))
    assert "<h1>crypt</h1>" in text
    assert "Try it" in text and "The page Try it." in text and "voila/render/try.ipynb" in text
    assert "_xsrf=" in cookies


@pytest.mark.parametrize("path", FORBIDDEN)
def test_nothing_else_is_served(address, path):
    assert status(address + path) in (403, 404)


def test_other_names_of_this_computer_are_refused(address):
    assert status(address, Host="example.org") == 403


def test_shipped_pages_have_a_card_each():
    pages = list_pages(shipped("dashboards"))
    assert [page["title"] for page in pages][:1] == ["Play"]
    assert all(page["summary"] for page in pages)


def test_shipped_pages_hold_no_logic():
    for page in list_pages(shipped("dashboards")):
        notebook = json.loads(shipped("dashboards", page["file"]).read_text(encoding="utf-8"))
        assert len(notebook["cells"]) <= 5
        assert not any(cell.get("outputs") for cell in notebook["cells"])


@pytest.mark.parametrize("port", [-1, 65536])
def test_port_that_is_none(port):
    with pytest.raises(CryptError, match="from 1 to 65535"):
        serve(port=port)


def test_port_taken_is_said_in_a_sentence():
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = other.getsockname()[1]
        with pytest.raises(CryptError, match=f"port {port} is taken .* --port"):
            serve(port=port)


def test_data_folder_that_cannot_be_made(tmp_path, monkeypatch):
    monkeypatch.setenv("CRYPT_DATA", "")
    (tmp_path / "file").write_text("")
    with pytest.raises(CryptError, match="data folder .*file"):
        serve(port=0, data=tmp_path / "file" / "data")


def test_port_is_ours_before_the_long_work(tmp_path, monkeypatch):
    monkeypatch.setattr("crypt.widget.serve._set_up_environment", lambda data: None)

    def stop():
        raise InterruptedError

    with pytest.raises(InterruptedError):
        serve(port=0, prepare=stop)


@pytest.mark.browser
def test_page_with_every_kind_of_widget(address, browser_page):
    trouble = []
    browser_page.on("pageerror", lambda error: trouble.append(str(error)))
    browser_page.on("console", lambda line: trouble.append(line.text) if line.type == "error" else None)
    browser_page.goto(address)
    browser_page.get_by_role("main").get_by_role("link", name="Try it").click()
    browser_page.wait_for_function("document.title === 'Try it'")

    kernel = open_and_press(browser_page, browser_page.url)
    browser_page.get_by_role("button", name="count 0").click(timeout=20_000)
    browser_page.get_by_role("button", name="count 1").wait_for(timeout=20_000)
    browser_page.locator(".js-plotly-plot .bars").wait_for(timeout=20_000)
    assert "graph_objects" not in browser_page.content()
    assert trouble == []

    browser_page.goto(address)
    wait_for_end(kernel)


@pytest.mark.browser
def test_page_opened_directly_ends_its_kernel_too(address, browser_page):
    first = open_and_press(browser_page, address + "voila/render/small.ipynb")
    browser_page.goto(address + "no such page")
    assert browser_page.get_by_role("heading").inner_text() == "There is no such page"
    wait_for_end(first)


def test_every_page_has_the_same_navigation(address):
    bars = []
    for path in ("", "voila/render/try.ipynb", "voila/render/none.ipynb"):
        try:
            answer = urlopen(address + path, timeout=60)
        except HTTPError as error:
            answer = error
        with answer:
            text = answer.read().decode()
        bar = text.partition('aria-label="Pages"')[2].partition("</nav>")[0]
        bars.append(re.findall(r'href="([^"]+)"[^>]*>([^<]+)</a>', bar))
    assert bars[0] == bars[1] == bars[2] == [("/voila/render/small.ipynb", "Small"), ("/voila/render/try.ipynb", "Try it")]


@pytest.mark.parametrize("was_met, seconds", [(True, DROPPED_SECONDS), (False, LEFT_SECONDS)])
def test_a_kernel_whose_page_is_gone_ends_sooner_than_one_whose_page_may_still_load(monkeypatch, was_met, seconds):
    now, ended, lines = [100.0], [], {"a kernel": 1 if was_met else 0, "a spare": 0}
    monkeypatch.setattr("crypt.widget.serve.time.monotonic", lambda: now[0])

    async def end(kernel, now):
        ended.append(kernel)

    spare = SimpleNamespace(done=lambda: True, exception=lambda: None, result=lambda: {"kernel_id": "a spare"})
    manager = SimpleNamespace(_pools={"page": [spare]}, _kernel_connections=lines, list_kernel_ids=lambda: list(lines))
    manager.shutdown_kernel = end
    pages = SimpleNamespace(kernel_manager=manager, _alone={}, _met=set())
    asyncio.run(Pages._end_left_kernels(pages))
    lines["a kernel"] = 0
    asyncio.run(Pages._end_left_kernels(pages))
    now[0] += seconds - 1
    asyncio.run(Pages._end_left_kernels(pages))
    assert ended == []
    now[0] += 1
    asyncio.run(Pages._end_left_kernels(pages))
    assert ended == ["a kernel"]


@pytest.mark.browser
def test_a_spare_kernel_that_died_is_not_handed_out(tmp_path, browser_page):
    folder = tmp_path / "pages"
    folder.mkdir()
    write_page(folder / "small.ipynb", "Small", BUTTON, warm=1)
    with serving(command(folder, tmp_path / "data")) as (url, server):
        deadline = time.monotonic() + 30
        while not (spares := kernels_of(server.pid)) and time.monotonic() < deadline:
            time.sleep(0.2)
        time.sleep(4)  # until it has run the page
        os.kill(spares[0], signal.SIGKILL)
        assert open_and_press(browser_page, url + "voila/render/small.ipynb") != spares[0]


@pytest.mark.parametrize("end", [signal.SIGINT, signal.SIGTERM, signal.SIGKILL])
def test_ending_leaves_no_kernel_and_says_nothing(folder, tmp_path, end):
    process = subprocess.Popen(command(folder, tmp_path), stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    url = process.stdout.readline().split()[4]
    with urlopen(url + "voila/render/small.ipynb", timeout=60) as answer:
        kernel = int(re.search(r"started as (\d+)", answer.read().decode())[1])
    assert is_running(kernel)
    process.send_signal(end)
    said, _ = process.communicate(timeout=30)
    wait_for_end(kernel)
    if end != signal.SIGKILL:
        assert (process.returncode, said) == (0, "")


def test_messages_wait_for_no_receipt(monkeypatch):
    """TCP by itself keeps a small message back until the one before is confirmed, which a browser may do after 40 ms."""
    said = []

    async def connect(self, kernel_id):
        said.append(kernel_id)

    kernels = SimpleNamespace(stop_watching_activity=lambda kernel_id: said.append(f"no longer read: {kernel_id}"))
    monkeypatch.setattr(VoilaKernelWebsocketHandler, "open", connect)
    monkeypatch.setattr(VoilaKernelWebsocketHandler, "kernel_manager", kernels)
    line = SERVED[VoilaKernelWebsocketHandler].__new__(SERVED[VoilaKernelWebsocketHandler])
    line.set_nodelay = said.append
    asyncio.run(line.open("a kernel"))
    assert said == [True, "a kernel", "no longer read: a kernel"]


def gone(error):
    """A method that fails."""

    async def fail(self, *_):
        raise error

    return fail


def line_of(monkeypatch, **replaced):
    for name, value in replaced.items():
        monkeypatch.setattr(VoilaKernelWebsocketHandler, name, value)
    return SERVED[VoilaKernelWebsocketHandler].__new__(SERVED[VoilaKernelWebsocketHandler])


async def connected(self, kernel_id):
    """A line that is open."""


@pytest.mark.parametrize("opened", [connected, gone(Refused(404))])
def test_a_kernel_that_dies_while_its_line_opens_closes_the_line(monkeypatch, opened):
    """The server's log would otherwise have a traceback of it."""
    said, kernels = [], SimpleNamespace(stop_watching_activity={}.__getitem__)
    line = line_of(monkeypatch, open=opened, kernel_manager=kernels)
    line.set_nodelay, line.close = said.append, lambda: said.append("closed")
    asyncio.run(line.open("a kernel"))
    assert said == [True, "closed"]


@pytest.mark.parametrize("error", [KeyError("a kernel"), TimeoutError("never alive")])
def test_a_kernel_that_dies_while_it_is_waited_for_is_refused(monkeypatch, error):
    with pytest.raises(Refused) as refused:
        asyncio.run(line_of(monkeypatch, pre_get=gone(error)).pre_get())
    assert refused.value.status_code == 404


async def left(self):
    """The page was closed while its kernel was waited for."""
    self.connection = None


def test_a_page_that_is_closed_while_its_kernel_is_waited_for_is_refused(monkeypatch):
    with pytest.raises(Refused):
        asyncio.run(line_of(monkeypatch, pre_get=left).pre_get())


@pytest.mark.browser
def test_a_page_whose_kernel_dies_while_it_opens_is_opened_again(folder, tmp_path, browser_page):
    with serving(command(folder, tmp_path)) as (url, server):
        ended = end_while_opening(browser_page, server.pid, times=1)
        browser_page.goto(url + "voila/render/try.ipynb")
        browser_page.get_by_role("button", name="count 0").wait_for(timeout=60_000)
        assert ended and not set(ended) & set(kernels_of(server.pid))
        assert browser_page.get_by_text("could not be opened").is_hidden()


@pytest.mark.browser
def test_a_page_whose_kernel_always_dies_says_so(folder, tmp_path, browser_page):
    with serving(command(folder, tmp_path)) as (url, server):
        ended = end_while_opening(browser_page, server.pid, times=99)
        browser_page.goto(url + "voila/render/try.ipynb")
        told = browser_page.get_by_role("alert").filter(has_text="could not be opened")
        told.wait_for(timeout=30_000)
        assert len(set(ended)) == 2  # it was tried again, and once only
        browser_page.unroute("**/api/kernels/*")
        told.get_by_role("link", name="Reload the page").click()
        browser_page.get_by_role("button", name="count 0").wait_for(timeout=60_000)
        assert browser_page.get_by_text("could not be opened").is_hidden()


def end_while_opening(page, server, times):
    """End the kernel that a page asks for before it is connected, as many times at most; give the list of the ended."""
    ended = []

    def end(route):
        if len(set(ended)) < times:
            end_kernels(server, ended)
        route.continue_()

    page.route("**/api/kernels/*", end)
    return ended


def end_kernels(server, ended):
    for kernel in kernels_of(server):
        os.kill(kernel, signal.SIGKILL)
        ended.append(kernel)


@pytest.mark.browser
def test_click_is_answered_at_once(address, browser_page):
    """With what changed, and that it is done; Jupyter's own kernels announce before that they begin."""
    heard = []
    browser_page.on("websocket", lambda line: line.on("framereceived", lambda data: heard.append(bytes(data))))
    open_and_press(browser_page, address + "voila/render/try.ipynb")
    browser_page.wait_for_timeout(500)
    heard.clear()
    browser_page.get_by_role("button", name="count 0").click()
    browser_page.get_by_role("button", name="count 1").wait_for()
    browser_page.wait_for_timeout(500)
    asked = [told for told in heard if b'"comm_msg"' in told]
    assert [b'"update"' in told or b'"echo_update"' in told for told in asked] == [True, False]
    assert b'"idle"' in asked[-1]
