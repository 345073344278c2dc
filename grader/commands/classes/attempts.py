"""Grades every attempt in a download: so that the best one counts, or to show students' progress.

Earlier attempts go to judges like hand-ins, in rounds: the first of each student, then the second,
and so on; their results are stored by their files, but only the attempt that counts is anybody's
hand-in. So nothing is graded twice, and an interrupted run leaves no wrong attempt in a report.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from itertools import count

from grader.assignment.config import Assignment, CountedAttempt
from grader.commands.classes.members import Class
from grader.course.submissions import Attempts
from grader.errors import HandinError
from grader.handins.parcels import Parcel
from grader.handins.whose.tries import Versions
from grader.results import HandinResult
from grader.running.job import Job, PendingHandin
from grader.scoring.lateness import version_that_counts
from grader.scoring.score import Facts, TaskScore, score
from grader.scoring.total import total
from grader.store.writer import FILE, Store

Digests = Mapping[Parcel, str]


def grade_attempts(job: Job, many: Class, facts_of: Callable[[str], Facts]) -> dict[str, Attempts]:
    """Grade all attempts of students who have several; returns which one of each counts."""
    found = many.found.attempts
    with Store(job.out / FILE) as store:
        keys = job.keys
        digests = _digests(job, found)
        for place in count():
            rounds = [list(found[student].values()) for student in sorted(found)]
            parcels = [each[place][0] for each in rounds if place < len(each)]
            if not parcels:
                break
            _grade_round(job, store, keys, {parcel: digests[parcel] for parcel in parcels})

        def results(student: str) -> Iterator[tuple[int, HandinResult | None]]:
            for version, (parcel, _) in sorted(found[student].items()):
                yield version, _result(store, keys, parcel.student, digests[parcel])

        return {
            student: _outcome(job.assignment, results(student), facts_of(student))
            for student in sorted(found)
        }


def _digests(job: Job, attempts: Mapping[str, Versions]) -> Digests:
    """The digest of each attempt; empty for one that can't be opened."""
    parcels = [parcel for each in attempts.values() for parcel, _ in each.values()]
    opened = job.open_all(parcels)
    return {parcel: "" if isinstance(one, HandinError) else one.digest for parcel, one in opened}


def _grade_round(job: Job, store: Store, keys: Mapping[str, str], attempts: Digests) -> None:
    pending = list(_pending(store, keys, attempts))
    if not pending:
        return
    from grader.running.grading import Grading  # imported only now: it is slow

    job.progress.begin(len(pending), 0)
    try:
        Grading(job, store, keys, store.put_results).grade(pending)
    finally:
        job.progress.end()


def _pending(store: Store, keys: Mapping[str, str], attempts: Digests) -> Iterator[PendingHandin]:
    coming = {""}
    for parcel, digest in attempts.items():
        missing = store.missing(digest, keys)
        if missing and digest not in coming:
            coming.add(digest)
            yield PendingHandin(parcel, missing, missing)


def _outcome(
    assignment: Assignment, results: Iterator[tuple[int, HandinResult | None]], facts: Facts
) -> Attempts:
    policy, points = assignment.policy, []
    versions: list[int] = []
    best = (-1.0, 0.0, 0)
    for version, result in results:
        versions.append(version)
        scored = score(assignment, result, facts.choosing(version)) if result else None
        if scored is None or scored.score is None:
            continue
        points.append((version, required_points(assignment, scored.tasks)))
        if policy.attempts.most is None or version <= policy.attempts.most:
            best = max(best, (scored.score, scored.extra, version))
    last = version_that_counts(policy, facts.attempts, versions)
    best_counts = policy.attempts.counts is CountedAttempt.BEST and best[0] >= 0
    return Attempts(best[2] if best_counts else last, tuple(points))


def required_points(assignment: Assignment, tasks: Mapping[str, TaskScore]) -> float:
    """The points for required tasks."""
    return total(tasks[task.id].points for task in assignment.tasks if not task.extra)


def _result(
    store: Store, keys: Mapping[str, str], student: str, digest: str
) -> HandinResult | None:
    modules = store.known(digest, keys)
    if len(modules) < len(keys):  # it can't be opened, or the grader was at fault
        return None
    return HandinResult(student, digest, tuple(modules))


def with_best(many: Class, outcomes: Mapping[str, Attempts]) -> Class:
    """The class, with the attempts that count as its hand-ins."""
    versions = many.found.attempts
    handins = [
        versions[parcel.student][outcomes[parcel.student].counts][0]
        if parcel.student in outcomes
        else parcel
        for parcel in many.found.handins
    ]
    arrivals = {student: versions[student][one.counts][1] for student, one in outcomes.items()}
    best = {s: f"{s}: version {one.counts} is graded" for s, one in outcomes.items()}
    about_versions = tuple([f"{student}: version " for student in best])
    notes = [note for note in many.found.notes if not note.startswith(about_versions)]
    notes += [f"{line}, of {len(versions[student])}" for student, line in best.items()]
    found = replace(
        many.found,
        handins=tuple(handins),
        arrivals={**many.found.arrivals, **arrivals},
        notes=tuple(notes),
    )
    return replace(many, found=found)
