"""What the page of one hand-in shows, chosen and cut to size; templates only lay it out.

Tasks are in the order of `config.yaml`, as in all tables; `fixes` says which of them come first.

Each lost task leads with one check: the one whose evidence is complete and smallest. The evidence
on a page has a budget of bytes, so that no hand-in makes its page slow to open; what doesn't fit is
reduced to its one line of text.
"""

import re
from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from grader.assignment.config import Assignment, Module, RevealLevel, Task
from grader.course.submissions import SubmittedAttempt
from grader.inside.module_names import file_of, files_of
from grader.inside.shortening import cut
from grader.report.content.absent import Gap, gap_of
from grader.report.content.excerpts import Excerpt, excerpts, with_folded
from grader.report.content.exhibits import EvidenceView, evidence_size, evidence_view
from grader.report.content.feedback import revealed
from grader.results import CheckResult, HandinResult
from grader.scoring.score import HandinScore, TaskScore
from grader.statuses import STATUS_MEANING, Status
from grader.student.evidence import TreePicture
from grader.student.pythons.versions import with_packing

PAGE_BYTES, SOURCE_BYTES = 64_000, 18_000
# The statuses of checks that could not be run because of the module's file.
NEVER_RUN = (Status.MISSING, Status.ERROR, Status.TIMEOUT, Status.CRASHED, Status.MEMORY)
LEAST_SOURCE, MESSAGE, MOST_SHOWN = 2_000, 600, 3
# A node of a drawn tree takes as long to read as so many characters of a call.
NODE = 20


@dataclass(frozen=True, slots=True)
class CheckView:
    """One failed check for `alike` that fail with the same words; `also` names the others."""

    title: str
    public: bool
    status: Status
    message: str
    evidence: EvidenceView | None = None
    alike: int = 1
    also: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class TaskView:
    """One task: its score, what to fix first, and what else was found.

    `gap` if it says itself that it isn't written.
    """

    id: str
    title: str
    score: TaskScore
    extra: bool
    headline: str
    failed: tuple[CheckView, ...]
    passed: tuple[str, ...]
    excerpts: tuple[Excerpt, ...]
    more: int
    gap: Gap | None


@dataclass(frozen=True, slots=True)
class ModuleView:
    """One module with its Autolab figure.

    `fault` is why none of its checks could be run, `gap` why there is nothing to run. `imports` are
    the other modules that it needs.
    """

    name: str
    title: str
    file: str
    passed: int
    total: int
    points: float
    max_points: float
    tasks: tuple[TaskView, ...]
    fault: str
    gap: Gap | None
    imports: tuple[str, ...]


def modules_of(
    assignment: Assignment, result: HandinResult, scored: HandinScore, level: RevealLevel
) -> tuple[ModuleView, ...]:
    """All modules of a hand-in; hidden checks are shown as `level` allows."""
    page = _Page(assignment, result, scored, level)
    return tuple([page.module(module) for module in assignment.modules])


class _Page:
    """The parts of one page, which share its budgets for evidence and for source."""

    def __init__(
        self,
        assignment: Assignment,
        result: HandinResult,
        scored: HandinScore,
        level: RevealLevel,
    ) -> None:
        self._assignment = assignment
        self._sources: Mapping[str, str] = result.sources or {}
        self._notes = result.notes
        self._scored = scored
        self._level = level
        # How many bytes of each may still be shown, and which places of the source are shown.
        self._evidence_left, self._source_left = PAGE_BYTES, SOURCE_BYTES
        self._shown: set[tuple[str, int]] = set()

    def module(self, module: Module) -> ModuleView:
        tasks = tuple([self._task(module, task) for task in module.tasks])
        passed, total = self._scored.figures[module.name]
        points = sum(task.score.points for task in tasks)
        most = sum(task.score.max_points for task in tasks)
        names = (module.name, module.title, module.handed_in)
        scores = [task.score for task in tasks]
        gap = gap_of(scores)
        fault = "" if gap else with_packing(fault_of(scores, self._level), self._notes)
        imports = self._imports(module)
        return ModuleView(*names, passed, total, points, most, tasks, fault, gap, imports)

    def _imports(self, module: Module) -> tuple[str, ...]:
        # Students' tests are judged on solutions other than their own.
        if module.name == self._assignment.student_tests:
            return ()
        others = [other.name for other in self._assignment.modules]
        return imported_modules(self._sources, module.name, others)

    def _task(self, module: Module, task: Task) -> TaskView:
        score = self._scored.tasks[task.id]
        failing, passed = seen(score, self._level)
        groups = list(_alike(failing))
        return TaskView(
            id=task.id,
            title=task.title,
            score=score,
            extra=task.extra,
            headline=with_packing(headline(score, next(iter(failing), None)), self._notes),
            failed=tuple([self._check(group) for group in groups[:MOST_SHOWN]]),
            passed=tuple([check.title for check in passed]),
            excerpts=() if score.passed else tuple(self._excerpts(module, task, failing)),
            more=sum(len(group) for group in groups[MOST_SHOWN:]),
            gap=gap_of([score]),
        )

    def _check(self, group: Sequence[CheckResult]) -> CheckView:
        check = group[0]
        others = group[1:] if check.status is Status.FAILED else ()
        also = tuple(_counted([other.title for other in others]))
        words = (check.title, check.public, check.status, _message(check))
        view = CheckView(*words, alike=len(group), also=also)
        # If a function isn't there, its call says nothing.
        if check.evidence is None or check.status is Status.MISSING:
            return view
        evidence = evidence_view(check.evidence)
        size = evidence_size(evidence)
        if size > self._evidence_left:
            return view
        self._evidence_left -= size
        return replace(view, evidence=evidence)

    def _excerpts(
        self, module: Module, task: Task, failing: Sequence[CheckResult]
    ) -> list[Excerpt]:
        if self._source_left < LEAST_SOURCE:  # highlighting is slow: skip what won't fit
            return []
        ways = [check.evidence.frames[-3:] for check in failing if check.evidence]
        frames = [frame for way in ways for frame in way][:6]
        found = excerpts(self._sources, module.file, task.functions, frames)
        parts = [excerpt for excerpt in found if self._take(excerpt)]
        # The place of the error says more than the way to it.
        return with_folded(parts, [frame for way in ways for frame in reversed(way)])

    def _take(self, excerpt: Excerpt) -> bool:
        """Account for an excerpt; returns whether it fits, and its place isn't shown yet."""
        place = (excerpt.file, max(line.number for line in excerpt.lines))
        if place in self._shown or excerpt.size > self._source_left:
            return False
        self._shown.add(place)
        self._source_left -= excerpt.size
        return True


def fault_of(scores: Sequence[TaskScore], level: RevealLevel) -> str:
    """Why no check of a module could be run; empty if one could, or has its own message.

    If only hidden checks say it, just the kind of fault is shown, unless they are shown in full.
    """
    # After an endless import, all but the first check of each task are skipped.
    run = [[one for one in task.checks if one.status is not Status.SKIPPED] for task in scores]
    checks = [check for task in run for check in task]
    causes = {check.message for check in checks}
    alike = len(causes) == 1 and all(check.status in NEVER_RUN for check in checks)
    if not (alike and all(run)):
        return ""
    asked = any(check.evidence and check.evidence.call for check in checks)
    if asked:
        return ""
    least = level if level is RevealLevel.FULL else RevealLevel.DIAGNOSIS
    shown = revealed(min(checks, key=lambda check: not check.public), least)
    return _message(shown) if shown else ""


def seen(score: TaskScore, level: RevealLevel) -> tuple[list[CheckResult], list[CheckResult]]:
    """The checks of a task that its author may see: failing (the most telling first), passed."""
    shown = [c for check in score.checks if (c := revealed(check, level)) is not None]
    failing = sorted([check for check in shown if not check.passed], key=_rank)
    return failing, [check for check in shown if check.passed]


def _rank(check: CheckResult) -> tuple[bool, bool, bool, bool, int, int]:
    """Sorts first what was run, has a call, is public, asks little and is small.

    A call may name a large tree without showing it, so the nodes of a drawn one count, too.

    Before these come checks shown with the calls that spoil them: the task's other checks may be
    right when asked alone, too, and explain nothing.
    """
    call = check.evidence.call if check.evidence else ""
    asked = check.evidence.calls if check.evidence else 0
    tree = check.evidence.picture if check.evidence else None
    drawn = sum(1 for _ in tree.root.nodes()) if isinstance(tree, TreePicture) else 0
    spoilt = check.evidence is not None and check.evidence.after > 0
    skipped = check.status is Status.SKIPPED
    return (skipped, not call, not spoilt, not check.public, asked, len(call) + NODE * drawn)


def _alike(failing: Sequence[CheckResult]) -> Iterator[list[CheckResult]]:
    """Checks that fail with the same words, together, each group in the place of its first."""
    groups: dict[str, list[CheckResult]] = {}
    for check in failing:
        groups.setdefault(check.message, []).append(check)
    yield from groups.values()


def _counted(titles: Sequence[str]) -> Iterator[str]:
    for title, count in Counter(titles).items():
        yield f"{title} ({count} times)" if count > 1 else title


def headline(score: TaskScore, check: CheckResult | None) -> str:
    """Why a task was lost, in one line: how far it got, the mistake if its advice is known, or else
    what happened; empty if it wasn't lost.

    `check` is the most telling of its failing checks that may be shown, if any.
    """
    if score.passed:
        return ""
    if score.share:
        return score.share
    if check is not None:
        evidence = check.evidence if check.status is Status.FAILED else None
        # That it is right alone says more than a mistake that gives the same answers.
        named = evidence.hint if evidence and not evidence.after else ""
        return named or _message(check)
    if score.checks:
        return "a hidden check of this task failed"
    return "nothing of this task could be checked"


def lead(score: TaskScore) -> CheckResult | None:
    """The check that best explains why a task was lost, for those who may see everything."""
    return min([check for check in score.checks if not check.passed], key=_rank, default=None)


def _message(check: CheckResult) -> str:
    return cut(check.message, MESSAGE) or STATUS_MEANING[check.status]


# -- what a file imports --------------------------------------------------------------------------

# Imports are found by their lines, not by a parser: a file that isn't valid Python has them, too.
IMPORT = re.compile(
    r"^[ \t]*(?:from[ \t]+([\w.]+)[ \t]+import\b|import[ \t]+([\w.]+(?:[ \t]*,[ \t]*[\w.]+)*))",
    re.MULTILINE,
)


def imported_modules(
    sources: Mapping[str, str], module: str, modules: Collection[str]
) -> tuple[str, ...]:
    """Those of the `modules` that this one needs, also through other files of the hand-in."""
    by_file = {file_of(name): name for name in modules}
    found, todo = {file_of(module): None}, [file_of(module)]
    while todo:
        for file in _imported_files(sources.get(todo.pop(0), "")):
            if file not in found and (file in sources or file in by_file):
                found[file] = None
                todo.append(file)
    return tuple([by_file[file] for file in found if file in by_file and by_file[file] != module])


def _imported_files(text: str) -> Iterator[str]:
    for found in IMPORT.finditer(text):
        for name in (found[1] or found[2]).split(","):
            yield from files_of(name.strip())


# -- attempts -------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class AttemptView:
    """An attempt: its number, when it came in, its points for required tasks, as far as known."""

    number: int
    at: datetime | None
    late: bool
    points: float | None
    counts: bool


def history(scored: HandinScore) -> list[AttemptView]:
    """All known attempts, in order; none if there is only one."""
    points = dict(scored.graded.points) if scored.graded else {}
    known = [one.version for one in scored.attempts]
    others = [SubmittedAttempt(None, version) for version in points if version not in known]
    attempts = sorted([*scored.attempts, *others], key=lambda one: one.version)
    if len(attempts) < 2:
        return []
    counting = scored.attempt or (scored.graded and SubmittedAttempt(None, scored.graded.counts))
    return [
        # Members of a group may have attempts with the same number, of which one was graded.
        AttemptView(
            one.version,
            one.at,
            one.late,
            points.get(one.version) if known.count(one.version) < 2 else None,
            one == counting,
        )
        for one in attempts
    ]
