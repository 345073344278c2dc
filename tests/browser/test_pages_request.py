"""A request to look again comes back as a row that staff's file takes; sections can be looked at
alone.
"""

from dataclasses import replace
from pathlib import Path

from playwright.sync_api import Browser

from grader.course.staff_tables import REQUESTS, RegradeRequest, read_requests
from grader.report.content.classes import class_view, summary_of
from grader.report.pages.html import render_request
from grader.report.pages.page_files import ReportTarget, write_class_page
from tests.browser.conftest import looking
from tests.report.report_samples import CONTEXT, assignment, good_checks, handin, scored

REASON = '=SUM(1) "right", as\nline 7 says'


def test_a_request_is_a_row_of_the_file_that_staff_keep(browser: Browser, tmp_path: Path) -> None:
    (tmp_path / "request.html").write_text(
        render_request(replace(assignment(), questions="staff@x.edu")), "utf-8"
    )
    with looking(browser, tmp_path / "request.html", width=390) as visit:
        page = visit.page
        assert page.evaluate("document.documentElement.scrollWidth") <= 390
        page.fill("[name=student]", "ada")
        page.select_option("[name=task]", "alphabeta.search")
        page.fill("[name=reason]", REASON)
        with page.expect_download() as download:
            page.get_by_text("Save as a file").click()
        download.value.save_as(tmp_path / REQUESTS)
    assert read_requests(tmp_path) == {"ada": (RegradeRequest("alphabeta.search", REASON),)}


def test_one_section_is_shown_alone(browser: Browser, tmp_path: Path) -> None:
    rows = [
        replace(summary_of(one, scored(one)), section=section)
        for one, section in ((handin(s, good_checks()), t) for s, t in (("a", "B"), ("b", "")))
    ]
    view = class_view(assignment(), rows)
    page = write_class_page(ReportTarget(tmp_path, assignment(), CONTEXT), view)
    with looking(browser, page) as visit:
        for value, shown in (("=B", ["a"]), ("=", ["b"]), ("", ["a", "b"])):
            visit.page.select_option("select[name=section]", value)
            there = visit.page.locator(".matrix tbody tr:not([hidden]) th").all_text_contents()
            assert there == shown
        assert visit.surprises == []
