"""Commands that grade: batch, merge, grade, check and debug.

What grades is imported by those that grade: pytest and hypothesis take long.
"""

import argparse
import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from tempfile import TemporaryDirectory

from grader.assignment.config import Assignment, Counting
from grader.assignment.digest import module_digests
from grader.assignment.load import load
from grader.commands import batch
from grader.commands import merge as merging
from grader.commands.arguments.shared import cores
from grader.commands.attempts import grade_attempts, with_best
from grader.commands.planted import handin_at
from grader.commands.terminal import Terminal, say, say_handin, say_json, terminal
from grader.commands.verbs.options import (
    load_for,
    minimum_of,
    refuse_unusable_out,
    refuse_within,
    tier_for,
)
from grader.commands.verbs.reporting import publish_and_say
from grader.course.released import read_released
from grader.course.roster import FILE as ROSTER
from grader.course.roster import complete_roster
from grader.course.submissions import FILE as SUBMISSIONS
from grader.course.submissions import complete_submissions, other_times
from grader.errors import UsageError
from grader.handins.finding import Found
from grader.handins.parcels import parcel_of, student_of
from grader.handins.systems.pattern import pattern_of
from grader.publishing.regrade import (
    refuse_while_applying,
)
from grader.publishing.run import (
    Beside,
    Run,
    class_page,
    publish,
    read_attempts,
    read_beside,
    remember,
    summary_json,
)
from grader.report.context import RunContext
from grader.running.certificate import certificate_of
from grader.running.job import Job
from grader.sandbox import doctor
from grader.sandbox.tiers import IsolationReport, probe
from grader.store.writer import FILE


def run_check(options: argparse.Namespace) -> int:
    from grader.commands.check import check_folder

    assignment = load_for(options.folder, options)
    result, scored = check_folder(assignment, options.folder)
    say_handin(options, assignment, result, scored)
    return 0


def run_grade(options: argparse.Namespace) -> int:
    """A class of one: it is stored, and scored from there, also where nobody asks for a report."""
    assignment = load_for(options.submission, options)
    with handin_at(options.submission, assignment) as handin:
        return _grade(handin, assignment, options)


def _grade(handin: Path, assignment: Assignment, options: argparse.Namespace) -> int:
    if not handin.exists():
        raise UsageError(f"{handin}: there is no such hand-in")
    machine = probe()
    tier = tier_for(assignment, machine)
    where = Path(os.path.abspath(handin))  # beside `..` is not the present folder
    parcel = parcel_of(handin, student_of(where))
    beside = read_beside(where.parent, assignment)
    # Whoever names a folder in a hand-in by mistake should see whose file that is.
    for line in beside.cautions():
        Terminal().note(line)
    for place in beside.sources(parcel.student):
        Terminal().note(f"{place}: it is read too; make sure that it is yours")
    with _results_folder(options) as out:
        job = Job(assignment, out, tier, 1, terminal(quiet=options.quiet))
        pins = read_released(out)
        batch.grade_parcels(job, [parcel])
        run = Run(assignment, out, beside, _context(job, machine), released=pins)
        if options.out is not None:
            publish(run)
        [(result, scored)] = run.graded()
    say_handin(options, assignment, result, scored)
    if options.out is not None and not options.json and not options.quiet:
        say(f"report: {class_page(run)}")
    return 1 if scored.score is None and not scored.problem else 0


@contextmanager
def _results_folder(options: argparse.Namespace) -> Iterator[Path]:
    if options.out is not None:
        refuse_within(options.submission, options.out)
        refuse_unusable_out(options.out)
        yield options.out
        return
    with TemporaryDirectory(prefix="grade") as name:
        yield Path(name)


def run_batch(options: argparse.Namespace) -> int:
    assignment, folder = _assignment_and_folder(options)
    if options.resume and not (options.out / FILE).exists():
        raise UsageError(f"{options.out}: it has no earlier results; leave out --resume")
    refuse_unusable_out(options.out)
    # On a cluster every worker chooses for itself, and this machine runs no student's code.
    machine = None if options.scheduler else probe()
    tier = minimum_of(assignment) if machine is None else tier_for(assignment, machine)
    progress = terminal(quiet=options.quiet)
    job = Job(assignment, options.out, tier, options.jobs, progress, options.scheduler)
    refuse_while_applying(options.out)
    # Staff's own files are read first: a fault in them must not show after an hour of grading.
    beside, many = _class(options, assignment, folder)
    pins = read_released(options.out)
    wanted = _wanted(options, many)
    if options.shard:
        many = batch.shard_of(many, *options.shard)
    attempts = read_attempts(options.out)
    if options.attempts or assignment.policy.attempts.counts is Counting.BEST:
        new = grade_attempts(job, many, beside.facts)
        attempts |= new
        many = with_best(many, new)
    not_gradable = batch.grade_class(job, many, wanted)
    aside, context = many.found.ignored, _context(job, machine)
    run = Run(assignment, options.out, beside, context, aside, pins, attempts)
    if options.shard:
        return _end_of_shard(options, run)
    complete = publish_and_say(options, run, many.students, job.jobs)
    return 1 if not_gradable or not complete else 0


def _assignment_and_folder(options: argparse.Namespace) -> tuple[Assignment, Path]:
    """The assignment, and the folder of a class or of its download."""
    # The file may be beside the hand-ins, but in none of them.
    folder = options.folder if options.folder.is_dir() else options.folder.parent
    beside_it = options.config.resolve().parent == folder.resolve()
    assignment = load(options.config) if beside_it else load_for(options.folder, options)
    refuse_within(options.folder, options.out)
    return assignment, folder


def _class(
    options: argparse.Namespace, assignment: Assignment, folder: Path
) -> tuple[Beside, batch.Class]:
    """What staff keep beside the hand-ins, completed by what a download says; and the class."""
    beside = read_beside(folder, assignment)
    for line in beside.cautions():
        terminal(quiet=options.quiet).note(line)
    pattern = pattern_of(options.names) if options.names else None
    many = batch.find_class(assignment, options.folder, beside.roster, pattern, beside.submitted)
    if many.found.system:
        progress = terminal(quiet=options.quiet)
        for line in other_times(beside.submitted, _times(many.found)):
            progress.note(line)
        _complete(progress, folder, many.found)
        beside = read_beside(folder, assignment)
    return beside, many


def _end_of_shard(options: argparse.Namespace, run: Run) -> int:
    """Remember a shard, of which no report is written, and say how to go on."""
    remember(run)
    summary, (number, shards) = summary_json(run), options.shard
    count, broken = summary["students"], summary["without_score"]["broken"]
    if options.json:
        found = {"shard": f"{number}/{shards}", "students": count, "broken": broken}
        say_json(found)
    elif not options.quiet:
        say(f"shard {number} of {shards}: {count} hand-ins, graded into {run.out}")
        say("one report of all shards: grader merge FOLDER SHARD … --out DIR")
    return 1 if broken else 0


def run_merge(options: argparse.Namespace) -> int:
    assignment, folder = _assignment_and_folder(options)
    shards = merging.read_shards(assignment, options.shards)
    refuse_unusable_out(options.out)
    refuse_while_applying(options.out)
    beside, many = _class(options, assignment, folder)
    pins = read_released(options.out)
    progress = terminal(quiet=options.quiet)
    # Nothing is graded: no box is made, of whatever kind.
    job = Job(assignment, options.out, minimum_of(assignment), cores(), progress)
    missing = merging.merge(job, many, shards)
    for line in merging.notes(missing, shards, many):
        progress.note(line)
    attempts = {student: one for shard in shards for student, one in shard.attempts.items()}
    context = shards[0].context
    run = Run(assignment, options.out, beside, context, many.found.ignored, pins, attempts)
    complete = publish_and_say(options, run, many.students, cores())
    unusable = many.found.problems or many.found.unresolved
    return 0 if complete and not missing and not unusable else 1


def _wanted(options: argparse.Namespace, many: batch.Class) -> Callable[[str], bool]:
    """Who is to be graded."""
    if options.sample is None:
        only: str = options.only
        if only and not any(only in student for student in many.students):
            raise UsageError(f"--only {only}: no student of {options.folder} has that in the id")
        return lambda student: only in student
    sample = batch.sample_of(many, options.sample)
    whole = len(many.found.handins)
    terminal(quiet=options.quiet).note(f"a sample: {len(sample)} of {whole} hand-ins")
    return sample.__contains__


def _complete(progress: Terminal, folder: Path, found: Found) -> None:
    """Complete what is beside the hand-ins by what a download says of who handed in and when."""
    say_on = progress.note
    late = sorted(student for student, arrival in found.arrivals.items() if arrival.late)
    if late:
        say_on(f"marked as late by {found.system}: {', '.join(late)}")
    for name, added in (
        (ROSTER, complete_roster(folder, found.people.values())),
        (SUBMISSIONS, complete_submissions(folder, _times(found))),
    ):
        if added:
            say_on(f"{folder / name}: {added} added")


def _times(found: Found) -> Iterator[tuple[str, str, int]]:
    """When each attempt was handed in."""
    for student, arrival in found.arrivals.items():
        yield student, arrival.at, arrival.version
    for student, versions in found.attempts.items():
        for number, (_, arrival) in versions.items():
            if number != found.arrivals[student].version:
                yield student, arrival.at, number


def _context(job: Job, machine: IsolationReport | None) -> RunContext:
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
        hashes=tuple(module_digests(job.assignment).items()),
        date=datetime.now(UTC).isoformat(timespec="seconds"),
        certificate=certificate_of(job.keys()),
    )


def run_debug(options: argparse.Namespace) -> int:
    from grader.commands.debug import debug

    # Among the options of pytest may be one of ours.
    own = argparse.ArgumentParser(allow_abbrev=False, add_help=False)
    own.add_argument("--config", type=Path)
    _, rest = own.parse_known_args(options.options, options)
    assignment = load_for(options.submission, options)
    with handin_at(options.submission, assignment) as handin:
        return debug(assignment, handin, tier_for(assignment), rest)
