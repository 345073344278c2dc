"""The class as a whole: a small summary per hand-in, and statistics over all of them."""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import islice
from statistics import mean, median, quantiles
from sys import intern
from types import MappingProxyType

from grader.assignment.config import Assignment, Task
from grader.course.roster import NO_ROSTER, Roster
from grader.course.staff_tables import RegradeRequest
from grader.course.strangers import strangers
from grader.course.submissions import FILE as SUBMISSIONS
from grader.course.submissions import Attempts
from grader.inside.module_names import file_of, module_of_task
from grader.report.content.absent import State, state_of
from grader.report.content.views import headline, lead
from grader.report.pages.page_names import page_name
from grader.results import (
    CANT_BE_OPENED,
    CANT_BE_READ,
    IN_SEVERAL_FOLDERS,
    MISNAMED,
    TWIN,
    UNREAD,
    CheckResult,
    HandinResult,
    Incident,
)
from grader.scoring.score import HandinScore, TaskScore
from grader.statuses import Status
from grader.student.plural import numbered

BINS, MOST_MISTAKES, SLOWEST, FEW, MOST_NAMED = 10, 25, 10, 5, 8
NO_EVIDENCE = (Status.SKIPPED, Status.BROKEN, Status.MISSING)  # these say nothing about a check
PLACE = re.compile(r" \(\w+\.py, line \d+\)")
_UNREADABLE = re.compile(rf"\S+ {CANT_BE_READ}")


@dataclass(frozen=True, slots=True)
class LostTask:
    """Why one task was lost."""

    task: str
    check: str
    message: str


@dataclass(frozen=True, slots=True)
class Summary:
    """One hand-in as the class page needs it; `tasks` are points and state, in order of tasks.

    `timed` if it is known when it was handed in.
    """

    student: str
    score: float | None
    extra: float
    max_score: float
    tasks: tuple[tuple[float, State], ...]
    mistakes: tuple[LostTask, ...]
    checks: tuple[tuple[str, Status], ...]
    incidents: tuple[Incident, ...]
    problem: str
    cpu_seconds: float
    name: str
    section: str
    late_days: int
    absent: bool
    late: bool
    timed: bool
    excused: bool
    unsure_files: tuple[str, ...]

    @property
    def page(self) -> str:
        """The file name of its page."""
        return page_name(self.student)


def summary_of(result: HandinResult, scored: HandinScore) -> Summary:
    """The summary of one hand-in."""
    return Summary(
        student=result.student,
        score=scored.score,
        extra=scored.extra,
        max_score=scored.max_score,
        tasks=tuple([(t.points, state_of(t)) for t in scored.tasks.values()]),
        mistakes=tuple(_mistakes(scored)),
        checks=tuple([(intern(c.name), c.status) for m in result.modules for c in m.checks]),
        incidents=tuple([incident for m in result.modules for incident in m.incidents]),
        problem=result.problem,
        cpu_seconds=sum(module.cpu_seconds for module in result.modules),
        name=scored.person.name,
        section=scored.person.section,
        late_days=scored.late_days,
        absent=scored.absent,
        late=scored.late,
        timed=scored.attempt is not None and scored.attempt.at is not None,
        excused=scored.excused,
        unsure_files=tuple(unsure_files(result)),
    )


def _mistakes(scored: HandinScore) -> Iterator[LostTask]:
    seen: set[tuple[str, str]] = set()
    for task_id, task in scored.tasks.items():
        check = lead(task)
        if check is None or not _is_mistake(task, check):
            continue
        message = headline(task, check)[:300]
        # One reason often costs several tasks of a module; it is one mistake.
        reason = (module_of_task(task_id), message)
        if reason not in seen:
            seen.add(reason)
            yield LostTask(task_id, check.title, message)


def _is_mistake(task: TaskScore, check: CheckResult) -> bool:
    """Whether a task is lost for more than not being begun; a missing name may be misspelt."""
    state = state_of(task)
    return state is State.LOST or (state is State.NOT_BEGUN and check.status is Status.MISSING)


def unsure_files(result: HandinResult) -> Iterator[str]:
    """A line for each file that might be worth points but currently earns none.

    It can't be read or opened, has another name, or is beside a file of the same name that lost
    points.
    """
    lost = {file_of(m.module) for m in result.modules if not all(c.passed for c in m.checks)}
    for module in result.modules:
        words = [check.message for check in module.checks if check.status is Status.ERROR]
        yield from dict.fromkeys(filter(_UNREADABLE.match, words))
    for note in result.notes:
        points_out = any(words in note for words in (CANT_BE_OPENED, MISNAMED))
        name, _, twin = note.partition(f" {TWIN}")
        points_out |= not lost.isdisjoint((name, twin.partition(",")[0]))
        if points_out or note.startswith(IN_SEVERAL_FOLDERS):
            yield note


# -- over all hand-ins -----------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Bin:
    """How many scores are from `low` to `high`; `height` is in % of the highest bin."""

    low: float
    high: float
    count: int
    height: int


@dataclass(frozen=True, slots=True)
class TaskRate:
    """How many of the graded hand-ins passed a task, how many had its file, and had begun it."""

    task: Task
    passed: int
    handed_in: int
    begun: int


@dataclass(frozen=True, slots=True)
class ModuleRate:
    """The mean of a module's required points over the graded hand-ins, and their maximum."""

    name: str
    title: str
    mean: float
    most: float


@dataclass(frozen=True, slots=True)
class SectionRate:
    """The results of a section of the course: people, how many have a score, mean and median."""

    name: str
    people: int
    graded: int
    mean: float
    median: float


@dataclass(frozen=True, slots=True)
class CheckRate:
    """How many of the hand-ins on which a check was run failed it."""

    name: str
    failed: int
    runs: int


@dataclass(frozen=True, slots=True)
class LinkedChecks:
    """Checks that exactly the same hand-ins fail: one mistake behind them, or a redundant check."""

    names: tuple[str, ...]
    failed: int
    some: tuple["Summary", ...]


@dataclass(frozen=True, slots=True)
class AttemptRate:
    """The mean points of students with an attempt of that number, and the mean gain over their
    attempt before.
    """

    number: int
    students: int
    mean: float
    gain: float | None


@dataclass(frozen=True, slots=True)
class CommonMistake:
    """A mistake that several hand-ins share; `example` is one of them."""

    mistake: LostTask
    count: int
    example: Summary


@dataclass(frozen=True, slots=True)
class Statistics:
    """Statistics of the existing scores; all 0 if there are none.

    Half of the scores are between the quartiles `lower` and `upper`.
    """

    mean: float = 0.0
    median: float = 0.0
    low: float = 0.0
    high: float = 0.0
    lower: float = 0.0
    upper: float = 0.0


@dataclass(frozen=True, slots=True)
class ClassView:
    """What the class page shows; `untimed` says what rules about time lack, if anything.

    Every hand-in fails a `suspicious` check: it may ask for something that the text doesn't say.
    `strangers` are not in the roster, each with the id of somebody who may be the same, or "".
    """

    rows: tuple[Summary, ...]
    statistics: Statistics
    bins: tuple[Bin, ...]
    rates: tuple[TaskRate, ...]
    common: tuple[CommonMistake, ...]
    suspicious: tuple[CheckRate, ...]
    never_failed: tuple[str, ...]
    incidents: tuple[tuple[Summary, Incident, int], ...]
    slowest: tuple[Summary, ...]
    left_aside: tuple[str, ...]
    modules: tuple[ModuleRate, ...]
    checks: tuple[CheckRate, ...]
    together: tuple[LinkedChecks, ...]
    attempts: tuple[AttemptRate, ...]
    untimed: str
    sections: tuple[SectionRate, ...]
    requests: tuple[tuple[Summary, RegradeRequest], ...]
    strangers: tuple[tuple[Summary, str], ...]

    @property
    def late(self) -> tuple[Summary, ...]:
        """Hand-ins that are late, by their time."""
        return tuple([row for row in self.rows if row.late and row.timed])

    @property
    def marked_late(self) -> tuple[Summary, ...]:
        """Hand-ins without a time that the system they come from marks as late."""
        return tuple([row for row in self.rows if row.late and not row.timed])

    @property
    def graded(self) -> int:
        """The number of hand-ins with a score."""
        return sum(row.score is not None for row in self.rows)

    @property
    def broken(self) -> tuple[Summary, ...]:
        """Hand-ins without a score by a fault of the grader."""
        rows = [row for row in self.rows if row.score is None and not row.excused]
        return tuple([row for row in rows if not row.problem])

    @property
    def unopened(self) -> tuple[Summary, ...]:
        """Hand-ins that could not be opened."""
        rows = [row for row in self.rows if row.score is None and not row.excused]
        return tuple([row for row in rows if row.problem and not row.absent])

    @property
    def unread(self) -> tuple[Summary, ...]:
        """Hand-ins among those that the grader may not or can't read, which isn't their fault."""
        return tuple([row for row in self.unopened if row.problem.startswith(UNREAD)])

    @property
    def unsure(self) -> tuple[Summary, ...]:
        """Hand-ins with files that staff should look at."""
        return tuple([row for row in self.rows if row.unsure_files])

    @property
    def none_opened(self) -> bool:
        """Whether there are several hand-ins, none of which could be opened."""
        return len(self.unopened) == self.handed_in > 1

    @property
    def absent(self) -> tuple[Summary, ...]:
        """People in the roster who handed in nothing."""
        return tuple([row for row in self.rows if row.absent])

    @property
    def excused(self) -> tuple[Summary, ...]:
        """People who need no score, whether they handed in anything or not."""
        return tuple([row for row in self.rows if row.excused])

    @property
    def handed_in(self) -> int:
        """The number of hand-ins."""
        return sum(not row.absent for row in self.rows)


@dataclass
class _RunningCounts:
    """Counts that are kept while summaries go by."""

    runs: Counter[str] = field(default_factory=Counter)
    failed: Counter[str] = field(default_factory=Counter)
    by_whom: dict[str, int] = field(default_factory=dict)
    rows: list[Summary] = field(default_factory=list)
    mistakes: Counter[tuple[str, str, str]] = field(default_factory=Counter)
    first: dict[tuple[str, str, str], tuple[LostTask, Summary]] = field(default_factory=dict)

    def add(self, row: Summary, slim: Summary) -> None:
        """Count one row, but keep only its `slim` version."""
        # A set of hand-ins is an int with a bit for each: there is one for each of thousands of
        # checks.
        bit = 1 << len(self.rows)
        self.rows.append(slim)
        answering = _answering(row.checks)
        for name, status in row.checks:
            if status not in NO_EVIDENCE:
                self.runs[name] += 1
                if status is not Status.PASSED:
                    self.failed[name] += 1
                    if module_of_task(name) in answering:
                        self.by_whom[name] = self.by_whom.get(name, 0) | bit
        for mistake in row.mistakes:
            # The place differs from file to file; the mistake is the same.
            key = (mistake.task, mistake.check, PLACE.sub("", mistake.message))
            self.mistakes[key] += 1
            self.first.setdefault(key, (mistake, slim))


def _answering(checks: Iterable[tuple[str, Status]]) -> frozenset[str]:
    """The modules for which any check got an answer, right or wrong.

    In any other module all checks fail, for example by a syntax error: that doesn't show which of
    them belong together.
    """
    answered = (Status.PASSED, Status.FAILED)
    return frozenset(module_of_task(name) for name, status in checks if status in answered)


def class_view(
    assignment: Assignment,
    summaries: Iterable[Summary],
    left_aside: tuple[str, ...] = (),
    attempts: Mapping[str, Attempts] = MappingProxyType({}),
    requests: Mapping[str, tuple[RegradeRequest, ...]] = MappingProxyType({}),
    *,
    roster: Roster = NO_ROSTER,
) -> ClassView:
    """Count everything in one pass over the summaries; `left_aside` are unused files."""
    counts = _RunningCounts()
    rows = []
    # Thousands of hand-ins have the same outcomes: share equal tuples to save memory.
    outcomes: dict[tuple[float, State], tuple[float, State]] = {}
    for row in summaries:
        equal = tuple([outcomes.setdefault(task, task) for task in row.tasks])
        slim = replace(row, mistakes=(), checks=(), tasks=equal)
        if not row.problem and not row.excused:  # either nothing was checked, or nothing counts
            counts.add(row, slim)
        rows.append(slim)
    rows.sort(key=lambda row: row.student)
    checks = [CheckRate(name, counts.failed[name], runs) for name, runs in counts.runs.items()]
    often = [check for check in checks if check.runs >= FEW]
    return ClassView(
        rows=tuple(rows),
        statistics=_statistics(rows),
        bins=tuple(_bins(rows)),
        rates=tuple(_rates(assignment.tasks, rows)),
        common=tuple(_common(counts)),
        suspicious=tuple([check for check in often if check.failed == check.runs]),
        never_failed=tuple([check.name for check in often if check.failed == 0]),
        incidents=tuple([(row, *each) for row in rows for each in counted(row.incidents)]),
        slowest=tuple(_slowest(rows)),
        left_aside=left_aside,
        modules=tuple(_modules(assignment, rows)),
        checks=tuple(sorted(checks, key=lambda check: (-check.failed, check.name))),
        together=tuple(_together(counts)),
        attempts=tuple(_attempts(list(attempts.values()))),
        untimed=_untimed(assignment, rows),
        sections=tuple(_sections(rows)),
        requests=tuple([(row, one) for row in rows for one in requests.get(row.student, ())]),
        strangers=tuple(_strangers(rows, roster)),
    )


def _slowest(rows: Sequence[Summary]) -> Sequence[Summary]:
    ran = [row for row in rows if row.cpu_seconds]
    return sorted(ran, key=lambda row: -row.cpu_seconds)[:SLOWEST]


def _strangers(rows: Sequence[Summary], roster: Roster) -> Iterator[tuple[Summary, str]]:
    absent = [row.student for row in rows if row.absent]
    close = strangers([row.student for row in rows], {}, roster, absent)
    yield from [(row, close[row.student]) for row in rows if row.student in close]


def _untimed(assignment: Assignment, rows: Sequence[Summary]) -> str:
    """What the rules about time lack; empty if nothing."""
    late = sum(row.late for row in rows)
    there = [row for row in rows if not row.problem and not row.excused]
    untimed = sum(not row.timed for row in there)
    if assignment.policy.due is None:
        return "policy.due isn't set in config.yaml: being late costs nothing" if late else ""
    if not untimed:
        return ""
    which = f"{untimed} of {numbered(len(there), 'hand-in')}"
    return (
        f"no time is known of {which}, so they neither lose nor gain by one: write it into the "
        f"column submitted_at of {SUBMISSIONS}, and run `grader report`"
    )


def counted(incidents: Iterable[Incident]) -> list[tuple[Incident, int]]:
    """Each different incident once, with its count, in order of first occurrence."""
    return list(Counter(incidents).items())


def _statistics(rows: Sequence[Summary]) -> Statistics:
    scores = [row.score for row in rows if row.score is not None]
    if not scores:
        return Statistics()
    single = len(scores) == 1
    lower, _, upper = scores * 3 if single else quantiles(scores, n=4, method="inclusive")
    return Statistics(mean(scores), median(scores), min(scores), max(scores), lower, upper)


def _bins(rows: Sequence[Summary]) -> Iterator[Bin]:
    scores = [row.score for row in rows if row.score is not None]
    most = max([row.max_score for row in rows], default=0.0) or 1.0
    # A bonus may lift a score above the maximum; it counts in the last bin.
    places = Counter(min(BINS - 1, max(0, int(BINS * score / most))) for score in scores)
    highest = max(places.values(), default=1)
    for place in range(BINS):
        low, high = most * place / BINS, most * (place + 1) / BINS
        yield Bin(low, high, places[place], round(100 * places[place] / highest))


def _rates(tasks: Sequence[Task], rows: Sequence[Summary]) -> Iterator[TaskRate]:
    graded = [row for row in rows if row.score is not None]
    for place, task in enumerate(tasks):
        states = Counter(row.tasks[place][1] for row in graded)
        there = len(graded) - states[State.ABSENT]
        yield TaskRate(task, states[State.PASSED], there, there - states[State.NOT_BEGUN])


def _modules(assignment: Assignment, rows: Sequence[Summary]) -> Iterator[ModuleRate]:
    graded = [row for row in rows if row.score is not None]
    for module in assignment.modules:
        places = [
            place
            for place, task in enumerate(assignment.tasks)
            if task.module == module.name and not task.extra
        ]
        most = sum(assignment.tasks[place].points for place in places)
        earned = [sum(row.tasks[place][0] for place in places) for row in graded]
        if most:
            yield ModuleRate(module.name, module.title, mean(earned) if earned else 0.0, most)


def _sections(rows: Sequence[Summary]) -> Iterator[SectionRate]:
    """The sections by name; none if the roster has none."""
    people: dict[str, list[Summary]] = {}
    for row in rows:
        people.setdefault(row.section, []).append(row)
    for name in sorted(people) if any(people) else ():
        scores = [row.score for row in people[name] if row.score is not None]
        middle = (mean(scores), median(scores)) if scores else (0.0, 0.0)
        yield SectionRate(name, len(people[name]), len(scores), *middle)


def _together(counts: _RunningCounts) -> Iterator[LinkedChecks]:
    """Groups of checks that the same hand-ins fail, several but not all, largest first."""
    groups: dict[int, list[str]] = {}
    for name, whom in counts.by_whom.items():
        if whom.bit_count() > 1 and counts.failed[name] < counts.runs[name]:
            groups.setdefault(whom, []).append(name)
    several = [(whom, names) for whom, names in groups.items() if len(names) > 1]
    for whom, names in sorted(several, key=lambda one: (-one[0].bit_count(), one[1])):
        some = islice((row for at, row in enumerate(counts.rows) if whom >> at & 1), MOST_NAMED)
        yield LinkedChecks(tuple(sorted(names)), whom.bit_count(), tuple(some))


def _attempts(all_of: Sequence[Attempts]) -> Iterator[AttemptRate]:
    most = max([len(one.points) for one in all_of], default=0)
    for place in range(most if most > 1 else 0):
        points = [[value for _, value in one.points] for one in all_of]
        there = [each for each in points if len(each) > place]
        gains = [each[place] - each[place - 1] for each in there] if place else []
        average = mean(each[place] for each in there)
        yield AttemptRate(place + 1, len(there), average, mean(gains) if gains else None)


def _common(counts: _RunningCounts) -> Iterator[CommonMistake]:
    for key, count in counts.mistakes.most_common(MOST_MISTAKES):
        mistake, example = counts.first[key]
        if count > 1:
            yield CommonMistake(mistake, count, example)
