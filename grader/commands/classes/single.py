"""One hand-in as a class of one: stored, and scored from there, even without a report."""

import argparse
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from grader.assignment.config import Assignment
from grader.commands.classes.plan import context_of, grade_parcels
from grader.commands.usage.options import refuse_unusable_out, refuse_within, tier_for
from grader.commands.usage.terminal import Terminal, say, say_handin, terminal
from grader.errors import UsageError
from grader.handins.parcels import parcel_of
from grader.publishing.proposal import Proposal, proposal_text
from grader.publishing.regrade import publish_or_propose
from grader.publishing.run import Run, class_page, read_beside, read_pins
from grader.results import UNREAD
from grader.running.job import Job
from grader.sandbox.tiers import probe
from grader.store.reader import StoredResults
from grader.store.writer import FILE


def grade_single(handin: Path, assignment: Assignment, options: argparse.Namespace) -> int:
    """Grade it and show the result; returns the exit status of `grade`."""
    if not os.path.lexists(handin):
        raise UsageError(f"{handin}: there is no such hand-in")
    machine = probe()
    tier = tier_for(assignment, machine)
    parcel = parcel_of(handin)
    where = Path(os.path.abspath(handin))  # `.parent` of `..` would be wrong
    beside = read_beside(where.parent, assignment, is_class=False)
    # Somebody who names a folder inside a hand-in by mistake should see whose files are read.
    for line in (*beside.cautions(), *beside.in_vain):
        Terminal().note(line)
    for place in beside.sources(parcel.student):
        Terminal().note(f"{place}: it is read too; make sure that it is yours")
    with _results_folder(assignment, options) as out:
        job = Job(assignment, out, tier, 1, terminal(quiet=options.quiet))
        pins = read_pins(out)
        grade_parcels(job, [parcel])
        run = Run(assignment, out, beside, context_of(job, machine), released=pins)
        report = publish_or_propose(run) if options.out is not None else None
        [(result, scored)] = run.graded()
    say_handin(options, assignment, result, scored)
    if report is not None and not options.json and not options.quiet:
        say(
            proposal_text(run.out, report)
            if isinstance(report, Proposal)
            else f"report: {class_page(run)}"
        )
    ours = not scored.problem or scored.problem.startswith(UNREAD)
    return 1 if scored.score is None and ours and not scored.excused else 0


@contextmanager
def _results_folder(assignment: Assignment, options: argparse.Namespace) -> Iterator[Path]:
    if options.out is not None:
        refuse_within(options.submission, options.out)
        refuse_unusable_out(assignment, options.out)
        _refuse_class(options.out)
        yield options.out
        return
    with TemporaryDirectory(prefix="grade") as name:
        yield Path(name)


def _refuse_class(out: Path) -> None:
    """Raise `UsageError` for results of a class: all others in them would be dropped."""
    if not (out / FILE).exists():
        return
    with StoredResults(out / FILE) as stored:
        count = len(stored.students())
    if count > 1:
        raise UsageError(
            f"{out}: the results of a class of {count} are in it; choose another with --out, or "
            "grade again in the class by `grader batch`"
        )
