"""The Play page, opened once for the tests of a file."""

import pytest
from serving import serving_data
from visiting import visiting

from crypt.core.catalog import find_game


@pytest.fixture(scope="module")
def place(tmp_path_factory):
    """The address of the Play page, and the folder of its sessions."""
    data = tmp_path_factory.mktemp("play")
    with serving_data(data) as (url, _):
        yield url + "voila/render/play.ipynb", data / "sessions"


@pytest.fixture(scope="module")
def colossi():
    return find_game("colossi")


@pytest.fixture(scope="module")
def opened(chromium, place):
    """The page, opened once."""
    with visiting(chromium, place[0]) as page:
        yield page


@pytest.fixture
def page(opened):
    """The page with its form for a new game."""
    opened.set_viewport_size({"width": 1400, "height": 900})
    opened.locator(":is(.lobby, .table):visible").wait_for(timeout=60_000)
    if opened.locator("dialog[open]").count():  # a test that failed has left it
        opened.keyboard.press("Escape")
    if opened.locator(".table").is_visible():
        opened.get_by_role("button", name="Sessions").click()
    opened.locator("button.start").wait_for(timeout=60_000)
    return opened
