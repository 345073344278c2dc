"""The end of commands that grade or report: writes the report, and shows a summary."""

import argparse
from collections.abc import Sequence

from grader.assignment.load import load
from grader.commands.usage.terminal import say, say_handin, say_json, terminal
from grader.publishing.proposal import Proposal, proposal_json, proposal_text, refuse_while_proposed
from grader.publishing.regrade import publish_or_propose
from grader.publishing.run import Run, class_page, find, recall, student_page, summary_json


def recalled(options: argparse.Namespace) -> Run:
    """The run in OUT; raises `UsageError` if there is none."""
    return recall(load(options.config), options.out, options.handins)


def publish_and_say(
    options: argparse.Namespace, run: Run, students: Sequence[str], jobs: int
) -> bool:
    """Write the report, or a proposal, and say where it is; returns whether all have a score."""
    report = publish_or_propose(run, jobs)
    for line in run.strangers(students):
        terminal(quiet=options.quiet).note(line)
    if isinstance(report, Proposal):
        if options.json:
            say_json(proposal_json(run.out, report))
        elif not options.quiet:
            say(proposal_text(run.out, report))
        return not report.lost
    if options.json:
        say_json(summary_json(run))
    elif not options.quiet:
        say(report.text)
        say(f"report: {class_page(run)}")
    return report.complete


def publish_and_say_one(options: argparse.Namespace, run: Run, jobs: int) -> None:
    """Write the report, and show `options.student`; raises `UsageError` if there is no such one."""
    result, scored = find(run, options.student)
    refuse_while_proposed(run.out)
    report = publish_or_propose(run, jobs)
    if isinstance(report, Proposal):
        say(proposal_text(run.out, report))
        return
    say_handin(options, run.assignment, result, scored)
    if not options.json and not options.quiet:
        say(f"report: {student_page(run, options.student)}")
