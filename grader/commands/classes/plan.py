"""Grades many hand-ins: those not known yet go to judges, and every result to disk.

Hand-ins are opened twice, once to see what must be graded and once when their turn comes, so that
memory use doesn't grow with the class. Whatever was graded before, with the same files, checks and
kind of box, is never graded again; that is also how an interrupted run continues.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from types import MappingProxyType

from grader.commands.classes.members import Class
from grader.course.clock import moment_now
from grader.errors import HandinError
from grader.handins.finding import HandinList
from grader.handins.inspection import Inspector, inspector
from grader.handins.parcels import Parcel
from grader.report.context import RunContext
from grader.results import NOTHING, HandinResult
from grader.running.certificate import certificate_of
from grader.running.job import (
    Job,
    PendingHandin,
    ProgressDisplay,
    asked_of,
    result_of,
    result_without,
)
from grader.sandbox import doctor
from grader.sandbox.kernel.forked import CHUNK
from grader.sandbox.tiers import IsolationReport
from grader.scoring.score import score
from grader.store.writer import FILE, Store
from grader.student.plural import numbered

# So many hand-ins that need no grading are held in memory, and stored in one commit.
AT_ONCE = 64


def everybody(_student: str) -> bool:
    """Select everybody who handed in."""
    return True


def grade_class(job: Job, many: Class, wanted: Callable[[str], bool] = everybody) -> int:
    """Grade every hand-in of a class, or those of students who are `wanted`.

    Returns how many hand-ins couldn't be graded at all, or may be among the unused files. Those
    with an id also get a row, which says why; so do students who handed in nothing.
    """
    grade_parcels(job, many.found.handins, unusable_of(many, job.progress), wanted)
    return len(many.found.problems) + many.found.unresolved + many.found.doubtful


def unusable_of(many: Class, progress: ProgressDisplay) -> dict[str, str]:
    """The students without a gradable hand-in, and why; tells staff that and all other notes."""
    for line in (*_sum(many.found), *many.found.notes):
        progress.note(line)
    for student, why in many.found.problems.items():
        progress.note(f"{student}: {why}")
    return dict(many.found.problems) | dict.fromkeys(many.absent, NOTHING)


def _sum(found: HandinList) -> Iterator[str]:
    """What happened to the entries of a download, in total."""
    one = found.counts
    if found.system:
        entries = numbered(one.entries, "entry", "entries")
        handins = numbered(len(found.handins), "hand-in")
        yield (
            f"a download of {found.system}: {entries} = {one.used:,} in {handins}"
            f" + {one.earlier:,} of earlier attempts + {one.unused:,} not used"
        )
    if found.unresolved:
        yield f"{found.unresolved:,} of these not used are hand-ins of nobody who could be found"
    for line in found.ignored if found.unresolved or found.doubtful else ():
        yield f"not used: {line}"


def grade_parcels(
    job: Job,
    parcels: Sequence[Parcel],
    unusable: Mapping[str, str] = MappingProxyType({}),
    wanted: Callable[[str], bool] = everybody,
) -> None:
    """Grade some hand-ins into the job's store, and forget everything else in it.

    Hand-ins that aren't `wanted` stay in the store as they are, graded or not. `unusable` maps ids
    without a gradable hand-in to the reasons.
    """
    looking = inspector(job.assignment)
    if not looking.ruff and job.assignment.lint.select:
        job.progress.note("ruff is not installed: nothing is reported on style")
    with Store(job.out / FILE) as store:
        keys = job.keys
        store.keep_only([*[parcel.student for parcel in parcels], *unusable], keys)
        put_unusable(store, unusable)
        plan = _plan(job, store, keys, [parcel for parcel in parcels if wanted(parcel.student)])
        known = len(plan.known)
        job.progress.begin(len(plan.pending) + len(plan.twins) + known, known)
        try:
            if plan.pending:
                _grade(job, store, keys, plan.pending)
            _share(job, store, keys, plan.twins)
        finally:
            job.progress.end()
        inspect(store, looking, job.jobs)


def _share(job: Job, store: Store, keys: Mapping[str, str], twins: Sequence[Parcel]) -> None:
    """Give students with the same files as somebody else the same results; grade the rest."""
    plan = _plan(job, store, keys, twins)
    for student, digest in plan.known:
        result = HandinResult(student, digest, tuple(store.known(digest, keys)))
        job.progress.graded(student, score(job.assignment, result))
    again = [*[pending.parcel for pending in plan.pending], *plan.twins]
    if again:  # its first grading failed by a fault of the grader
        modules = tuple(keys)
        _grade(job, store, keys, [PendingHandin(parcel, modules, modules) for parcel in again])


def _grade(
    job: Job, store: Store, keys: Mapping[str, str], pending: Sequence[PendingHandin]
) -> None:
    # Created only now: slow if nothing is pending.
    from grader.running.grading import Grading

    Grading(job, store, keys).grade(pending)


def context_of(job: Job, machine: IsolationReport | None) -> RunContext:
    """How a run was graded; `machine` is None for one on a cluster."""
    tier, facts = doctor.MEANING[job.tier], [f"on the workers of {job.scheduler}"]
    if machine is None:
        tier = f"at least {tier}"
    else:
        facts = [f"{fact.name}: {fact.detail}" for fact in machine.facts if fact.available]
    return RunContext(
        title=job.assignment.title,
        tier=tier,
        facts=tuple(facts),
        versions=doctor.versions(),
        hashes=tuple(job.digests.items()),
        date=moment_now(),
        certificate=certificate_of(job.keys),
    )


def put_unusable(store: Store, unusable: Mapping[str, str]) -> None:
    """Store the students without a gradable hand-in, with the reasons."""
    store.put_handins((result_without(student, why), {}) for student, why in unusable.items())


def inspect(store: Store, looking: Inspector, jobs: int) -> None:
    """Inspect and store the style of hand-ins for which that isn't stored."""
    handins = ((digest, store.sources(digest)) for digest in store.uninspected(looking.digest))
    found = looking.inspect(handins, jobs)
    while some := list(islice(found, CHUNK)):
        store.put_findings(looking.digest, some)


@dataclass(frozen=True, slots=True)
class _Plan:
    """What must be graded, what was graded before, and who handed in the same as somebody else.

    What was graded before is given by student and digest. Hand-ins that can't be opened are in none
    of these.
    """

    pending: Sequence[PendingHandin]
    known: Sequence[tuple[str, str]]
    twins: Sequence[Parcel]


def _plan(job: Job, store: Store, keys: Mapping[str, str], parcels: Sequence[Parcel]) -> _Plan:
    """Store what needs no grading; the rest is pending, each with the modules to grade."""
    known: list[tuple[str, str]] = []
    pending: list[PendingHandin] = []
    twins: list[Parcel] = []
    coming: set[str] = set()
    # Most lack the same modules, and all are in memory at once: share the tuples.
    shared: dict[tuple[str, ...], tuple[str, ...]] = {}

    def once(modules: tuple[str, ...]) -> tuple[str, ...]:
        return shared.setdefault(modules, modules)

    def ready() -> Iterator[tuple[HandinResult, Mapping[str, str]]]:
        """Hand-ins that need no grading, with their keys; the rest becomes pending."""
        for parcel, handin in job.open_all(parcels):
            if isinstance(handin, HandinError):
                yield result_without(parcel.student, str(handin)), {}
                continue
            missing = store.missing(handin.digest, keys)
            if not missing:
                known.append((handin.student, handin.digest))
                yield result_of(handin), keys
            elif handin.digest in coming:
                twins.append(parcel)
            else:
                coming.add(handin.digest)
                asked = asked_of(handin, missing)
                pending.append(PendingHandin(parcel, once(missing), once(asked)))

    rest = ready()
    while some := list(islice(rest, AT_ONCE)):
        store.put_handins(some)
    return _Plan(pending, known, twins)
