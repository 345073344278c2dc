"""Whatever a hand-in is called, prints or contains: the browser shows it and runs none of it."""

from pathlib import Path

import pytest
from playwright.sync_api import Browser

from grader.report.pages.page_names import page_name
from tests.browser.conftest import looking
from tests.browser.pages import hostile

HOSTILE = hostile()


# How many there are of the elements that only hostile markup could add, after one each of ours.
ELEMENTS = (
    "['script', 'style', 'img', 'iframe', 'link', 'base', 'object', 'embed']"
    ".map((name) => document.querySelectorAll(name).length)"
)


@pytest.mark.parametrize("number", range(len(HOSTILE)))
def test_a_page_of_a_hostile_hand_in_is_just_a_page(
    browser: Browser, report: Path, number: int
) -> None:
    path = report / "students" / page_name(HOSTILE[number].student)
    with looking(browser, path, width=390) as visit:
        page = visit.page
        page.evaluate("document.querySelectorAll('details').forEach((d) => (d.open = true))")
        page.mouse.move(200, 400)
        page.keyboard.press("Tab")
        assert page.title().endswith(" · Game tree search")
        assert page.evaluate(ELEMENTS) == [1, 1, 0, 0, 0, 0, 0, 0]
        handlers = page.evaluate(
            "[...document.querySelectorAll('*')].flatMap((e) => [...e.attributes])"
            ".filter((a) => a.name.startsWith('on') || /^\\s*javascript:/i.test(a.value)).length"
        )
        assert handlers == 0
        assert page.locator("main").is_visible()
        assert page.evaluate("document.documentElement.scrollWidth") == 390
        assert visit.surprises == []
    assert path.stat().st_size < 200_000


def test_the_page_of_the_class_holds_against_all_of_them(browser: Browser, report: Path) -> None:
    with looking(browser, report / "index.html") as visit:
        assert visit.page.title() == "Class · Game tree search"
        assert visit.page.evaluate(ELEMENTS) == [1, 1, 0, 0, 0, 0, 0, 0]
        assert visit.surprises == []


def test_hostile_text_is_there_to_be_read(browser: Browser, report: Path) -> None:
    path = report / "students" / page_name(HOSTILE[3].student)
    with looking(browser, path) as visit:
        words = visit.page.locator("main").inner_text()
        assert "</script><script>document.title='owned'</script>" in words


def test_invisible_characters_are_seen_as_escapes(browser: Browser, report: Path) -> None:
    path = report / "students" / page_name(HOSTILE[10].student)
    with looking(browser, path) as visit:
        words = visit.page.locator("main").inner_text()
        assert "\\u202e\\u2066txt.exe" in words
        assert not set("\u202e\u2066\x1b\x00\x9b") & set(visit.page.content())


def test_the_policy_stops_what_the_escaping_would_let_through(
    browser: Browser, report: Path, tmp_path: Path
) -> None:
    # If an escape were ever forgotten, this is what would happen: nothing.
    page = (report / "students/good0.html").read_text("utf-8")
    attack = (
        "<script>document.title='owned'</script><img src='https://example.org/x.png' "
        "onerror=\"document.title='owned'\"><style>body{display:none}</style>"
    )
    broken = tmp_path / "broken.html"
    broken.write_text(page.replace('<main id="main">', f'<main id="main">{attack}'), "utf-8")
    with looking(browser, broken) as visit:
        assert visit.page.title() == "good0 · Game tree search"
        assert visit.page.locator("h1").is_visible()
        kinds = {surprise.split(":")[0] for surprise in visit.surprises}
        assert kinds == {"console", "refused by csp"}
        assert all("Content Security Policy" in s for s in visit.surprises if s[0] == "c")
