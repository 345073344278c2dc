"""Combines shards that `batch --shard` graded, each into its own folder, into one class.

Shards need nothing from each other: no scheduler, no port, no common clock. Here their results are
collected, and everything that they must have in common is compared: the checks, and the proof of
the machine (`grader.running.certificate`). Nothing is graded, and no student code is run.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from grader.assignment.config import Assignment
from grader.assignment.digest import module_digests
from grader.commands.classes.members import Class
from grader.commands.classes.plan import inspect, put_unusable, unusable_of
from grader.course.submissions import Attempts
from grader.errors import UsageError
from grader.handins.inspection import inspector
from grader.inside.shortening import listed
from grader.publishing.run import read_attempts, read_context
from grader.report.context import RunContext
from grader.running.certificate import certificate_of
from grader.running.job import Job
from grader.store.reader import StoredResults
from grader.store.writer import FILE, Store

NAMED = 5


@dataclass(frozen=True, slots=True)
class Shard:
    """What one run graded: its folder, how, with which keys, and the digest of each hand-in."""

    folder: Path
    context: RunContext
    keys: Mapping[str, str]
    digests: Mapping[str, str]
    attempts: Mapping[str, Attempts]


def read_shards(assignment: Assignment, folders: Sequence[Path]) -> list[Shard]:
    """The shards in some folders; raises `UsageError` if they aren't parts of one whole."""
    shards = [_read(folder) for folder in folders]
    own = module_digests(assignment)
    keyed = [shard for shard in shards if shard.keys]
    for shard in keyed:
        theirs = dict(shard.context.hashes)
        for module in own:
            if theirs.get(module) != own[module]:
                raise UsageError(
                    f"{shard.folder}: its checks, limits or reference of {module} differ from those"
                    " here; grade it again with the same files"
                )
        if shard.keys != keyed[0].keys:
            names = [f"{one.folder} ({certificate_of(one.keys)[:16]})" for one in (keyed[0], shard)]
            raise UsageError(
                f"{' and '.join(names)} were graded by other graders or in other boxes; grade them "
                "with the same version, on machines of one kind"
            )
    _refuse_conflicts(shards)
    return shards


def _read(folder: Path) -> Shard:
    context = read_context(folder)
    with StoredResults(folder / FILE) as stored:
        keys, digests = stored.keys(), stored.digests_of_handins()
    if len(keys) > 1:
        raise UsageError(f"{folder}: it isn't finished; run its `grader batch --shard` again")
    return Shard(folder, context, keys[0] if keys else {}, digests, read_attempts(folder))


def _refuse_conflicts(shards: Iterable[Shard]) -> None:
    known: dict[str, Shard] = {}
    for shard in shards:
        for student, digest in shard.digests.items():
            other = known.setdefault(student, shard)
            if other.digests[student] != digest:
                raise UsageError(
                    f"{student} is in {other.folder} and in {shard.folder} with other files; "
                    "leave out the older one, or grade that shard again"
                )


def merge(job: Job, many: Class, shards: Sequence[Shard]) -> list[str]:
    """Collect the results of a class in the job's folder, and forget everything else in it.

    Returns the students whose hand-ins are in no shard.
    """
    keys = next((shard.keys for shard in shards if shard.keys), {})
    students = [parcel.student for parcel in many.found.handins]
    unusable = unusable_of(many, job.progress)
    with Store(job.out / FILE) as store:
        for shard in shards:
            store.take(shard.folder / FILE)
        store.keep_only([*students, *unusable], keys)
        put_unusable(store, unusable)
        inspect(store, inspector(job.assignment), job.jobs)
        there = {*store.students()}
    return [student for student in students if student not in there]


def notes(missing: Sequence[str], shards: Sequence[Shard], many: Class) -> Iterable[str]:
    """What staff should know about a class: who is in no shard, and who only in a shard."""
    if missing:
        named = listed(missing, NAMED)
        yield f"in no shard: {named}; grade the shards that are missing, and merge again"
    known = {parcel.student for parcel in many.found.handins} | many.found.problems.keys()
    for shard in shards:
        if strange := sorted(shard.digests.keys() - known):
            named = listed(strange, NAMED)
            yield f"{shard.folder}: left out, since they are not in the class: {named}"
