"""A page says first what to fix: mistakes by what they cost, then all that is missing."""

from collections.abc import Sequence
from dataclasses import replace

import pytest

from grader.assignment.config import RevealLevel
from grader.report.content.absent import Gap
from grader.report.content.fixes import Fix, in_short, missing, to_fix
from grader.report.content.views import ModuleView, modules_of
from grader.results import CheckResult
from grader.statuses import Status
from grader.student.evidence import Evidence
from tests.report.report_samples import assignment, check, handin, scored, value_evidence

WRONG = Evidence("wrong value")


def modules(*checks: CheckResult) -> tuple[ModuleView, ...]:
    result = handin("ada", checks)
    return modules_of(assignment(), result, scored(result), RevealLevel.FULL)


def unwritten(task: str, *, public: bool = True) -> CheckResult:
    evidence = Evidence(f"{task} is not written yet (alphabeta.py, line 3)", call="f()")
    return check(task, f"runs {public}", Status.ERROR, evidence, public)


def fixes(*checks: CheckResult) -> list[tuple[tuple[str, ...], float, bool]]:
    found = to_fix(modules(*checks))
    return [(tuple([task.id for task in fix.tasks]), fix.cost, fix.whole) for fix in found]


def gaps(*checks: CheckResult) -> list[tuple[Gap, list[tuple[str, float, bool]], float]]:
    return [
        (one.gap, [(part.name, part.cost, part.extra) for part in one.parts], one.cost)
        for one in missing(modules(*checks))
    ]


def test_the_dearest_mistake_is_first_and_extra_credit_is_last() -> None:
    lost = [
        check("las.look_and_say", "a", Status.FAILED, WRONG),
        check("alphabeta.search", "a", Status.FAILED, value_evidence()),
        check("alphabeta.more", "a", Status.FAILED, value_evidence()),
    ]
    assert fixes(*lost) == [
        (("alphabeta.search",), 20.0, False),
        (("las.look_and_say",), 6.0, False),
        (("alphabeta.more",), 5.0, False),
    ]


def test_tasks_of_a_file_that_can_not_be_read_are_one_fault_before_all_mistakes() -> None:
    fault = Evidence("las.py, line 1: SyntaxError: invalid syntax")
    lost = [
        check("alphabeta.search", "a", Status.FAILED, WRONG),
        check("las.look_and_say", "a", Status.ERROR, fault),
        check("las.look_and_say", "b", Status.ERROR, fault),
    ]
    assert fixes(*lost)[0] == (("las.look_and_say",), 6.0, True)


def test_an_import_without_end_is_one_fault_though_later_checks_are_skipped() -> None:
    fault = Evidence("no answer after 5 seconds of CPU time while it was imported (las.py, line 9)")
    skipped = Evidence("not run: an earlier check of this task could not end")
    lost = [
        check("las.look_and_say", "a", Status.TIMEOUT, fault),
        check("las.look_and_say", "b", Status.SKIPPED, skipped),
        check("alphabeta.search", "a", Status.TIMEOUT, fault),
        check("alphabeta.more", "b", Status.SKIPPED, skipped),
    ]
    las, alphabeta = modules(*lost)
    assert las.fault == fault.message
    assert alphabeta.fault == ""  # nothing is known of its other task


@pytest.mark.parametrize(
    ("kind", "words"),
    [("", "the function or its file is missing"), ("las.py is lost", "las.py is lost")],
)
def test_a_fault_of_a_file_says_no_more_of_hidden_checks_than_may_be_shown(
    kind: str, words: str
) -> None:
    """As the last word of a hand-in, all of its checks can fail by the same message."""
    fault = Evidence("las.py has no 48151623", kind=kind)
    checks = [check("las.look_and_say", x, Status.MISSING, fault, public=False) for x in "ab"]
    result = handin("ada", checks)
    for level in (RevealLevel.NONE, RevealLevel.NAME, RevealLevel.DIAGNOSIS):
        las, _ = modules_of(assignment(level), result, scored(result), level)
        assert las.fault == words


def test_what_was_not_handed_in_or_not_written_is_a_line_each_and_no_mistake() -> None:
    gone = Evidence("las.py is not in the hand-in")
    found = [
        check("las.look_and_say", "a", Status.MISSING, gone),
        # Checks that look at the code alone pass, or have something to say.
        unwritten("alphabeta.search"),
        check("alphabeta.search", "uses no loop"),
        check("alphabeta.search", "is short", Status.FAILED, WRONG, public=False),
        check("alphabeta.more", "a"),
    ]
    assert fixes(*found) == []
    assert gaps(*found) == [
        (Gap.NOT_HANDED_IN, [("las.py", 6.0, False)], 6.0),
        (Gap.NOT_WRITTEN, [("alphabeta.search", 20.0, False)], 20.0),
    ]


def test_a_file_of_which_nothing_is_written_is_named_as_a_whole() -> None:
    found = [
        unwritten("alphabeta.search"),
        unwritten("alphabeta.more"),
        check("las.look_and_say", "a"),
    ]
    assert gaps(*found) == [(Gap.NOT_WRITTEN, [("alphabeta.py", 25.0, False)], 25.0)]


def test_a_function_with_a_mistake_beside_an_unwritten_one_is_a_mistake() -> None:
    found = [
        unwritten("alphabeta.search"),
        check("alphabeta.search", "b", Status.FAILED, WRONG),
        check("alphabeta.more", "a"),
        check("las.look_and_say", "a"),
    ]
    assert (gaps(*found), [tasks for tasks, _, _ in fixes(*found)]) == ([], [("alphabeta.search",)])


def folded(*checks: CheckResult, text: str = "") -> list[tuple[str, bool]]:
    """The first task of each mistake, and whether it is folded, where alphabeta.py has a text."""
    found = fixes_of(text, checks)
    return [(fix.tasks[0].id, fix.folded) for fix in found]


def test_what_may_follow_from_a_mistake_above_it_is_folded() -> None:
    las = check("las.look_and_say", "a", Status.FAILED, WRONG)
    search = check("alphabeta.search", "a", Status.FAILED, WRONG)
    more = check("alphabeta.more", "a", Status.FAILED, WRONG)
    alone = [("alphabeta.search", False), ("las.look_and_say", False), ("alphabeta.more", True)]
    assert folded(las, search, more) == alone
    imported = [("las.look_and_say", False), ("alphabeta.search", True), ("alphabeta.more", True)]
    assert folded(las, search, more, text="import las\n") == imported


def test_a_mistake_is_not_folded_for_a_file_that_is_missing_or_not_written() -> None:
    wrong = [
        check("alphabeta.search", "a", Status.FAILED, WRONG),
        check("alphabeta.more", "a"),
    ]
    gone = Evidence("las.py is not in the hand-in")
    for las in (
        check("las.look_and_say", "a", Status.MISSING, gone),
        unwritten("las.look_and_say"),
    ):
        assert folded(las, *wrong, text="import las\n") == [("alphabeta.search", False)]


def fixes_of(text: str, checks: Sequence[CheckResult]) -> list[Fix]:
    """What to fix where alphabeta.py has a text."""
    result = replace(handin("ada", checks), sources={"las.py": "x = 1\n", "alphabeta.py": text})
    return to_fix(modules_of(assignment(), result, scored(result), RevealLevel.FULL))


def following(text: str, *checks: CheckResult) -> tuple[list[str], list[str]]:
    """The headlines of a page, and those of its list, where alphabeta.py has a text."""
    fixes = fixes_of(text, checks)
    return [fix.headline for fix in fixes], [fix.headline for fix in in_short(fixes)]


def test_what_follows_from_another_file_comes_after_it_and_is_one_line() -> None:
    lost = [
        check("las.look_and_say", "a", Status.FAILED, WRONG),
        check("alphabeta.search", "a", Status.FAILED, value_evidence()),
        check("alphabeta.more", "a"),
    ]
    headline = value_evidence().hint or value_evidence().message
    shown, listed = following("from las import look_and_say\n", *lost)
    assert shown == ["wrong value", headline]
    assert listed == ["wrong value", "1 of 2 tasks lost; it imports las.py, which is wrong"]
    assert following("x = 1\n", *lost)[1] == [headline, "wrong value"]


def test_a_file_that_can_not_be_run_for_another_one_names_it() -> None:
    gone = Evidence("your code raised ModuleNotFoundError: No module named 'las'")
    found = [
        check("alphabeta.search", "a", Status.ERROR, gone),
        check("alphabeta.more", "a", Status.ERROR, gone),
    ]
    utf_16 = check("las.look_and_say", "a", Status.ERROR, Evidence("las.py can't be read: UTF-16"))
    missing_file = Evidence("las.py is not in the hand-in")
    absent = check("las.look_and_say", "a", Status.MISSING, missing_file)
    text = "import las, nim\n"
    assert following(text, utf_16, *found)[0] == [
        "las.py can't be read: UTF-16",
        "alphabeta.py can't be run: it imports las.py, which is wrong",
    ]
    assert following(text, absent, *found)[0] == [
        "alphabeta.py can't be run: it imports las.py, which is missing"
    ]


def test_a_fault_of_its_own_is_said_of_a_file_that_imports_a_wrong_one() -> None:
    own = Evidence("alphabeta.py, line 1: SyntaxError: invalid syntax")
    lost = [
        check("las.look_and_say", "a", Status.FAILED, WRONG),
        check("alphabeta.search", "a", Status.ERROR, own),
        check("alphabeta.more", "a", Status.ERROR, own),
    ]
    assert following("import las\n", *lost)[0] == [own.message, "wrong value"]


def test_a_fault_of_ours_is_nothing_to_fix() -> None:
    broken = check("las.look_and_say", "x", Status.BROKEN)
    assert "las.look_and_say" not in [task for tasks, _, _ in fixes(broken) for task in tasks]
