"""Exports say about a task what its author may see, as lines that do nothing."""

from dataclasses import replace

import pytest

from grader.assignment.config import RevealLevel
from grader.report.content.words import summary_lines, task_reports, task_text
from grader.scoring.rubric import Item, ItemMark, Remark, Words
from grader.statuses import Status
from grader.student.evidence import Evidence
from tests.report.report_samples import (
    assignment,
    check,
    good_checks,
    handin,
    lost_checks,
    scored,
)

LOST = scored(handin("ada", lost_checks()))


def test_tasks_are_numbered_by_module_and_place() -> None:
    assert [(one.number, one.task.id) for one in task_reports(assignment(), LOST)] == [
        ("1.1", "las.look_and_say"),
        ("2.1", "alphabeta.search"),
        ("2.2", "alphabeta.more"),
    ]


def test_a_lost_task_begins_with_its_headline_and_shows_the_evidence() -> None:
    text = task_text(next(task_reports(assignment(), LOST)))
    assert text.splitlines()[0] == "A run ends where the next element differs, not after two."
    assert "expected   Seq.of((2, 2), (3, 5), (1, 'hi'))" in text
    assert "long runs (error, a hidden check)" in text


def test_a_passed_task_is_one_line() -> None:
    perfect = scored(handin("ada", good_checks()))
    assert [task_text(one) for one in task_reports(assignment(), perfect)] == ["1 check passed"] * 3


@pytest.mark.parametrize(
    ("level", "title", "value"),
    [
        (RevealLevel.NONE, False, False),
        (RevealLevel.NAME, True, False),
        (RevealLevel.FULL, True, True),
    ],
)
def test_of_hidden_checks_no_more_is_said_than_the_level_allows(
    level: RevealLevel, title: bool, value: bool
) -> None:
    hidden = check("las.look_and_say", "h", Status.FAILED, Evidence("m", "call(7)"), public=False)
    text = task_text(next(task_reports(assignment(level), scored(handin("ada", [hidden])))))
    assert ("h (failed, a hidden check)" in text, "call(7)" in text) == (title, value)
    assert text.splitlines()[0]


def test_checks_beyond_the_third_are_counted() -> None:
    checks = [check("las.look_and_say", f"c{i}", Status.FAILED, Evidence("m")) for i in range(5)]
    text = task_text(next(task_reports(assignment(), scored(handin("ada", checks)))))
    assert text.splitlines()[-1] == "2 more failed"


def test_the_summary_holds_score_adjustments_and_staff_s_words() -> None:
    style = Item(id="style", title="Style", points=5)
    remarks = (Remark(text="Why?", file="las.py", line=3), Remark(text="Good."))
    perfect = scored(handin("ada", good_checks()), (("late", -2.0),))
    words = Words((ItemMark(style, 4.0, "Clear."),), remarks)
    assert list(summary_lines(replace(perfect, words=words))) == [
        "24 of 26 points, and 5 of extra credit",
        "late: −2",
        "Style: Clear.",
        "las.py:3: Why?",
        "Good.",
    ]


def test_a_fault_of_ours_is_reported_as_such() -> None:
    broken = scored(handin("ada", [check("las.look_and_say", "x", Status.BROKEN)]))
    assert list(summary_lines(broken)) == [
        "No score: the grader failed here, through no fault of the hand-in."
    ]
