"""What a reader does on a page: sort and filter the class, step through a search by keyboard."""

from dataclasses import replace
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page

from grader.course.roster import Person
from tests.browser.conftest import looking
from tests.browser.pages import pages_in
from tests.report.report_samples import handin, scored, write_pages


def students(page: Page) -> list[str]:
    """The ordinary students in the table that are shown, from the top."""
    # Rows that nobody has scrolled to are not laid out: of those, there is no inner text.
    names = page.locator(".matrix tbody tr:not([hidden]) th").all_text_contents()
    return [name for name in names if name.isalnum()]


def column(page: Page, number: int) -> list[str]:
    cells = page.locator(f".matrix tbody tr:not([hidden]) td:nth-child({number})")
    return cells.all_text_contents()


def test_a_heading_sorts_and_sorts_the_other_way_round(browser: Browser, report: Path) -> None:
    with looking(browser, pages_in(report)["class"]) as visit:
        page = visit.page
        head = page.locator(".matrix thead th").nth(1)
        head.locator("button").click()
        assert head.get_attribute("aria-sort") == "ascending"
        scores = [float(text) for text in column(page, 2) if text != "–"]
        assert (scores, column(page, 2)[0]) == (sorted(scores), "–")
        head.locator("button").press("Enter")
        assert head.get_attribute("aria-sort") == "descending"
        scores = [float(text) for text in column(page, 2) if text != "–"]
        assert scores == sorted(scores, reverse=True)
        assert page.locator(".matrix thead th[aria-sort]").count() == 1


def test_students_are_sorted_again_by_their_heading(browser: Browser, report: Path) -> None:
    with looking(browser, pages_in(report)["class"]) as visit:
        before = students(visit.page)
        for number in (1, 0):
            visit.page.locator(".matrix thead button").nth(number).click()
        assert students(visit.page) == before


def test_students_are_sorted_by_last_name_before_and_after(
    browser: Browser, tmp_path: Path
) -> None:
    names = {"a": "Zoe Miller", "b": "Ada Zimmer", "c": "Carl Adams"}
    graded = [(one, scored(one)) for one in map(handin, names)]
    named = [(one, replace(s, person=Person(one.student, names[one.student]))) for one, s in graded]
    page_of_class = write_pages(tmp_path, named)
    with looking(browser, page_of_class) as visit:
        links, heads = (
            visit.page.locator(".matrix th a"),
            visit.page.locator(".matrix thead button"),
        )
        in_order = ["Carl Adams", "Zoe Miller", "Ada Zimmer"]
        assert links.all_text_contents() == in_order
        heads.first.click()
        assert links.all_text_contents() == in_order[::-1]
        heads.first.click()
        assert links.all_text_contents() == in_order


def test_typing_a_name_filters_and_says_how_many_are_left(browser: Browser, report: Path) -> None:
    with looking(browser, pages_in(report)["class"]) as visit:
        visit.page.locator("input[name=student]").fill("LOST")
        assert students(visit.page) == ["lost0", "lost1", "lost2"]
        assert visit.page.locator(".filter output").inner_text() == "3 of 26 students"


@pytest.mark.parametrize(
    ("choice", "shown"),
    [
        (
            "who lost alphabeta.search",
            {"boards", "follows", "incident", "lost0", "lost1", "lost2"},
        ),
        ("with incidents", {"incident", "unopened"}),
    ],
)
def test_hand_ins_are_filtered_by_what_they_lost_or_did(
    browser: Browser, report: Path, choice: str, shown: set[str]
) -> None:
    with looking(browser, pages_in(report)["class"]) as visit:
        visit.page.locator("select[name=task]").select_option(label=choice)
        assert set(students(visit.page)) == shown


def test_a_row_that_is_filtered_away_is_not_shown(browser: Browser, report: Path) -> None:
    with looking(browser, pages_in(report)["class"]) as visit:
        visit.page.locator("input[name=student]").fill("lost0")
        rows = visit.page.locator(".matrix tbody tr")
        assert [rows.nth(n).is_visible() for n in range(rows.count())].count(True) == 1


def test_enter_in_the_filter_leaves_the_page_where_it_is(browser: Browser, report: Path) -> None:
    with looking(browser, pages_in(report)["class"]) as visit:
        visit.page.locator("input[name=student]").fill("lost0")
        visit.page.locator("input[name=student]").press("Enter")
        assert students(visit.page) == ["lost0"]
        assert visit.surprises == []


def test_a_name_leads_to_its_page(browser: Browser, report: Path) -> None:
    with looking(browser, pages_in(report)["class"]) as visit:
        visit.page.locator(".matrix a", has_text="lost1").click()
        visit.page.wait_for_url("**/students/lost1.html")
        assert visit.page.locator("h1").inner_text() == "lost1"


def test_a_search_is_stepped_through_by_keyboard(browser: Browser, report: Path) -> None:
    with looking(browser, pages_in(report)["lost"]) as visit:
        page = visit.page
        stepper = page.locator(".stepper").first
        says = stepper.locator(".at")
        assert says.inner_text() == "9 visits"
        stepper.locator("button").last.focus()
        said = []
        for key in ("ArrowRight", "ArrowRight", "ArrowLeft", "End", "Home"):
            page.keyboard.press(key)
            said.append(says.inner_text())
        assert said == [
            *("Visit 1 of 9: both at c", "Visit 2 of 9: both at d", "Visit 1 of 9: both at c"),
            *("Visit 9 of 9: m is extra", "9 visits"),
        ]


def test_the_picture_follows_the_steps_and_marks_what_is_missed(
    browser: Browser, report: Path
) -> None:
    with looking(browser, pages_in(report)["lost"]) as visit:
        page = visit.page
        stepper = page.locator(".stepper").first
        go = stepper.locator("button").last
        for _ in range(5):
            go.click()
        assert stepper.locator(".at").inner_text() == "Visit 5 of 9: h is missed"
        assert stepper.locator("td.now").all_inner_texts() == ["—", "h", "missed"]
        figure = page.locator("figure.picture", has=page.locator(".stepper")).first
        now = figure.locator(".leaf.now").evaluate_all("all => all.map((e) => e.dataset.n)")
        assert now == ["h"]
        past = figure.locator(".leaf.past").evaluate_all("all => all.map((e) => e.dataset.n)")
        assert sorted(past) == ["c", "d", "e", "g"]


def test_a_lost_task_in_the_list_leads_to_it(browser: Browser, report: Path) -> None:
    with looking(browser, pages_in(report)["lost"]) as visit:
        visit.page.locator(".fix a").first.press("Enter")
        assert visit.page.evaluate("location.hash") == "#alphabeta.search"
        task = visit.page.locator("[id='alphabeta.search']")
        visit.page.wait_for_timeout(600)  # the page scrolls smoothly
        box = task.bounding_box()
        assert box is not None
        assert 0 <= box["y"] < 900


def test_a_link_to_a_mistake_that_is_folded_opens_it(browser: Browser, report: Path) -> None:
    with looking(browser, pages_in(report)["follows"]) as visit:
        inside = visit.page.locator("[id='alphabeta.search'] .difference").first
        assert not inside.is_visible()
        visit.page.locator(".fix a[href='#alphabeta.search']").press("Enter")
        inside.wait_for(state="visible")


def test_closed_checks_open_by_keyboard(browser: Browser, report: Path) -> None:
    with looking(browser, pages_in(report)["lost"]) as visit:
        closed = visit.page.locator("details.check:not([open])").first
        summary = closed.locator("summary").element_handle()
        summary.press("Enter")
        assert summary.evaluate("e => e.parentElement.open")


def test_a_link_to_a_task_that_passed_opens_its_module(browser: Browser, report: Path) -> None:
    with looking(browser, pages_in(report)["perfect"]) as visit:
        assert not visit.page.locator("[id='alphabeta.search']").is_visible()
        visit.page.evaluate("location.hash = '#alphabeta.search'")
        visit.page.locator("[id='alphabeta.search']").wait_for(state="visible")
