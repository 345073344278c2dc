"""Grades many hand-ins: whatever isn't known yet goes to judges, and every result to disk.

Hand-ins are opened twice, once to see what has to be graded and once when their turn comes, so that
memory doesn't grow with the class. What was graded before, with the same files, checks and kind of
box, is never graded again; that is also how an interrupted run continues.
"""

from collections.abc import Iterator, Mapping, Sequence
from itertools import islice
from pathlib import Path
from types import MappingProxyType

from grader.errors import HandinError, UsageError
from grader.handins.inspection import CHUNK, Inspector, inspector
from grader.handins.intake import find_handins, student_of
from grader.results import HandinResult
from grader.running.job import Job, Pending, result_of
from grader.store.writer import FILE, Store

# So many hand-ins that need no grading are in memory, and go to disk in one commit.
AT_ONCE = 64


def grade_folder(job: Job, folder: Path) -> int:
    """Grade every hand-in of a folder; returns how many ids could not be graded at all.

    These have a row too, which says why.
    """
    found = find_handins(folder)
    if not found.handins and not found.problems:
        raise UsageError(f"{folder}: no hand-ins in it: one folder or archive each is expected")
    for student, why in found.problems.items():
        job.progress.note(f"{student}: {why}")
    grade_paths(job, found.handins, found.problems)
    return len(found.problems)


def grade_paths(
    job: Job, paths: Sequence[Path], unusable: Mapping[str, str] = MappingProxyType({})
) -> None:
    """Grade some hand-ins into the job's store; whatever else was in it is forgotten.

    `unusable` says of ids that hand-ins can't be graded under why not.
    """
    looking = inspector(job.assignment)
    if not looking.ruff and job.assignment.lint.select:
        job.progress.note("ruff is not installed: nothing is reported on style")
    with Store(job.out / FILE) as store:
        keys = job.keys()
        store.keep_only([*map(student_of, paths), *unusable], keys)
        store.put_handins((_without(student, why), {}) for student, why in unusable.items())
        pending, known = _plan(job, store, keys, paths)
        job.progress.begin(len(pending) + known, known)
        try:
            if pending:
                _grade(job, store, keys, pending)
        finally:
            job.progress.end()
        _inspect(job, store, looking)


def _grade(job: Job, store: Store, keys: Mapping[str, str], pending: Sequence[Pending]) -> None:
    # Only now: to import it takes longer than all the rest if nothing is pending.
    from grader.running.grading import Grading

    Grading(job, store, keys).grade(pending)


def _inspect(job: Job, store: Store, looking: Inspector) -> None:
    """Keep how hand-ins are written, of those of which it isn't known."""
    handins = ((digest, store.sources(digest)) for digest in store.uninspected(looking.digest))
    found = looking.inspect(handins, job.jobs)
    while some := list(islice(found, CHUNK)):
        store.put_findings(looking.digest, some)


def _without(student: str, why: str) -> HandinResult:
    """The result of what can't be graded."""
    return HandinResult(student, "", problem=why)


def _plan(
    job: Job, store: Store, keys: Mapping[str, str], paths: Sequence[Path]
) -> tuple[list[Pending], int]:
    """Store what needs no grading; the rest, with the modules that have to be graded.

    Returns also how many were graded before; those that can't be opened are none of them.
    """
    known = 0
    pending: list[Pending] = []
    # Most lack the same modules, and all of them are in memory at a time.
    shared: dict[tuple[str, ...], tuple[str, ...]] = {}

    def ready() -> Iterator[tuple[HandinResult, Mapping[str, str]]]:
        """What needs no grading, and the keys that it is known by; the rest becomes pending."""
        nonlocal known
        for path in paths:
            try:
                handin = job.open(path)
            except HandinError as error:
                yield _without(student_of(path), str(error)), {}
                continue
            graded = store.graded(handin.digest)
            missing = [module for module, by in keys.items() if (module, by) not in graded]
            if missing:
                modules = tuple(missing)
                pending.append(Pending(path, shared.setdefault(modules, modules)))
            else:
                known += 1
                yield result_of(handin), keys

    rest = ready()
    while some := list(islice(rest, AT_ONCE)):
        store.put_handins(some)
    return pending, known
