"""Commands that read results, release them, mark them or look at their log: none of them grades."""

import argparse
import sys
from collections.abc import Sequence
from dataclasses import asdict, replace

from grader.assignment.load import load
from grader.commands.arguments.shared import cores
from grader.commands.terminal import say, say_exactly, say_handin, say_json, terminal
from grader.errors import UsageError
from grader.publishing import log
from grader.publishing.history import log_faults
from grader.publishing.proposal import (
    Proposal,
    proposal_json,
    proposal_text,
    refuse_while_proposed,
)
from grader.publishing.regrade import (
    apply,
    cancel,
    publish_or_propose,
    release,
)
from grader.publishing.run import (
    Run,
    class_page,
    compare,
    export,
    export_feedback,
    find,
    print_pages,
    publish,
    recall,
    student_page,
    summary_json,
)
from grader.publishing.what_if import moved_json, what_if, what_if_lines
from grader.report.content.diff import difference_text
from grader.report.exports.forms import MOODLE_FEEDBACK
from grader.report.pages.files import write_file


def publish_and_say(
    options: argparse.Namespace, run: Run, students: Sequence[str], jobs: int
) -> bool:
    """Write the report, or what it would change, and say where it is; whether all have a score."""
    report = publish_or_propose(run, jobs)
    for line in run.beside.strangers(students):
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


def run_report(options: argparse.Namespace) -> int:
    run = recall(load(options.config), options.out, options.handins)
    for line in run.beside.cautions():
        terminal(quiet=options.quiet).note(line)
    if options.student is None:
        students = run.students()
        publish_and_say(options, run, students, cores())
    else:
        result, scored = find(run, options.student)
        refuse_while_proposed(run.out)
        publish(run, cores())
        say_handin(options, run.assignment, result, scored)
        if not options.json and not options.quiet:
            say(f"report: {student_page(run, options.student)}")
        students = [options.student]
    for pdf in print_pages(run, students if options.pdf else []):
        if not options.json and not options.quiet:
            say(f"pdf: {pdf}")
    return 0


def run_apply(options: argparse.Namespace) -> int:
    run = recall(load(options.config), options.out, options.handins)
    say(apply(run, cores(), no_drops=options.no_drops))
    say(f"report: {class_page(run)}")
    return 0


def run_cancel(options: argparse.Namespace) -> int:
    say(cancel(recall(load(options.config), options.out, options.handins)))
    return 0


def run_release(options: argparse.Namespace) -> int:
    run = recall(load(options.config), options.out, options.handins)
    say(release(run, options.student, cores()))
    return 0


def run_mark(options: argparse.Namespace) -> int:
    from grader.marking.desk import Desk
    from grader.marking.pseudonyms import read_secret, write_secret
    from grader.marking.server import Server

    run = recall(load(options.config), options.out, options.handins)
    secret = read_secret(run.out)
    desk = Desk(run, secret.salt, options.marker, names=options.names)
    with Server(desk, secret, run.assignment.title) as server:
        write_secret(run.out, replace(secret, port=server.port))
        say(f"open {server.address} (Ctrl-C ends it; every change is saved at once)")
        sys.stdout.flush()
        try:
            server.serve_forever()
        except KeyboardInterrupt:
            return 0
    return 0


def run_log(options: argparse.Namespace) -> int:
    found = log.entries(options.out)
    faults = [] if options.check is None else list(log_faults(options.out, options.check))
    if options.json:
        lines = {"entries": [asdict(entry) for entry in found], "faults": faults}
        say_json(lines)
    elif not options.quiet:
        say("\n".join(faults or log.log_lines(found)) or "nothing is in the log yet")
        if options.check is not None and not faults:
            say(f"{len(found)} lines, none was changed")
    return 1 if faults else 0


def run_export(options: argparse.Namespace) -> int:
    refuse_while_proposed(options.out)
    run = recall(load(options.config), options.out, options.handins)
    if options.form == MOODLE_FEEDBACK:
        if options.to is None:
            raise UsageError(f"{MOODLE_FEEDBACK} is an archive: give a file with --to")
        export_feedback(run, options.to)
        return 0
    text = export(run, options.form, options.student, options.column)
    if options.to is None:
        say_exactly(text)
    else:
        write_file(options.to, [text])
    return 0


def run_what_if(options: argparse.Namespace) -> int:
    run = recall(load(options.config), options.out, options.handins)
    moved = list(what_if(run, options.due))
    if options.json:
        say_json([moved_json(one) for one in moved])
    elif not options.quiet:
        say("\n".join(what_if_lines(moved, len(run.students()))))
    return 0


def run_diff(options: argparse.Namespace) -> int:
    found, page = compare(options.old, options.new, options.page)
    if options.json:
        say_json(asdict(found))
    elif not options.quiet:
        say(difference_text(found))
        if page is not None:
            say(f"page: {page}")
    return 1 if options.fail_on_drop and found.drops else 0
