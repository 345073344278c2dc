"""Grades a class, a part of it or a sample, from its folder to its report."""

import argparse
from collections.abc import Callable

from grader.assignment.config import CountedAttempt
from grader.commands.classes.attempts import grade_attempts, with_best
from grader.commands.classes.class_folder import assignment_and_folder, read_class
from grader.commands.classes.members import Class, people_like, sample_of, shard_of
from grader.commands.classes.plan import context_of, everybody, grade_class
from grader.commands.classes.report import publish_and_say
from grader.commands.usage.options import minimum_of, refuse_unusable_out, tier_for
from grader.commands.usage.terminal import say, say_json, terminal
from grader.course.roster import Roster
from grader.errors import UsageError
from grader.publishing.regrade import refuse_while_applying
from grader.publishing.run import (
    Run,
    read_attempts,
    read_entries,
    read_pins,
    refuse_other_results,
    remember,
    summary_json,
)
from grader.running.job import Job
from grader.sandbox.tiers import probe
from grader.store.writer import FILE
from grader.student.plural import numbered


def grade_whole(options: argparse.Namespace) -> int:
    """Grade what isn't known yet, and write the report; returns the exit status of `batch`."""
    assignment, folder = assignment_and_folder(options)
    if options.resume and not (options.out / FILE).exists():
        raise UsageError(f"{options.out}: it has no earlier results; leave out --resume")
    refuse_unusable_out(assignment, options.out)
    refuse_other_results(assignment, options.out)
    # On a cluster every worker chooses its own tier, and this machine runs no student code.
    machine = None if options.scheduler else probe()
    tier = minimum_of(assignment) if machine is None else tier_for(assignment, machine)
    progress = terminal(quiet=options.quiet)
    job = Job(assignment, options.out, tier, options.jobs, progress, options.scheduler)
    refuse_while_applying(options.out)
    # Read staff's own files first: a fault in them must not appear after an hour of grading.
    beside, many = read_class(options, assignment, folder)
    pins = read_pins(options.out)
    wanted = _wanted(options, many, beside.roster)
    if options.shard:
        many = shard_of(many, *options.shard)
    attempts = read_attempts(options.out)
    if options.attempts or assignment.policy.attempts.counts is CountedAttempt.BEST:
        new = grade_attempts(job, many, beside.facts)
        attempts |= new
        many = with_best(many, new)
    not_gradable = grade_class(job, many, wanted)
    aside, context = many.found.ignored, context_of(job, machine)
    entries = read_entries(options.out) | many.entries
    run = Run(assignment, options.out, beside, context, aside, pins, attempts, entries)
    if options.shard:
        return _end_of_shard(options, run)
    complete = publish_and_say(options, run, many.students, job.jobs)
    return 1 if not_gradable or not complete else 0


def _wanted(options: argparse.Namespace, many: Class, roster: Roster) -> Callable[[str], bool]:
    """Selects the students to grade."""
    if options.only:
        chosen = people_like(options.only, many.students, roster)
        if not chosen:
            what = "has that in the id, name or e-mail"
            raise UsageError(f"--only {options.only}: no student of {options.folder} {what}")
        return chosen.__contains__
    if options.sample is None:
        return everybody
    sample = sample_of(many, options.sample)
    whole = len(many.found.handins)
    terminal(quiet=options.quiet).note(f"a sample: {len(sample)} of {numbered(whole, 'hand-in')}")
    return sample.__contains__


def _end_of_shard(options: argparse.Namespace, run: Run) -> int:
    """Remember a shard, for which no report is written, and say how to go on."""
    remember(run)
    summary, (number, shards) = summary_json(run), options.shard
    count, broken = summary["students"], summary["without_score"]["broken"]
    if options.json:
        found = {"shard": f"{number}/{shards}", "students": count, "broken": broken}
        say_json(found)
    elif not options.quiet:
        say(f"shard {number} of {shards}: {numbered(count, 'hand-in')}, graded into {run.out}")
        say("one report of all shards: grader merge FOLDER SHARD … --out DIR")
    return 1 if broken else 0
