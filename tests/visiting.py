"""Looks at pages as a careful visitor: no other host, no trouble in scripts, nothing serious for axe-core."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import axe_playwright_python

OURS = {"localhost", "127.0.0.1", None, ""}
END_TURNS = """async (turns) => {
  const words = document.querySelector(".look-words");
  for (let i = 0; i < turns; i++) {
    const before = words.textContent;
    [...document.querySelectorAll(".action")].find((one) => one.textContent === "end turn").click();
    while (words.textContent === before) await new Promise((done) => setTimeout(done, 2));
  }
  return document.querySelectorAll("*").length;
}"""  # ends turns by the button, as fast as the page answers; gives how many elements there are then


@contextmanager
def visiting(chromium: Any, url: str = "", **settings: Any) -> Iterator[Any]:
    """A browser window; when it is closed, no other host was asked for anything, and no script had trouble."""
    context = chromium.new_context(**{"viewport": {"width": 1400, "height": 1000}} | settings)
    asked: list[str] = []
    trouble: list[str] = []
    context.on("request", lambda request: asked.append(request.url))
    page = context.new_page()
    page.on("pageerror", lambda error: trouble.append(str(error)))
    page.on("dialog", lambda dialog: trouble.append(dialog.message))
    if url:
        page.goto(url)
    yield page
    context.close()
    elsewhere = [url for url in asked if urlsplit(url).hostname not in OURS]
    assert not elsewhere, f"asked of other hosts: {elsewhere}"
    assert trouble == []


# Colours that are still on their way are neither those of before nor those of after.
AT_REST = """async () => {
  const frame = () => new Promise((done) => requestAnimationFrame(done));
  await frame();
  await frame();
  const moving = document.getAnimations().filter((one) => one.effect.getComputedTiming().iterations !== Infinity);
  await Promise.allSettled(moving.map((one) => one.finished));
}"""


def axe_findings(page: Any) -> list[tuple[str, list[Any]]]:
    """What axe-core finds serious on a page."""
    page.evaluate(Path(axe_playwright_python.__file__).with_name("axe.min.js").read_text(encoding="utf-8"))
    page.evaluate(AT_REST)
    found = page.evaluate("axe.run(document, { resultTypes: ['violations'] })")["violations"]
    serious = [one for one in found if one["impact"] in ("serious", "critical")]
    return [(one["id"], [(node["target"], node["failureSummary"]) for node in one["nodes"]]) for one in serious]
