"""The class in numbers: distribution, rates, common mistakes, checks that show nothing."""

from dataclasses import replace

import pytest

from grader.course.roster import Person, Roster
from grader.course.submissions import Attempts
from grader.report.content.absent import State
from grader.report.content.classes import class_view, summary_of
from grader.results import NOTHING, CheckResult, Incident
from grader.running.job import result_without
from grader.statuses import Status
from grader.student.evidence import Evidence
from tests.report.report_samples import (
    assignment,
    check,
    error_evidence,
    good_checks,
    handin,
    lost_checks,
    scored,
    value_evidence,
    view_of,
)


def failing(message: str) -> list[CheckResult]:
    return [check("las.look_and_say", "one run", Status.ERROR, Evidence(message))]


def test_a_class_of_nobody_is_shown_too() -> None:
    view = view_of()
    assert (view.graded, view.statistics.mean, sum(b.count for b in view.bins)) == (0, 0.0, 0)


def test_what_is_equal_in_many_rows_is_in_memory_once() -> None:
    one, other = view_of(handin("ada", good_checks()), handin("bob", good_checks())).rows
    assert [a is b for a, b in zip(one.tasks, other.tasks, strict=True)] == [True] * 3


def test_rows_stand_in_the_order_of_students() -> None:
    view = view_of(handin("b"), handin("a"), handin("c"))
    assert [row.student for row in view.rows] == ["a", "b", "c"]


def test_statistics_count_hand_ins_with_a_score_only() -> None:
    broken = handin("x", [check("las.look_and_say", "one run", Status.BROKEN)])
    view = view_of(handin("a", good_checks()), handin("b", lost_checks()), broken)
    s = view.statistics
    assert (s.mean, s.median, s.low, s.high, view.graded) == (13.0, 13.0, 0.0, 26.0, 2)
    assert [row.student for row in view.broken] == ["x"]


def test_every_score_is_in_one_bin_and_full_marks_in_the_last() -> None:
    view = view_of(handin("a", good_checks()), handin("b", lost_checks()))
    assert [b.count for b in view.bins] == [1, 0, 0, 0, 0, 0, 0, 0, 0, 1]
    assert (view.bins[0].low, view.bins[-1].high) == (0.0, 26.0)


def test_a_task_is_rated_by_who_passed_it() -> None:
    view = view_of(handin("a", good_checks()), handin("b", lost_checks()))
    assert [(rate.task.id, rate.passed) for rate in view.rates] == [
        ("las.look_and_say", 1),
        ("alphabeta.search", 1),
        ("alphabeta.more", 2),
    ]


def test_the_same_mistake_at_another_line_is_the_same_mistake() -> None:
    view = view_of(
        handin("a", failing("your code raised KeyError: 3 (las.py, line 4)")),
        handin("b", failing("your code raised KeyError: 3 (las.py, line 77)")),
        handin("c", failing("your code raised KeyError: 4 (las.py, line 4)")),
    )
    [common] = view.common
    assert (common.count, common.example.student) == (2, "a")


def test_the_commonest_mistake_comes_first() -> None:
    rare = [handin(f"r{i}", failing("rare")) for i in range(2)]
    often = [handin(f"o{i}", failing("often")) for i in range(3)]
    assert [common.mistake.message for common in view_of(*rare, *often).common] == ["often", "rare"]


def test_a_check_that_everybody_fails_is_suspicious() -> None:
    lost = [check("las.look_and_say", "odd", Status.FAILED, value_evidence())]
    view = view_of(*[handin(f"s{i}", [*lost, *good_checks()]) for i in range(5)])
    assert [(c.name, c.runs) for c in view.suspicious] == [("las.look_and_say/odd", 5)]
    assert "las.look_and_say/one_run" in view.never_failed


def test_what_was_not_run_proves_nothing_about_a_check() -> None:
    skipped = [check("las.look_and_say", "odd", Status.SKIPPED)]
    view = view_of(*[handin(f"s{i}", skipped) for i in range(5)])
    assert (view.suspicious, view.never_failed) == ((), ())


def test_too_few_hand_ins_make_no_check_suspicious() -> None:
    view = view_of(*[handin(f"s{i}", failing("x")) for i in range(4)])
    assert view.suspicious == ()


def test_the_slowest_come_first() -> None:
    view = view_of(*[handin(f"s{i}", good_checks(), cpu_seconds=i) for i in range(12)])
    assert [row.student for row in view.slowest][:2] == ["s11", "s10"]
    assert len(view.slowest) == 10
    assert view_of(handin("a", problem=NOTHING)).slowest == ()


def test_incidents_and_unopened_hand_ins_are_named() -> None:
    view = view_of(
        handin("a", good_checks(), incidents=(Incident("killed", "by SIGKILL"),) * 3),
        handin("b", problem="it is no archive"),
    )
    assert [(row.student, i.kind, n) for row, i, n in view.incidents] == [("a", "killed", 3)]
    assert [row.student for row in view.unopened] == ["b"]
    assert view.broken == ()
    assert view.graded == 1


def test_hand_ins_with_files_to_look_at_are_named() -> None:
    unreadable = Evidence("las.py can't be read: it is not UTF-8")
    lost = [check("las.look_and_say", "x", Status.ERROR, unreadable)] * 2
    says_so = Evidence("your code raised ValueError: las.py can't be read: no")
    view = view_of(
        handin("a", lost),
        handin("b", [check("las.look_and_say", "x", Status.ERROR, says_so)]),
        handin("c", good_checks(), notes=("graded files are in src/ and old/; those in old/ are",)),
        handin("d", good_checks(), notes=("x.zip can't be opened: it is cut", "passed over: x")),
        handin("e", good_checks(), notes=("las1.py is not graded; its name must be las.py",)),
    )
    assert [(row.student, row.unsure_files) for row in view.unsure] == [
        ("a", ("las.py can't be read: it is not UTF-8",)),
        ("c", ("graded files are in src/ and old/; those in old/ are",)),
        ("d", ("x.zip can't be opened: it is cut",)),
        ("e", ("las1.py is not graded; its name must be las.py",)),
    ]


def test_a_file_beside_a_graded_one_is_named_if_that_loses_points() -> None:
    notes = (
        "las (1).py is not graded; beside it is las.py, which is graded",
        "las.py is not graded; beside it is las/__init__.py, which Python imports instead",
    )
    view = view_of(handin("a", good_checks(), notes=notes), handin("b", lost_checks(), notes=notes))
    assert [(row.student, row.unsure_files) for row in view.unsure] == [("b", notes)]


def test_a_summary_names_one_mistake_for_each_lost_task() -> None:
    result = handin("ada", [*lost_checks(), *failing(error_evidence().message)])
    summary = summary_of(result, scored(result))
    assert [mistake.task for mistake in summary.mistakes] == [
        "las.look_and_say",
        "alphabeta.search",
    ]


def test_one_reason_that_costs_several_tasks_of_a_module_is_one_mistake() -> None:
    missing = Evidence("alphabeta.py, line 3: SyntaxError: invalid syntax")
    tasks = ("alphabeta.search", "alphabeta.more")
    result = handin("a", [check(task, "c", Status.ERROR, missing) for task in tasks])
    mistakes = summary_of(result, scored(result)).mistakes
    assert [(mistake.task, mistake.message) for mistake in mistakes] == [
        ("alphabeta.search", missing.message)
    ]


def test_a_missing_file_proves_nothing_about_a_check() -> None:
    gone = [check("las.look_and_say", "odd", Status.MISSING)]
    view = view_of(*[handin(f"s{i}", gone) for i in range(5)])
    assert (view.suspicious, view.never_failed) == ((), ())


def states(*checks: CheckResult) -> list[State]:
    return [
        state for _, state in summary_of(handin("a", checks), scored(handin("a", checks))).tasks
    ]


def test_missing_not_begun_and_mistaken_are_three_things() -> None:
    absent = Evidence("las.py is not in the hand-in")
    stub = Evidence("look_and_say is not written yet (las.py, line 4)")
    found = {
        name: states(check("las.look_and_say", "x", status, evidence))[0]
        for name, status, evidence in (
            ("no file", Status.MISSING, absent),
            ("no function", Status.MISSING, Evidence("las.py has no look_and_say")),
            ("a stub", Status.ERROR, stub),
            ("wrong", Status.FAILED, value_evidence()),
            ("right", Status.PASSED, None),
        )
    }
    assert found == {
        "no file": State.ABSENT,
        "no function": State.NOT_BEGUN,
        "a stub": State.NOT_BEGUN,
        "wrong": State.LOST,
        "right": State.PASSED,
    }
    half = [check("las.look_and_say", str(n), s, stub) for n, s in enumerate((Status.ERROR,) * 2)]
    wrong = check("las.look_and_say", "w", Status.FAILED, value_evidence())
    assert states(*half, wrong)[0] is State.LOST


def test_what_is_not_run_is_lost_and_not_called_unwritten() -> None:
    """Of a hand-in that has slept too long nothing more is asked."""
    why = Evidence("not run: the hand-in has slept for as long as it may")
    skipped = [check("las.look_and_say", str(n), Status.SKIPPED, why) for n in range(2)]
    assert states(*skipped)[0] is State.LOST
    unwritten = Evidence("look_and_say is not written yet (las.py, line 4)")
    stub = check("las.look_and_say", "x", Status.ERROR, unwritten)
    assert states(stub, *skipped)[0] is State.NOT_BEGUN


@pytest.mark.parametrize(
    ("status", "found"),
    [
        (Status.FAILED, "look_and_say never calls showl"),
        (Status.FAILED, "ValueError should be raised here, but NotImplementedError came"),
        (Status.PASSED, ""),
    ],
)
def test_a_starter_is_not_begun_whatever_hidden_checks_find_in_it(
    status: Status, found: str
) -> None:
    stub = Evidence("look_and_say is not written yet (las.py, line 4)")
    says = check("las.look_and_say", "says", Status.ERROR, stub)
    looks = check("las.look_and_say", "looks", status, Evidence(found), public=False)
    assert states(says, looks)[0] is State.NOT_BEGUN
    assert states(replace(says, status=Status.PASSED), looks)[0] is not State.NOT_BEGUN
    result = handin("a", [says, looks])
    assert summary_of(result, scored(result)).mistakes == ()


def test_rates_are_of_all_and_of_those_who_handed_the_file_in_and_began() -> None:
    absent = Evidence("las.py is not in the hand-in")
    stub = Evidence("look_and_say is not written yet")
    view = view_of(
        handin("a", good_checks()),
        handin("b", lost_checks()),
        handin("c", [check("las.look_and_say", "x", Status.MISSING, absent)]),
        handin("d", [check("las.look_and_say", "x", Status.ERROR, stub)]),
    )
    rate = view.rates[0]
    assert (view.graded, rate.handed_in, rate.begun, rate.passed) == (4, 3, 2, 1)
    assert [common.mistake.message for common in view.common] == []


def test_modules_have_means_and_checks_are_counted_the_worst_first() -> None:
    view = view_of(handin("a", good_checks()), handin("b", lost_checks()))
    assert [(m.name, m.mean, m.most) for m in view.modules] == [
        ("las", 3.0, 6),
        ("alphabeta", 10.0, 20),
    ]
    assert [(c.name, c.failed, c.runs) for c in view.checks][:2] == [
        ("alphabeta.search/big_tree", 1, 1),
        ("alphabeta.search/small_tree", 1, 2),
    ]
    assert (view.statistics.lower, view.statistics.upper) == (6.5, 19.5)


def test_checks_that_the_same_hand_ins_fail_are_one_group() -> None:
    def of(*failed: str) -> list[CheckResult]:
        return [
            check("las.look_and_say", name, Status.FAILED if name in failed else Status.PASSED)
            for name in ("one", "two", "three", "all")
        ]

    view = view_of(
        handin("ada", of("one", "two", "all")),
        handin("bo", of("one", "two", "all")),
        handin("cy", of("three", "all")),
    )
    [group] = view.together
    assert [name.rpartition("/")[2] for name in group.names] == ["one", "two"]
    assert (group.failed, [row.student for row in group.some]) == (2, ["ada", "bo"])


def test_a_file_that_never_gets_as_far_as_an_answer_makes_no_group() -> None:
    def of(status: Status) -> list[CheckResult]:
        return [check("las.look_and_say", name, status) for name in ("one", "two", "three")]

    for status in (Status.ERROR, Status.CRASHED, Status.TIMEOUT):
        view = view_of(
            handin("ada", of(status)), handin("bo", of(status)), handin("cy", of(Status.PASSED))
        )
        assert view.together == ()
        assert [(one.failed, one.runs) for one in view.checks] == [(2, 3)] * 3
        one_wrong = [*of(Status.FAILED)[:2], *of(Status.PASSED)[2:]]
        view = view_of(
            handin("ada", of(status)), handin("bo", one_wrong), handin("cy", of(Status.PASSED))
        )
        assert view.together == ()


def test_attempts_are_compared_with_those_before_them() -> None:
    tried = {
        "ada": Attempts(2, ((1, 10.0), (2, 20.0), (4, 18.0))),
        "bo": Attempts(1, ((1, 30.0), (2, 26.0))),
    }
    view = class_view(assignment(), [], (), tried)
    assert [(one.number, one.students, one.mean, one.gain) for one in view.attempts] == [
        (1, 2, 20.0, None),
        (2, 2, 23.0, 3.0),
        (3, 1, 18.0, -2.0),
    ]


def test_sections_have_their_own_mean_and_whoever_is_in_none_is_one() -> None:
    results = {"a": good_checks(), "b": lost_checks(), "c": good_checks()}
    rows = [summary_of(handin(s, found), scored(handin(s, found))) for s, found in results.items()]
    sections = dict(zip("abc", ("B", "B", ""), strict=True))
    named = [replace(row, section=sections[row.student]) for row in rows]
    view = class_view(assignment(), named)
    assert [(one.name, one.graded, one.mean) for one in view.sections] == [
        ("", 1, 26.0),
        ("B", 2, 13.0),
    ]
    assert class_view(assignment(), rows).sections == ()


def test_who_is_not_in_the_roster_is_shown_with_whoever_is_absent_and_alike() -> None:
    results = [result_without("muellerj", NOTHING), *[handin(s, []) for s in ("a", "MüllerJ", "b")]]
    rows = [summary_of(result, scored(result)) for result in results]
    view = class_view(assignment(), rows, roster=Roster((Person("muellerj"), Person("a"))))
    assert [(row.student, other) for row, other in view.strangers] == [
        ("MüllerJ", "muellerj"),
        ("b", ""),
    ]
    assert class_view(assignment(), rows).strangers == ()
