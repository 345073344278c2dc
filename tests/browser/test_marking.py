"""Marking in a real browser: by keyboard and by click, at every width, with hostile code."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from grader.marking.server import Server
from grader.scoring.rubric import Words, read_rubric
from grader.store.writer import FILE, Store
from tests.browser.pages import PAYLOADS
from tests.marking.test_server import NAMES, serving
from tests.publishing import published_class
from tests.support import as_graded

course = published_class.course  # the fixture

RUBRIC = """
items:
  - {id: style, title: Style, points: 5}
  - {id: asides, title: Dead code, points: -2}
handins: []
"""
CODE = "\n".join(f"{payload!r}  # {payload}" for payload in PAYLOADS)


@pytest.fixture
def server(course: Path) -> Iterator[Server]:
    (course / "handins/rubric.yaml").write_text(RUBRIC, "utf-8")
    sources = {"las.py": CODE, "'><b>.py": "x = 1\n"}
    with Store(Path("out") / FILE) as store:
        for student in NAMES:
            result = replace(published_class.handin(student), digest=student, sources=sources)
            store.put_many([as_graded(result, {"las": "v1"})])
    with serving() as server:
        yield server


@contextmanager
def marking(browser: Browser, server: Server, width: int = 1280) -> Iterator[Page]:
    """The page of the first hand-in; nothing may go wrong on it unseen."""
    context = browser.new_context(viewport={"width": width, "height": 900})
    page = context.new_page()
    faults: list[str] = []
    page.on("console", lambda message: faults.append(message.text))
    page.on("pageerror", lambda error: faults.append(str(error)))
    page.on("dialog", lambda dialog: (faults.append("dialog"), dialog.accept()))
    try:
        page.goto(server.address)
        yield page
        # A change that is refused is said on the page, and by the browser as well.
        assert [fault for fault in faults if "409 (Conflict)" not in fault] == []
    finally:
        context.close()


def said() -> Words:
    """What is in the file of the first hand-in."""
    return read_rubric(Path("handins")).of(next(iter(NAMES)))


@pytest.mark.parametrize("width", [390, 1280, 2560])
def test_hostile_code_is_shown_and_fits(browser: Browser, server: Server, width: int) -> None:
    with marking(browser, server, width) as page:
        assert "</script><script>document.title='owned'</script>" in page.inner_text(".files")
        assert page.locator("img, iframe, link, base, meta[http-equiv]").count() == 0
        assert page.title().endswith("Marking · Trees")
        assert page.evaluate("document.documentElement.scrollWidth") == width


def test_marks_are_given_by_keys(browser: Browser, server: Server) -> None:
    with marking(browser, server) as page:
        page.keyboard.press("4")
        expect(page.locator(".status")).to_have_text("saved")
        page.keyboard.press("j")
        page.keyboard.press("1")
        expect(page.locator("[data-item=asides]")).to_have_class("item now marked")
        assert [(mark.item.id, mark.points) for mark in said().marks] == [
            ("style", 4.0),
            ("asides", -1.0),
        ]
        page.keyboard.press("x")
        expect(page.locator("[data-item=asides]")).to_have_class("item now")
        page.keyboard.press("n")
        expect(page.locator("h1")).to_contain_text("2 of 2")


def test_lines_are_commented_by_click_and_by_keys(browser: Browser, server: Server) -> None:
    with marking(browser, server) as page:
        page.locator("[data-file='las.py'] [data-line='2'] code").click(position={"x": 5, "y": 5})
        page.keyboard.type("<img src=x onerror=alert(1)>")
        page.keyboard.press("Control+Enter")
        expect(page.locator(".comment-box .text")).to_have_text("<img src=x onerror=alert(1)>")
        page.locator("[data-file='las.py'] .no").first.focus()
        for key in ("ArrowDown", "ArrowDown", "Enter"):
            page.keyboard.press(key)
        page.keyboard.type("hm")
        page.keyboard.press("Control+Enter")
        expect(page.locator("[data-line='3'] .comment-box .text")).to_have_text("hm")
        assert [(one.line, one.text) for one in said().comments] == [
            (2, "<img src=x onerror=alert(1)>"),
            (3, "hm"),
        ]
        page.reload()
        expect(page.locator(".comment-box")).to_have_count(2)


def test_two_markers_see_each_other(browser: Browser, server: Server) -> None:
    with marking(browser, server) as mine:
        context = browser.new_context()
        other = context.new_page()
        other.goto(mine.url)
        other.keyboard.press("4")
        expect(other.locator(".status")).to_have_text("saved")
        context.close()
        status = mine.locator(".status")
        mine.locator("[data-item=style] [data-points='2.0']").click()
        expect(status).to_contain_text("not saved: Style: somebody else has just changed it")
        expect(mine.locator("[data-item=style] [aria-pressed=true]")).to_have_text("4")
        mine.locator("[data-item=style] [data-points='2.0']").click()  # seen, and meant
        expect(status).to_have_text("saved")
        assert [mark.points for mark in said().marks] == [2.0]


def test_axe_finds_nothing(browser: Browser, server: Server, axe: str) -> None:
    with marking(browser, server) as page:
        page.keyboard.press("3")
        expect(page.locator(".status")).to_have_text("saved")
        page.evaluate(axe)
        found = page.evaluate("axe.run()")["violations"]
        assert [(one["id"], one["nodes"][0]["html"]) for one in found] == []
