"""Commands that read results, release them, mark them or look at their log: none of them grades."""

import argparse
import json
import sys
from collections.abc import Sequence
from dataclasses import asdict, replace
from datetime import datetime
from pathlib import Path

from grader.assignment.load import load
from grader.commands.terminal import say, say_handin, terminal
from grader.commands.verbs.options import Verb, add_results, cores
from grader.course.submissions import time_of
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
    FORMS,
    MOODLE_FEEDBACK,
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
    write_file,
)
from grader.publishing.what_if import moved_json, what_if, what_if_lines
from grader.report.content.diff import difference_text


def add_reporting(verb: Verb) -> None:
    """Declare these commands and their arguments."""
    again = verb(
        "report",
        _report,
        "Rebuild reports from stored results, without regrading",
        "grader report out --student ada --pdf",
    )
    add_results(again)
    again.add_argument("--student", metavar="ID", help="show only this student")
    again.add_argument("--pdf", action="store_true", help="print pages as PDF, with Chromium")

    other = verb(
        "export",
        _export,
        "Convert results for another system",
        "grader export canvas out --to canvas.csv",
    )
    other.add_argument("form", choices=FORMS, metavar="FORM", help=", ".join(FORMS))
    add_results(other)
    other.add_argument("--student", metavar="ID", help="export only this student")
    other.add_argument(
        "--to", type=Path, metavar="FILE", help="where to write (default: standard output)"
    )
    other.add_argument(
        "--column",
        default="",
        metavar="NAME",
        help="the column there: canvas 'Title (id)', blackboard 'Title |id'",
    )

    later = verb(
        "what-if",
        _what_if,
        "Show whose points would change with another deadline, and change nothing",
        "grader what-if out --due 2026-11-20T23:59:00-05:00",
    )
    add_results(later)
    later.add_argument(
        "--due", type=_time, required=True, metavar="TIME", help="the deadline, with its offset"
    )

    taken = verb(
        "apply",
        _apply,
        "Apply the changes that a run proposed, once you have looked at them",
        "grader apply out --no-drops",
    )
    add_results(taken)
    taken.add_argument(
        "--no-drops", action="store_true", help="who would have fewer points keeps what is there"
    )
    dropped = verb(
        "cancel",
        _cancel,
        "Forget the changes that a run proposed; grades stay as they are",
        "grader cancel out",
    )
    add_results(dropped)
    fixed = verb(
        "release",
        _release,
        "Fix the scores that students see: later runs only propose changes",
        "grader release out",
    )
    add_results(fixed)
    fixed.add_argument("--student", metavar="ID", help="release only this student's score")
    desk = verb(
        "mark",
        _mark,
        "Open a page to mark hand-ins in, on this machine; names are hidden",
        "grader mark out --as sam",
    )
    add_results(desk)
    desk.add_argument("--as", dest="marker", default="", metavar="NAME", help="who marks")
    desk.add_argument("--names", action="store_true", help="show whose hand-ins they are")
    history = verb(
        "log",
        _log,
        "Show who changed what: sets, releases, extensions, marks by hand",
        "grader log out --check 3f9a0c12d4e5b677",
    )
    history.add_argument("out", type=Path, metavar="OUT", help="the --out of grade or batch")
    history.add_argument(
        "--check",
        nargs="?",
        const="",
        metavar="HEAD",
        help="look for tampering, and for a head that you noted down; exit status 1 if there is",
    )

    moved = verb(
        "diff",
        _diff,
        "Compare two runs: whose score changed, and which checks changed it",
        "grader diff out-before out --fail-on-drop",
    )
    moved.add_argument("old", type=Path, metavar="OLD", help="output folder or its grades.json")
    moved.add_argument("new", type=Path, metavar="NEW", help="the same, of the later run")
    moved.add_argument(
        "--page", type=Path, metavar="FILE", help="where to write (default: NEW/diff.html)"
    )
    moved.add_argument("--fail-on-drop", action="store_true", help="exit status 1 if a score fell")


def publish_and_say(
    options: argparse.Namespace, run: Run, students: Sequence[str], jobs: int
) -> bool:
    """Write the report, or what it would change, and say where it is; whether all have a score."""
    report = publish_or_propose(run, jobs)
    for line in run.beside.strangers(students):
        terminal(quiet=options.quiet).note(line)
    if isinstance(report, Proposal):
        if options.json:
            say(json.dumps(proposal_json(run.out, report), indent=1))
        elif not options.quiet:
            say(proposal_text(run.out, report))
        return not report.lost
    if options.json:
        say(json.dumps(summary_json(run), indent=1))
    elif not options.quiet:
        say(report.text)
        say(f"report: {class_page(run)}")
    return report.complete


def _report(options: argparse.Namespace) -> int:
    run = recall(load(options.config), options.out, options.handins)
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


def _apply(options: argparse.Namespace) -> int:
    run = recall(load(options.config), options.out, options.handins)
    say(apply(run, cores(), no_drops=options.no_drops))
    say(f"report: {class_page(run)}")
    return 0


def _cancel(options: argparse.Namespace) -> int:
    say(cancel(recall(load(options.config), options.out, options.handins)))
    return 0


def _release(options: argparse.Namespace) -> int:
    run = recall(load(options.config), options.out, options.handins)
    say(release(run, options.student, cores()))
    return 0


def _mark(options: argparse.Namespace) -> int:
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


def _log(options: argparse.Namespace) -> int:
    found = log.entries(options.out)
    faults = [] if options.check is None else list(log_faults(options.out, options.check))
    if options.json:
        lines = {"entries": [asdict(entry) for entry in found], "faults": faults}
        say(json.dumps(lines, indent=1))
    elif not options.quiet:
        say("\n".join(faults or log.log_lines(found)) or "nothing is in the log yet")
        if options.check is not None and not faults:
            say(f"{len(found)} lines, none was changed")
    return 1 if faults else 0


def _export(options: argparse.Namespace) -> int:
    refuse_while_proposed(options.out)
    run = recall(load(options.config), options.out, options.handins)
    if options.form == MOODLE_FEEDBACK:
        if options.to is None:
            raise UsageError(f"{MOODLE_FEEDBACK} is an archive: give a file with --to")
        export_feedback(run, options.to)
        return 0
    text = export(run, options.form, options.student, options.column)
    if options.to is None:
        say(text)
    else:
        write_file(options.to, text)
    return 0


def _what_if(options: argparse.Namespace) -> int:
    run = recall(load(options.config), options.out, options.handins)
    moved = list(what_if(run, options.due))
    if options.json:
        say(json.dumps([moved_json(one) for one in moved], indent=1))
    elif not options.quiet:
        say("\n".join(what_if_lines(moved, len(run.students()))))
    return 0


def _diff(options: argparse.Namespace) -> int:
    found, page = compare(options.old, options.new, options.page)
    if options.json:
        say(json.dumps(asdict(found), indent=1))
    elif not options.quiet:
        say(difference_text(found))
        if page is not None:
            say(f"page: {page}")
    return 1 if options.fail_on_drop and found.drops else 0


def _time(text: str) -> datetime:
    try:
        return time_of(text, "TIME")
    except ValueError as error:
        raise argparse.ArgumentTypeError(str(error)) from None
