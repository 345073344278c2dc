"""Points come from checks, whole or by steps, and a fault of the grader is never a zero."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from grader.assignment.config import Assignment, Credit, EarlyBonus, Lateness, Policy, Task
from grader.assignment.load import load
from grader.course.submissions import SubmittedAttempt
from grader.results import CheckResult, HandinResult, ModuleResult
from grader.scoring.score import Facts, score, task_score
from grader.statuses import Status
from grader.student.evidence import Evidence
from tests import small_assignment

DUE = datetime(2014, 11, 19, tzinfo=UTC)


@pytest.fixture
def assignment(tmp_path: Path) -> Assignment:
    return load(small_assignment.make(tmp_path))


def check(task: str, name: str, status: Status = Status.PASSED) -> CheckResult:
    return CheckResult(f"{task}/hidden/{name}", task, name, False, status, Evidence("wrong"))


def las(*statuses: Status) -> ModuleResult:
    checks = [check("las.look_and_say", f"c{i}", status) for i, status in enumerate(statuses)]
    return ModuleResult("las", tuple(checks))


def own_tests(
    caught: int, missed: int, condition: Status = Status.PASSED, more: Status = Status.PASSED
) -> ModuleResult:
    task, found = "tests.thoroughness", [Status.PASSED] * caught + [Status.FAILED] * missed
    checks = [check(task, f"catches[{i}]", status) for i, status in enumerate(found)]
    checks = [check(task, "passes_on_the_reference", condition), *checks]
    return ModuleResult("tests", (*checks, check("tests.more", "c", more)))


def handin(*modules: ModuleResult, problem: str = "") -> HandinResult:
    return HandinResult("ada", "h", modules, problem=problem)


GOOD = handin(las(Status.PASSED), own_tests(10, 0))


def test_everything_right_is_everything_there_is(assignment: Assignment) -> None:
    scored = score(assignment, GOOD)
    assert (scored.student, scored.score, scored.extra, scored.max_score) == ("ada", 16, 5, 16)
    assert [task.points for task in scored.tasks.values()] == [6, 10, 5]
    assert all(task.passed for task in scored.tasks.values())
    assert scored.figures == {"las": (1, 1), "tests": (2, 2)}


def test_tasks_stand_in_the_order_of_the_assignment(assignment: Assignment) -> None:
    scored = score(assignment, handin(own_tests(10, 0), las(Status.PASSED)))
    assert list(scored.tasks) == [task.id for task in assignment.tasks]


def test_a_score_is_the_same_whatever_the_order_of_tasks(assignment: Assignment) -> None:
    module, *_ = assignment.modules
    points = (1.2, 2.0, 1.6, 1.2, 0.4, 1.0)
    tasks = tuple(Task(id=f"las.t{i}", title="t", points=p) for i, p in enumerate(points))
    checks = tuple(check(task.id, "c") for task in tasks)
    found = set()
    for order in (tasks, tasks[::-1]):
        one = replace(assignment, modules=(replace(module, tasks=order),), points=7.4)
        found.add(score(one, handin(ModuleResult("las", checks))).score)
    assert found == {7.4}


def test_checks_earn_their_shares_and_parts_of_them_where_the_task_says_so() -> None:
    task = Task(id="las.look_and_say", title="runs", points=6, credit=Credit.CHECKS)
    part = Evidence("half of it", share=0.5)
    failed = replace(check(task.id, "c1", Status.FAILED), evidence=part)
    both = (check(task.id, "c0"), failed)
    scored = task_score(task, both)
    assert (scored.points, scored.passed) == (4.5, False)
    assert scored.share == "1 of 2 checks pass, 1.5 with what is right in part"
    none = task_score(task, (both[0], check(task.id, "c1", Status.FAILED)))
    assert (none.points, none.share) == (3, "1 of 2 checks pass")
    assert task_score(replace(task, credit=Credit.ALL), both).points == 0


@pytest.mark.parametrize("status", [s for s in Status if s not in (Status.PASSED, Status.BROKEN)])
def test_one_check_that_does_not_pass_costs_the_whole_task_and_only_it(
    assignment: Assignment, status: Status
) -> None:
    scored = score(assignment, handin(las(Status.PASSED, status), own_tests(10, 0)))
    assert (scored.score, scored.extra) == (10, 5)
    assert not scored.tasks["las.look_and_say"].passed
    assert len(scored.tasks["las.look_and_say"].checks) == 2
    assert scored.figures == {"las": (0, 1), "tests": (2, 2)}


def test_extra_credit_stays_out_of_the_score(assignment: Assignment) -> None:
    scored = score(assignment, handin(las(), own_tests(0, 10)))
    assert (scored.score, scored.extra) == (0, 5)


@pytest.mark.parametrize(
    ("caught", "missed", "points"),
    [(10, 0, 10), (7, 3, 10), (69, 31, 4), (5, 5, 4), (49, 51, 0), (0, 10, 0), (0, 0, 0)],
)
def test_steps_turn_the_share_caught_into_points(
    assignment: Assignment, caught: int, missed: int, points: float
) -> None:
    scored = score(assignment, handin(las(), own_tests(caught, missed)))
    task = scored.tasks["tests.thoroughness"]
    assert (task.points, task.passed) == (points, points == 10)


def test_a_task_with_steps_says_how_far_it_got_and_what_the_next_step_takes(
    assignment: Assignment,
) -> None:
    def share(caught: int, missed: int, condition: Status = Status.PASSED) -> str:
        scored = score(assignment, handin(las(), own_tests(caught, missed, condition=condition)))
        return scored.tasks["tests.thoroughness"].share

    assert share(2, 9) == "2 of 11 mistakes are caught; 6 give 4 of 10 points"
    assert share(6, 5) == "6 of 11 mistakes are caught; 8 give 10 of 10 points"
    assert share(11, 0) == "11 of 11 mistakes are caught"
    assert share(11, 0, Status.FAILED) == ""


def test_a_share_that_is_just_met_counts_whatever_floating_point_says(
    tmp_path: Path,
) -> None:
    """0.55 * 100 is a little more than 55 in floating point."""
    config = small_assignment.CONFIG.replace("share: 0.7", "share: 0.55")
    assignment = load(small_assignment.make(tmp_path, config))
    assert score(assignment, handin(las(), own_tests(55, 45))).score == 10


def test_steps_earn_nothing_when_a_condition_fails(assignment: Assignment) -> None:
    scored = score(assignment, handin(las(), own_tests(10, 0, condition=Status.FAILED)))
    assert scored.tasks["tests.thoroughness"].points == 0


@pytest.mark.parametrize(
    "modules",
    [
        (las(Status.PASSED, Status.BROKEN), own_tests(10, 0)),
        (las(Status.BROKEN, Status.FAILED), own_tests(10, 0)),
        (las(Status.PASSED), own_tests(10, 0, more=Status.BROKEN)),
        (las(Status.PASSED), own_tests(10, 0, condition=Status.BROKEN)),
    ],
)
def test_a_broken_check_leaves_no_score_rather_than_a_wrong_one(
    assignment: Assignment, modules: tuple[ModuleResult, ...]
) -> None:
    scored = score(assignment, handin(*modules))
    assert scored.score is None
    assert sum(task.broken for task in scored.tasks.values()) == 1


def test_results_that_are_lost_are_a_fault_of_ours(assignment: Assignment) -> None:
    scored = score(assignment, handin(las(Status.PASSED)))
    assert scored.score is None
    [only] = scored.tasks["tests.more"].checks
    assert (only.status, only.message) == (
        Status.BROKEN,
        "the results of this module are lost; grade again",
    )


def test_a_task_that_no_check_judges_is_missing_and_says_so(assignment: Assignment) -> None:
    scored = score(assignment, handin(las(), own_tests(10, 0)))
    task = scored.tasks["las.look_and_say"]
    assert (task.points, task.passed) == (0, False)
    assert [(c.name, c.status, c.message) for c in task.checks] == [
        ("las.look_and_say/checked", Status.MISSING, "no check judges this task")
    ]


def test_a_hand_in_that_could_not_be_opened_has_no_score_and_says_why(
    assignment: Assignment,
) -> None:
    scored = score(assignment, handin(problem="the hand-in is empty"))
    assert (scored.score, scored.extra, scored.problem) == (None, 0, "the hand-in is empty")
    messages = {check.message for task in scored.tasks.values() for check in task.checks}
    assert messages == {"the hand-in is empty"}


def test_checks_of_other_tasks_and_modules_do_not_count(assignment: Assignment) -> None:
    stranger = ModuleResult("nim", (check("nim.min_max", "c", Status.FAILED),))
    assert score(assignment, handin(*GOOD.modules, stranger)).score == 16


def test_a_bonus_is_named_and_counted(assignment: Assignment) -> None:
    policy = Policy(due=DUE, early_bonus=EarlyBonus(points=2, per_hours=12))
    early = replace(assignment, policy=policy)
    scored = score(early, GOOD, Facts((SubmittedAttempt(DUE - timedelta(hours=25)),)))
    assert (scored.score, scored.extra, scored.max_score) == (20, 5, 16)
    assert scored.adjustments == (("handed in 1 d 1 h early", 4),)
    assert score(early, GOOD).adjustments == ()


def test_what_is_not_accepted_gets_no_extra_credit_either(assignment: Assignment) -> None:
    strict = replace(assignment, policy=Policy(due=DUE, late=Lateness(most_hours=0)))
    scored = score(strict, GOOD, Facts((SubmittedAttempt(DUE + timedelta(hours=1)),)))
    assert (scored.score, scored.extra) == (0, 0)
    assert scored.adjustments == (("not accepted: 1 h late", -16),)
    assert scored.tasks["las.look_and_say"].points == 6


def test_a_hand_in_without_a_score_is_not_adjusted(assignment: Assignment) -> None:
    strict = replace(assignment, policy=Policy(due=DUE, late=Lateness(most_hours=0)))
    broken = handin(las(Status.BROKEN), own_tests(10, 0))
    scored = score(strict, broken, Facts((SubmittedAttempt(DUE + timedelta(hours=1)),)))
    assert (scored.score, scored.adjustments) == (None, ())


def test_the_rule_says_who_is_late_and_the_mark_of_a_system_only_where_the_rule_can_not(
    assignment: Assignment,
) -> None:
    due = datetime(2026, 11, 18, 23, 59, tzinfo=UTC)
    ruled = replace(
        assignment, policy=Policy(due=due, late=Lateness(points=1, per_hours=24, most_hours=48))
    )
    before, after = due - timedelta(hours=1), due + timedelta(hours=1)

    def late(among: Assignment, at: datetime | None, *, marked: bool) -> bool:
        attempts = (SubmittedAttempt(at, 1, late=marked), SubmittedAttempt(at, 2, late=marked))
        scored = score(among, handin(), Facts(attempts))
        assert [one.late for one in scored.attempts] == [scored.late] * 2
        return scored.late

    assert late(ruled, after, marked=False)
    assert not late(ruled, before, marked=True)
    assert late(ruled, None, marked=True)
    assert late(assignment, before, marked=True)
    assert not late(assignment, after, marked=False)
