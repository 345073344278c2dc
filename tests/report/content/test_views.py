"""A page leads with one clear check per lost task, and never grows beyond what loads at once."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from grader.assignment.config import RevealLevel
from grader.course.submissions import Attempts, SubmittedAttempt
from grader.report.content.views import (
    TaskView,
    headline,
    history,
    imported_modules,
    lead,
    modules_of,
)
from grader.results import CheckResult
from grader.statuses import Status
from grader.student.evidence import Evidence, TreePicture
from tests.report.report_samples import (
    LAS,
    assignment,
    check,
    error_evidence,
    good_checks,
    handin,
    lost_checks,
    scored,
    tree_evidence,
    value_evidence,
)

TASK = "las.look_and_say"


def las_task(checks: list[CheckResult], level: RevealLevel = RevealLevel.FULL) -> TaskView:
    result = handin("ada", checks)
    [task] = modules_of(assignment(), result, scored(result), level)[0].tasks
    return task


def failed(title: str, evidence: Evidence | None, public: bool = True) -> CheckResult:
    return check(TASK, title, Status.FAILED, evidence, public)


def test_a_passed_task_has_no_headline() -> None:
    task = las_task(good_checks())
    assert (task.headline, task.failed, task.passed) == ("", (), ("one run",))


def test_the_smallest_example_leads() -> None:
    long = Evidence("long one", call="f(" + "1, " * 500 + ")")
    short = Evidence("short one", call="f(1)")
    assert las_task([failed("a", long), failed("b", short)]).headline == "short one"


def test_a_small_tree_leads_before_a_large_one_that_a_name_stands_for() -> None:
    small = tree_evidence()
    assert isinstance(small.picture, TreePicture)
    root = replace(small.picture.root, children=(small.picture.root,) * 5)
    large = Evidence("large one", call="f(BIG)", picture=replace(small.picture, root=root))
    assert las_task([failed("a", large), failed("b", small)]).failed[0].title == "b"


def test_a_question_leads_before_smaller_ones_that_ask_again() -> None:
    plain, again = Evidence("plain", call="f(123)", calls=1), Evidence("again", call="f", calls=4)
    assert las_task([failed("a", again), failed("b", plain)]).headline == "plain"


def test_calls_that_spoil_an_answer_lead_before_smaller_ones() -> None:
    """The smaller one may give the expected answer when it is pasted alone."""
    small, spoilt = Evidence("small", call="f(1)"), Evidence("spoilt", call="f(9)\nf(10)", after=1)
    task = las_task([failed("a", small), failed("b", spoilt, public=False)])
    assert [view.title for view in task.failed] == ["b", "a"]


def test_a_check_that_was_not_run_never_leads() -> None:
    skipped = check(TASK, "s", Status.SKIPPED, Evidence("not run", call="f"))
    assert las_task([skipped, failed("b", value_evidence())]).headline == value_evidence().hint


def test_checks_that_fail_with_the_same_words_are_reported_once_with_their_number() -> None:
    missing = Evidence("las.py is not in the hand-in")
    task = las_task([check(TASK, t, Status.MISSING, missing) for t in "abc"])
    assert [(view.title, view.alike) for view in task.failed] == [("a", 3)]


def test_the_call_of_a_function_that_is_not_there_is_not_shown() -> None:
    missing = Evidence("look_and_say is missing", call="look_and_say(eq, s)")
    [view] = las_task([check(TASK, "m", Status.MISSING, missing)]).failed
    assert (view.message, view.evidence) == ("look_and_say is missing", None)


def test_of_many_failures_a_few_are_shown_and_the_others_counted() -> None:
    task = las_task([failed(str(i), Evidence(f"wrong {i}", call="f")) for i in range(20)])
    assert (len(task.failed), task.more) == (3, 17)


def test_a_task_lost_by_hidden_checks_alone_says_so_where_they_are_not_shown() -> None:
    task = las_task(
        [check(TASK, "p"), failed("h", value_evidence(), public=False)], RevealLevel.NONE
    )
    assert (task.headline, task.failed) == ("a hidden check of this task failed", ())


def test_a_task_without_any_check_result_says_so() -> None:
    assert las_task([]).headline == "nothing of this task could be checked"


def test_an_error_shows_the_students_lines() -> None:
    task = las_task([check(TASK, "e", Status.ERROR, error_evidence())])
    marked = [line.number for part in task.excerpts for line in part.lines if line.marked]
    assert marked == [10, 16]


def test_a_trace_is_laid_out_in_steps() -> None:
    result = handin("ada", [check("alphabeta.search", "t", Status.FAILED, tree_evidence())])
    task = modules_of(assignment(), result, scored(result), RevealLevel.FULL)[1].tasks[0]
    evidence = task.failed[0].evidence
    assert evidence is not None
    steps = [(step.came, step.expected, step.remark) for step in evidence.steps]
    assert steps[3:] == [
        ("g", "g", ""),
        ("", "h", "missed"),
        ("i", "i", ""),
        ("k", "k", ""),
        ("l", "", "extra"),
        ("m", "", "extra"),
    ]


def test_evidence_beyond_the_budget_of_a_page_keeps_its_words() -> None:
    big = [
        failed(str(i), Evidence(f"wrong {i}", call="f" * 5_900 + "<" * 90, got="&" * 3_000))
        for i in range(3)
    ]
    result = handin(
        "ada", [*big, *[check("alphabeta.search", c.title, c.status, c.evidence) for c in big]]
    )
    modules = modules_of(assignment(), result, scored(result), RevealLevel.FULL)
    views = [view for module in modules for task in module.tasks for view in task.failed]
    assert [view.evidence is None for view in views] == [False] * 3 + [True] * 3
    assert views[-1].message == "wrong 2"


@pytest.mark.parametrize("level", list(RevealLevel))
def test_the_figures_of_modules_do_not_depend_on_what_is_shown(level: RevealLevel) -> None:
    result = handin("ada", lost_checks())
    modules = modules_of(assignment(), result, scored(result), level)
    assert [(m.passed, m.total, m.points) for m in modules] == [(0, 1, 0.0), (1, 2, 5.0)]


def test_the_headline_for_staff_is_that_of_the_leading_check() -> None:
    task = scored(handin("ada", lost_checks())).tasks[TASK]
    assert headline(task, lead(task)) == value_evidence().hint


def test_the_sample_source_is_the_one_that_the_frames_mean() -> None:
    assert "raise ValueError" in LAS.split("\n")[15]


def test_without_advice_the_headline_says_what_happened() -> None:
    assert (
        las_task([failed("b", Evidence("2 instead of 3", call="f"))]).headline == "2 instead of 3"
    )
    raised = Evidence("ValueError: no", call="f", hint="is it spelt as in the starter file?")
    task = las_task([check(TASK, "r", Status.ERROR, raised)])
    assert task.headline == "ValueError: no"


def test_checks_that_fail_alike_are_named() -> None:
    task = las_task([failed(t, Evidence("missed", call="f")) for t in ("a", "b", "b", "c")])
    assert [(view.title, view.alike, view.also) for view in task.failed] == [
        ("a", 4, ("b (2 times)", "c"))
    ]


def test_how_far_a_task_with_steps_got_is_its_headline() -> None:
    lost = scored(handin("ada", lost_checks())).tasks[TASK]
    assert headline(replace(lost, share="2 of 3 are caught"), lead(lost)) == "2 of 3 are caught"


MODULES = ("las", "connect4", "shop.cart", "run")


@pytest.mark.parametrize(
    ("text", "needed"),
    [
        ("from las import look_and_say\n", ("las",)),
        ("def f():\n    import json, las, run\n", ("las", "run")),
        ("from shop.cart import Cart\n", ("shop.cart",)),
        ("import helper\n", ("las",)),
        ("import las\ndef f(:\n", ("las",)),
        ("import connect4\n", ()),
        ("# import las\nimporting = 'las'\n", ()),
    ],
)
def test_modules_are_found_also_through_other_files(text: str, needed: tuple[str, ...]) -> None:
    sources = {"connect4.py": text, "helper.py": "import other\n", "other.py": "import las\n"}
    assert imported_modules(sources, "connect4", MODULES) == needed


def test_files_that_import_each_other_come_to_an_end() -> None:
    sources = {"connect4.py": "import las\n", "las.py": "import connect4\n"}
    assert imported_modules(sources, "connect4", MODULES) == ("las",)


FIRST = SubmittedAttempt(datetime(2026, 11, 18, tzinfo=UTC), 1)
SECOND = SubmittedAttempt(datetime(2026, 11, 19, tzinfo=UTC), 2, late=True)
OTHERS = replace(FIRST, at=datetime(2026, 11, 17, tzinfo=UTC))  # another member's


@pytest.mark.parametrize(
    ("known", "graded", "shown"),
    [
        ((), None, []),
        ((FIRST,), Attempts(1, ((1, 5.0),)), []),
        ((FIRST, SECOND), None, [(1, None, False), (2, None, True)]),
        ((FIRST, SECOND), Attempts(2, ((1, 5.0),)), [(1, 5.0, False), (2, None, True)]),
        ((), Attempts(1, ((1, 5.0), (2, 3.0))), [(1, 5.0, True), (2, 3.0, False)]),
        ((FIRST, OTHERS), Attempts(1, ((1, 5.0),)), [(1, None, False), (1, None, False)]),
    ],
    ids=["none", "one", "times alone", "points of one", "points alone", "of a group"],
)
def test_attempts_have_their_points_and_one_counts(
    known: tuple[SubmittedAttempt, ...],
    graded: Attempts | None,
    shown: list[tuple[int, float | None, bool]],
) -> None:
    counting = known[-1] if SECOND in known else None
    one = replace(
        scored(handin("ada", good_checks())), attempts=known, graded=graded, attempt=counting
    )
    assert [(view.number, view.points, view.counts) for view in history(one)] == shown


def test_lateness_is_said_of_the_attempt_that_is_marked() -> None:
    one = replace(scored(handin("ada", good_checks())), attempts=(FIRST, SECOND))
    assert [(view.late, view.at) for view in history(one)] == [
        (False, FIRST.at),
        (True, FIRST.at and FIRST.at + timedelta(days=1)),
    ]
