"""From results to points: a task's points in full or not at all, and no zeros for our faults."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import groupby
from math import ceil, floor

from grader.assignment.config import Assignment, Credit, Task
from grader.course.released import ReleasedScore
from grader.course.roster import NO_PERSON, Person
from grader.course.submissions import Attempts, SubmittedAttempt
from grader.results import CATCHES, NOTHING, CheckResult, HandinResult, own_name, passes_with_help
from grader.scoring.deadlines import NO_GRACE, Grace
from grader.scoring.lateness import (
    Adjustment,
    Ruling,
    graded_attempt,
    late_by_rule,
    not_below_zero,
    rule,
)
from grader.scoring.rubric import NO_WORDS, Words
from grader.scoring.total import total
from grader.statuses import Status
from grader.student.evidence import Evidence
from grader.student.plural import numbered


@dataclass(frozen=True, slots=True)
class Facts:
    """The attempts of people who hand in together, staff's words on the one that counts, and more.

    `person` is who this is about; `grace` moves the deadline; `released` is the score that the
    student has seen and keeps; `graded` has the results of earlier attempts, if these were graded.
    """

    attempts: tuple[SubmittedAttempt, ...] = ()
    words: Words = NO_WORDS
    person: Person = NO_PERSON
    grace: Grace = NO_GRACE
    released: ReleasedScore | None = None
    graded: Attempts | None = None

    def choosing(self, version: int) -> "Facts":
        """The same, with this attempt chosen to count."""
        known = {one.version: one for one in self.attempts}
        known.setdefault(version, SubmittedAttempt(None, version))
        attempts = [replace(one, chosen=one.version == version) for one in known.values()]
        return replace(self, attempts=tuple(attempts))


NO_FACTS = Facts()


@dataclass(frozen=True, slots=True)
class TaskScore:
    """What a task earned, and the checks that explain it.

    For a task whose points come in steps, `share` says how far it got, and what the next step
    takes. `helped_by` names the lost tasks that it builds on, if it passed only with the judge's
    functions in place of theirs.
    """

    points: float
    max_points: float
    passed: bool
    checks: tuple[CheckResult, ...]
    share: str = ""
    helped_by: tuple[str, ...] = ()

    @property
    def broken(self) -> bool:
        """Whether a fault of the grader prevents judging the task."""
        return any(check.status is Status.BROKEN for check in self.checks)


@dataclass(frozen=True, slots=True)
class HandinScore:
    """The points of one hand-in.

    `score` counts required tasks and adjustments, and is `None` if a fault of the grader prevents
    judging a task, if the hand-in has a `problem` (it could not be opened), or if the student is
    `excused`. `extra` is the extra credit, `max_score` the required points. `figures` are the
    modules' Autolab figures: tasks passed, of how many. `words` are staff's own, `person` is who
    handed in. `why` says what was decided about time, `late_days` how many it uses, `attempt` what
    is known of when it was handed in, `attempts` the same for all known attempts, and `graded`
    their results.
    """

    student: str
    score: float | None
    extra: float
    max_score: float
    tasks: Mapping[str, TaskScore]
    figures: Mapping[str, tuple[int, int]]
    adjustments: tuple[tuple[str, float], ...] = ()
    words: Words = NO_WORDS
    problem: str = ""
    person: Person = NO_PERSON
    why: tuple[str, ...] = ()
    late_days: int = 0
    attempt: SubmittedAttempt | None = None
    attempts: tuple[SubmittedAttempt, ...] = ()
    graded: Attempts | None = None

    @property
    def absent(self) -> bool:
        """Whether nothing was handed in; a score that was released before stays."""
        return self.problem == NOTHING and self.score is None

    @property
    def late(self) -> bool:
        """Whether the attempt that counts is late: by the rule, or else by the system's mark."""
        return self.attempt is not None and self.attempt.late and not self.excused

    @property
    def excused(self) -> bool:
        """Whether no score is needed; one that was released before stays until staff decide."""
        return self.person.excused and self.score is None


def score(assignment: Assignment, handin: HandinResult, facts: Facts = NO_FACTS) -> HandinScore:
    """The points of a hand-in, by the assignment's tasks, its policy and staff's marks.

    A released score stays as it is, whatever the result is now.
    """
    now = _score(assignment, handin, facts)
    return now if facts.released is None else _as_released(assignment, now, facts.released)


def _as_released(assignment: Assignment, now: HandinScore, released: ReleasedScore) -> HandinScore:
    if (now.score, now.extra) == (released.score, released.extra):
        return now
    sofar = _sum(assignment.tasks, now.tasks, extra=False) if now.score is None else now.score
    extra = f", with {released.extra:g} of extra credit" if released.extra != now.extra else ""
    # With `instead_of`, staff kept it when they applied a set; it may not have been released.
    kept = "stays as released" if released.instead_of is None else "kept as it was on"
    label = f"{kept} {released.at[:10]}{extra}"
    adjustments = (*now.adjustments, (label, total([released.score, -sofar])))
    return replace(now, score=released.score, extra=released.extra, adjustments=adjustments)


def _score(assignment: Assignment, handin: HandinResult, facts: Facts) -> HandinScore:
    tasks = task_scores({task: _checks_of(task, handin) for task in assignment.tasks})
    excused = facts.person.excused
    unjudged = excused or bool(handin.problem) or any(task.broken for task in tasks.values())
    required = _sum(assignment.tasks, tasks, extra=False)
    policy = assignment.policy
    attempts = tuple([late_by_rule(policy, one, facts.grace) for one in facts.attempts])
    attempt = graded_attempt(policy, attempts)
    ruling = Ruling() if unjudged else rule(policy, attempt, required, facts.grace)
    counted = () if unjudged else _adjustments(ruling, facts.words, required)
    adjustments = tuple([(a.label, a.points) for a in counted])
    return HandinScore(
        student=handin.student,
        score=None if unjudged else total([required, *(points for _, points in adjustments)]),
        extra=_sum(assignment.tasks, tasks, extra=True) if ruling.accepted and not excused else 0.0,
        max_score=assignment.points,
        tasks=tasks,
        figures=_figures(assignment.tasks, tasks),
        adjustments=adjustments,
        words=facts.words,
        problem=handin.problem,
        person=facts.person,
        why=ruling.why,
        late_days=ruling.days,
        attempt=attempt,
        attempts=attempts,
        graded=facts.graded,
    )


def _adjustments(ruling: Ruling, words: Words, required: float) -> Iterator[Adjustment]:
    yield from ruling.adjustments
    if ruling.accepted:
        sofar = total([required, *(adjustment.points for adjustment in ruling.adjustments)])
        yield from not_below_zero(words.adjustments(), sofar)


def _sum(order: Sequence[Task], tasks: Mapping[str, TaskScore], *, extra: bool) -> float:
    return total(tasks[task.id].points for task in order if task.extra == extra)


def _figures(order: Sequence[Task], tasks: Mapping[str, TaskScore]) -> dict[str, tuple[int, int]]:
    groups = groupby(order, key=lambda task: task.module)
    passed = {name: [tasks[task.id].passed for task in group] for name, group in groups}
    return {name: (sum(flags), len(flags)) for name, flags in passed.items()}


def _checks_of(task: Task, handin: HandinResult) -> tuple[CheckResult, ...]:
    module = next((m for m in handin.modules if m.module == task.module), None)
    checks = tuple([c for c in module.checks if c.task == task.id]) if module else ()
    if checks:
        return checks
    if handin.problem:
        return (_stand_in(task, Status.MISSING, handin.problem),)
    if module is None:
        return (_stand_in(task, Status.BROKEN, "the results of this module are lost; grade again"),)
    return (_stand_in(task, Status.MISSING, "no check judges this task"),)


def _stand_in(task: Task, status: Status, why: str) -> CheckResult:
    # Without a check, a task would otherwise silently lose its points.
    title = "The task could be checked"
    return CheckResult(f"{task.id}/checked", task.id, title, True, status, Evidence(why))


def task_score(task: Task, checks: tuple[CheckResult, ...]) -> TaskScore:
    """The points of one task, by all of its checks."""
    if any(check.status is Status.BROKEN for check in checks):
        return TaskScore(0.0, task.points, False, checks)
    if task.steps:
        return _score_by_steps(task, checks)
    passed = all(check.passed for check in checks)
    if task.credit is Credit.CHECKS and not passed:
        return _score_by_checks(task, checks)
    return TaskScore(float(task.points) if passed else 0.0, task.points, passed, checks)


def _score_by_checks(task: Task, checks: tuple[CheckResult, ...]) -> TaskScore:
    """A share of the points for each check that passes, in hundredths of a point, rounded down.

    A failing check adds the part of it that is right.
    """
    passed = sum(check.passed for check in checks)
    parts = sum(check.evidence.share for check in checks if not check.passed and check.evidence)
    # The tolerance absorbs floating-point error just below a hundredth.
    points = floor(100 * task.points * (passed + parts) / len(checks) + 1e-9) / 100
    share = f"{passed} of {len(checks)} checks pass"
    if parts:
        share += f", {passed + parts:.3g} with what is right in part"
    return TaskScore(points, task.points, False, checks, share)


def task_scores(found: Mapping[Task, tuple[CheckResult, ...]]) -> dict[str, TaskScore]:
    """The points of tasks, each by its checks; a task that builds on a lost one may pass with help.

    With help, a task passes if all of its checks do, by `grader.results.passes_with_help`. Nothing
    can have been copied from a missing file, so what it lacks excuses no copy in another file.
    """
    scores = {task.id: task_score(task, checks) for task, checks in found.items()}
    for task, checks in found.items():
        lost = [
            name for name in task.builds_on if name in scores and _costs(scores[name], name, task)
        ]
        passes = partial(passes_with_help, builds_on=_names(task.builds_on), lost=_names(lost))
        if lost and not scores[task.id].passed and all(map(passes, checks)):
            scores[task.id] = TaskScore(
                float(task.points), task.points, True, checks, helped_by=tuple(lost)
            )
    return scores


def _names(tasks: Iterable[str]) -> frozenset[str]:
    return frozenset(task.rpartition(".")[2] for task in tasks)


def _costs(foundation: TaskScore, name: str, task: Task) -> bool:
    """Whether a task's foundation is wrong, and has cost its own points."""
    elsewhere = not name.startswith(f"{task.module}.")
    if elsewhere and all(check.status is Status.MISSING for check in foundation.checks):
        return False
    return not foundation.passed and not foundation.broken


def _score_by_steps(task: Task, checks: tuple[CheckResult, ...]) -> TaskScore:
    catches = [check for check in checks if own_name(check.name).startswith(CATCHES)]
    conditions = [check for check in checks if not own_name(check.name).startswith(CATCHES)]
    if not catches or not all(check.passed for check in conditions):
        return TaskScore(0.0, task.points, False, checks)
    caught = sum(check.passed for check in catches)
    # With a tolerance: 0.7 of 10 is 7, whatever floating point says.
    takes = {step: ceil(step.share * len(catches) - 1e-9) for step in task.steps}
    points = float(max((s.points for s in task.steps if caught >= takes[s]), default=0.0))
    share = f"{caught} of {len(catches)} mistakes are caught"
    following = next((step for step in task.steps if caught < takes[step]), None)
    if following is not None:
        share += (
            f"; {takes[following]} give {following.points:g} of {numbered(task.points, 'point')}"
        )
    return TaskScore(points, task.points, points == task.points, checks, share)
