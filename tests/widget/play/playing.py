"""What the tests of the Play page do with it."""

from crypt.core.log import read_log
from crypt.core.ruleset import load_ruleset
from crypt.core.session import Session

NOTICED = 4_000  # milliseconds: the page asks within 3 s, and a busy machine may be late


HOSTILE = ["</script><img src=x onerror=alert(1)>", "<b>bold</b> & 'co'", "🗝️🐉 אבי ‮gnorw", "W" * 40]


def begin(page, names, seed, mode="play", bots=None):
    """Fill in the form and begin a game."""
    page.get_by_label("Game", exact=True).select_option("colossi")
    page.get_by_role("radiogroup", name="Players").locator(f"input[value='{len(names)}']").check(force=True)
    for i, name in enumerate(names, 1):
        page.get_by_label(f"Name of hero {i}").fill(name)
        page.get_by_label(f"Who plays hero {i}").select_option((bots or {}).get(i, "human"))
    page.get_by_label("Seed").fill(str(seed))
    page.locator(f"input[name=mode][value={mode}]").check()
    page.locator("button.start").click()
    page.locator(".board-picture svg").wait_for(timeout=60_000)
    page.locator(".rule").first.wait_for(timeout=60_000, state="attached")  # the rest comes after the board


def mirror(colossi, names, seed):
    """The same game, without a page."""
    return Session.new(colossi, names, load_ruleset(colossi), seed)


def log_of(page, place):
    name = page.url.partition("session=")[2].partition("&")[0]
    return read_log(place[1] / f"{name}.jsonl")


def wait_for_decision(page, n):
    at = page.locator(".look-words", has_text=f"decision {n}").filter(has_text=str(n))
    at.wait_for(timeout=10_000, state="attached")  # at the end it is out of sight
