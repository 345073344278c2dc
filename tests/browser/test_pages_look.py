"""Pages as they are seen: no sideways scrolling, nothing fetched, nothing for axe-core."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser

from grader.report.pages.html import render_student
from grader.scoring.score import TaskScore
from grader.statuses import Status
from tests.browser.conftest import looking
from tests.browser.pages import pages_in
from tests.report.report_samples import (
    CONTEXT,
    assignment,
    check,
    handin,
    scored,
    tree_evidence,
)

NAMES = list(pages_in(Path()))


@pytest.mark.parametrize("name", NAMES)
def test_a_page_never_scrolls_sideways(browser: Browser, report: Path, name: str) -> None:
    with looking(browser, pages_in(report)[name]) as visit:
        for width in (390, 1280, 2560):
            visit.page.set_viewport_size({"width": width, "height": 900})
            wide = visit.page.evaluate("document.documentElement.scrollWidth")
            assert (name, wide) == (name, width)


@pytest.mark.parametrize("name", NAMES)
def test_a_page_needs_nothing_but_itself_and_complains_of_nothing(
    browser: Browser, report: Path, name: str
) -> None:
    with looking(browser, pages_in(report)[name]) as visit:
        assert visit.surprises == []


@pytest.mark.parametrize("name", NAMES)
def test_axe_finds_nothing_in_light_or_dark(
    browser: Browser, report: Path, axe: str, name: str
) -> None:
    with looking(browser, pages_in(report)[name]) as visit:
        visit.page.evaluate("document.querySelectorAll('details').forEach((d) => (d.open = true))")
        visit.page.evaluate(axe)
        for scheme in ("light", "dark"):
            visit.page.emulate_media(color_scheme=scheme)
            found = visit.page.evaluate("axe.run({resultTypes: ['violations']})")
            assert (scheme, described(found["violations"])) == (scheme, [])


def described(violations: list[dict[str, Any]]) -> list[str]:
    return [
        f"{rule['id']}: {node['html'][:150]}: {node.get('failureSummary', '')[:300]}"
        for rule in violations
        for node in rule["nodes"][:3]
    ]


def test_axe_finds_what_is_wrong(browser: Browser, tmp_path: Path, axe: str) -> None:
    page = tmp_path / "bad.html"
    page.write_text("<!DOCTYPE html><html><img src=''><p style='color:#eee'>pale</p>", "utf-8")
    with looking(browser, page) as visit:
        visit.page.evaluate(axe)
        found = visit.page.evaluate("axe.run()")
        rules = {rule["id"] for rule in found["violations"]}
        assert {"image-alt", "html-has-lang", "color-contrast"} <= rules


def test_the_counts_of_a_large_class_stay_whole_on_a_phone(browser: Browser, report: Path) -> None:
    with looking(browser, pages_in(report)["class"]) as visit:
        visit.page.set_viewport_size({"width": 390, "height": 900})
        lines = visit.page.evaluate(
            """[...document.querySelectorAll(".histogram .count, .histogram .low")].map((e) => {
                e.textContent = "1000";
                const text = document.createRange();
                text.selectNodeContents(e);
                return text.getClientRects().length;
            })"""
        )
        assert set(lines) == {1}


def test_lines_of_text_stay_short_on_a_wide_screen(browser: Browser, report: Path) -> None:
    with looking(browser, pages_in(report)["lost"], width=2560) as visit:
        widths = visit.page.evaluate(
            """[...document.querySelectorAll("main p, figcaption")].map((e) =>
                e.clientWidth / parseFloat(getComputedStyle(e).fontSize))"""
        )
        assert 0 < max(widths) < 60


def test_on_a_phone_the_steps_of_a_search_have_their_buttons_side_by_side(
    browser: Browser, report: Path
) -> None:
    with looking(browser, pages_in(report)["lost"], width=390) as visit:
        buttons = visit.page.locator(".stepper").first.locator("button")
        boxes = [button.bounding_box() for button in buttons.all()]
        assert len({box["y"] for box in boxes if box}) == 1


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
def test_a_page_is_as_dark_as_the_reader_wants(browser: Browser, report: Path, dark: bool) -> None:
    with looking(browser, pages_in(report)["lost"], dark=dark) as visit:
        colour = visit.page.evaluate("getComputedStyle(document.body).backgroundColor")
        assert colour == ("rgb(19, 21, 24)" if dark else "rgb(247, 246, 243)")


def test_without_a_script_everything_is_there(browser: Browser, report: Path) -> None:
    with looking(browser, pages_in(report)["lost"], script=False) as visit:
        assert visit.page.locator(".traces").first.is_visible()
        assert not visit.page.locator(".controls").first.is_visible()
    with looking(browser, pages_in(report)["class"], script=False) as visit:
        assert visit.page.locator(".matrix tbody tr").count() == 26
        assert not visit.page.locator(".filter").is_visible()


def test_everything_that_can_be_used_can_be_reached_by_the_keyboard(
    browser: Browser, report: Path
) -> None:
    for name in ("class", "lost"):
        with looking(browser, pages_in(report)[name]) as visit:
            visit.page.keyboard.press("Tab")
            first = visit.page.evaluate("document.activeElement.textContent")
            assert (name, first) == (name, "Skip to the content")
            unreachable = visit.page.evaluate(
                "[...document.querySelectorAll('a, button, input, select, summary')]"
                ".filter((e) => e.tabIndex < 0).length"
            )
            assert (name, unreachable) == (name, 0)


def test_what_scrolls_by_itself_can_be_scrolled_by_the_keyboard(
    browser: Browser, report: Path
) -> None:
    for name, path in pages_in(report).items():
        with looking(browser, path, width=390) as visit:
            stuck = visit.page.evaluate(
                "[...document.querySelectorAll('body *')].filter((e) =>"
                " ['auto', 'scroll'].includes(getComputedStyle(e).overflowX)"
                " && e.scrollWidth > e.clientWidth + 1 && e.tabIndex < 0).map((e) => e.className)"
            )
            assert (name, stuck) == (name, [])


def test_one_mistake_that_costs_many_tasks_is_below_3000_pixels(
    browser: Browser, tmp_path: Path
) -> None:
    asked = assignment()
    module = asked.modules[1]
    tasks = [replace(module.tasks[0], id=f"alphabeta.task{n}") for n in range(6)]
    course = replace(asked, modules=(replace(module, tasks=tuple(tasks)),))
    evidence = [
        replace(tree_evidence(), hint=f"Beta is {n}", output="debug\n" * 40) for n in range(6)
    ]
    checks = [
        check(task.id, f"{title} tree", Status.FAILED, one)
        for task, one in zip(tasks, evidence, strict=True)
        for title in ("small", "big", "drawn")
    ]
    result = handin("ada", checks)
    scores = {
        task.id: TaskScore(0.0, 20.0, False, tuple(c for c in checks if c.task == task.id))
        for task in tasks
    }
    score = replace(scored(result), tasks=scores, figures={"alphabeta": (0, 6)})
    page = tmp_path / "ada.html"
    page.write_text(render_student(course, result, score, CONTEXT), "utf-8")
    with looking(browser, page) as visit:
        assert visit.page.evaluate("document.documentElement.scrollHeight") < 3000


def test_on_paper_controls_are_gone_and_nothing_is_cut_off(browser: Browser, report: Path) -> None:
    with looking(browser, pages_in(report)["follows"]) as visit:
        visit.page.emulate_media(media="print")
        visit.page.evaluate("dispatchEvent(new Event('beforeprint'))")
        assert visit.page.locator("details.task:not([open])").count() == 0
        assert not visit.page.locator(".controls").first.is_visible()
        heights = visit.page.evaluate(
            "[...document.querySelectorAll('pre')].map((e) => getComputedStyle(e).maxHeight)"
        )
        assert set(heights) == {"none"}
