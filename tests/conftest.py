"""What tests of several rooms share: a browser, and the pages as they are served."""

import asyncio
import os
import shutil
from collections.abc import Iterator
from urllib.parse import urlsplit

import pytest
from serving import serving_data

CHROMIUM_FLAGS = [
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]


def pytest_xdist_make_scheduler(config, log):
    """Deal out the tests: those of a page to one worker, which opens it once, and those that measure pages to one too."""
    from xdist.scheduler import LoadScopeScheduling

    class Scheduling(LoadScopeScheduling):
        def _split_scope(self, nodeid):
            file = nodeid.partition("::")[0]
            if not file.startswith("tests/widget/"):
                return nodeid  # each by itself, after the large groups
            return "measuring" if file.endswith(("budget.py", "endurance.py")) else file

    return Scheduling(config, log)


@pytest.fixture(autouse=True)
def no_running_loop(request):
    """Hide the loop that Playwright leaves running in this thread from tests that need no browser: they run their own."""
    running = asyncio._get_running_loop()
    if running is None or request.node.get_closest_marker("browser"):
        yield
        return
    asyncio._set_running_loop(None)
    yield
    asyncio._set_running_loop(running)


@pytest.fixture(scope="session")
def chromium_path() -> str:
    """The path of chromium; without it the test is skipped, or fails where a browser is required."""
    path = next(filter(None, map(shutil.which, ["chromium", "chromium-browser", "google-chrome"])), None)
    if path:
        return path
    if os.environ.get("CI") == "true" or os.environ.get("CRYPT_REQUIRE_BROWSER") == "1":
        pytest.fail("chromium is not installed, and a browser is required here (CI or CRYPT_REQUIRE_BROWSER)")
    pytest.skip("chromium is not installed, so the tests in a browser are skipped (Debian: apt-get install chromium)")


@pytest.fixture(scope="session")
def chromium(chromium_path):
    """A running chromium."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium_path, args=CHROMIUM_FLAGS)
        yield browser
        browser.close()


@pytest.fixture
def browser_page(chromium):
    """A new browser window; when the test is over, it must have asked no other host for anything."""
    context = chromium.new_context(viewport={"width": 1400, "height": 900})
    asked: list[str] = []
    context.on("request", lambda request: asked.append(request.url))
    page = context.new_page()
    yield page
    context.close()
    elsewhere = [url for url in asked if urlsplit(url).hostname not in ("localhost", "127.0.0.1", None)]
    assert not elsewhere, f"asked of other hosts: {elsewhere}"


@pytest.fixture(scope="session")
def served(tmp_path_factory) -> Iterator[str]:
    """The address of the pages, served from an empty data folder with `crypt serve`."""
    with serving_data(tmp_path_factory.mktemp("served")) as (url, _):
        yield url
