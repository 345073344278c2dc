"""Grades many hand-ins: what is not known yet goes to judges, every result to disk, then reports.

Hand-ins are opened twice, once to see what has to be graded and once when their turn comes, so
that memory does not grow with the class. What was graded before, with the same files and the same
checks, is never graded again; that is also how an interrupted run goes on.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import Protocol

from grader.assignment import Assignment
from grader.cluster import GradeInGroups, grade_on_cluster
from grader.digest import module_digests
from grader.errors import HandinError, UsageError
from grader.executors.local import Graded
from grader.inspection import CHUNK, Inspector, inspector
from grader.intake import Handin, find_handins, open_handin, student_of
from grader.isolation import Tier
from grader.judge import Unit
from grader.policy import Submitted
from grader.results import HandinResult, ModuleResult
from grader.rubric import NO_WORDS, Rubric
from grader.score import Scored, score
from grader.session import Session, open_session
from grader.station import order_of
from grader.store import FILE, Store, Submission

# So many hand-ins that need no grading are in memory, and go to disk in one commit.
AT_ONCE = 64


class Progress(Protocol):
    """Whoever shows how grading goes on."""

    def begin(self, total: int, known: int) -> None:
        """Grading begins: `total` hand-ins, of which `known` need no grading."""

    def graded(self, student: str, scored: Scored) -> None:
        """One more hand-in is graded, and on disk."""

    def note(self, line: str) -> None:
        """Something that staff should know."""

    def end(self) -> None:
        """Grading has ended or was stopped."""


@dataclass(frozen=True, slots=True)
class Pending:
    """A hand-in of which some modules have to be graded."""

    path: Path
    modules: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Job:
    """One run: the assignment, where results go, how boxes are locked, how many at a time.

    With a `scheduler`, the address of a Dask cluster, its workers grade; then `tier` is the weakest
    isolation that they may have.
    """

    assignment: Assignment
    out: Path
    tier: Tier
    jobs: int
    progress: Progress
    scheduler: str = ""


def grade_folder(job: Job, folder: Path) -> int:
    """Grade every hand-in of a folder; returns how many ids could not be graded at all."""
    found = find_handins(folder)
    if not found.handins and not found.problems:
        raise UsageError(f"{folder}: no hand-ins in it: one folder or archive each is expected")
    for student, why in found.problems.items():
        job.progress.note(f"{student}: {why}")
    grade_paths(job, found.handins)
    return len(found.problems)


def grade_paths(job: Job, paths: Sequence[Path]) -> None:
    """Grade some hand-ins into the job's store; whatever else was in it is forgotten."""
    looking = inspector(job.assignment)
    if not looking.ruff and job.assignment.lint.select:
        job.progress.note("ruff is not installed: nothing is reported on style")
    with Store(job.out / FILE) as store:
        run = _Run(job, store, module_digests(job.assignment))
        store.keep_only(student_of(path) for path in paths)
        pending = run.plan(paths)
        job.progress.begin(len(paths), len(paths) - len(pending))
        try:
            if pending:
                run.grade(pending)
        finally:
            job.progress.end()
        _inspect(job, store, looking)


def _inspect(job: Job, store: Store, looking: Inspector) -> None:
    """Keep how hand-ins are written, of those of which it isn't known."""
    handins = ((digest, store.sources(digest)) for digest in store.uninspected(looking.digest))
    found = looking.inspect(handins, job.jobs)
    while some := list(islice(found, CHUNK)):
        store.put_findings(looking.digest, some)


class _Run:
    def __init__(self, job: Job, store: Store, digests: Mapping[str, str]) -> None:
        self._job = job
        self._store = store
        self._digests = digests
        self._handins: dict[str, Handin] = {}

    def plan(self, paths: Sequence[Path]) -> list[Pending]:
        """Store what needs no grading; the rest, with the modules that have to be graded."""
        pending: list[Pending] = []
        ready = self._ready(paths, pending)
        while some := list(islice(ready, AT_ONCE)):
            self._store.put_handins(some)
        return pending

    def _ready(
        self, paths: Sequence[Path], pending: list[Pending]
    ) -> Iterator[tuple[HandinResult, Mapping[str, str]]]:
        """What needs no grading, and the digests that it is known by; the rest becomes pending."""
        for path in paths:
            try:
                handin = self._open(path)
            except HandinError as error:
                yield HandinResult(student_of(path), "", problem=str(error)), {}
                continue
            digests = self._digests.items()
            missing = [m for m, by in digests if not self._store.knows(handin.digest, m, by)]
            if missing:
                pending.append(Pending(path, tuple(missing)))
            else:
                yield self._result(handin, ()), self._digests

    def grade(self, pending: Sequence[Pending]) -> None:
        """Grade what is pending, hand-in by hand-in; each is on disk before it is shown."""
        needed = {module for each in pending for module in each.modules}
        modules = [module for module in self._digests if module in needed]

        def here(session: Session) -> None:
            self._finish_all(session.grade_in_groups(self._units(pending), job.jobs))

        def there(grade_in_groups: GradeInGroups) -> None:
            self._finish_all(grade_in_groups(self._units(pending)))

        job = self._job
        if job.scheduler:
            order = order_of(job.assignment, modules, job.tier)
            grade_on_cluster(job.assignment, job.scheduler, order, job.progress.note, there)
        else:
            open_session(job.assignment, modules, job.tier, here)

    def _units(self, pending: Sequence[Pending]) -> Iterator[Unit]:
        for each in pending:
            handin = self._open(each.path)
            self._handins[handin.student] = handin
            yield Unit(handin.student, handin.files, handin.problems, each.modules)

    def _finish_all(self, groups: Iterable[Sequence[Graded]]) -> None:
        """Keep what is graded, a group in one commit; then, and only then, show it."""
        for group in groups:
            done = [self._submission(self._handins.pop(unit.student), r) for unit, r in group]
            self._store.put_many(done)
            for submission in done:
                result = submission.result
                self._job.progress.graded(result.student, score(self._job.assignment, result))

    def _open(self, path: Path) -> Handin:
        assignment = self._job.assignment
        return open_handin(path, assignment.intake, assignment.known_files)

    def _known(self, handin: Handin, module: str) -> ModuleResult | None:
        return self._store.known(handin.digest, module, self._digests[module])

    def _submission(self, handin: Handin, results: Sequence[ModuleResult]) -> Submission:
        new = {result.module: result for result in results}
        modules = [new.get(module) or self._known(handin, module) for module in self._digests]
        found = [module for module in modules if module is not None]
        return Submission(self._result(handin, found), self._digests)

    def _result(self, handin: Handin, modules: Sequence[ModuleResult]) -> HandinResult:
        return HandinResult(
            student=handin.student,
            digest=handin.digest,
            modules=tuple(modules),
            notes=handin.notes,
            sources=handin.files,
        )


def graded(
    assignment: Assignment,
    out: Path,
    submitted: Mapping[str, Submitted] | None = None,
    rubric: Rubric | None = None,
) -> Iterator[tuple[HandinResult, Scored]]:
    """Everything in a store with its score, sorted by student, one at a time."""
    with Store(out / FILE) as store:
        for result in store.submissions():
            when = (submitted or {}).get(result.student)
            words = rubric.of(result.student) if rubric else NO_WORDS
            yield result, score(assignment, result, when, words)
