"""The arguments of commands that read results, release them, mark them or look at their log."""

import argparse
from datetime import datetime
from pathlib import Path

from grader.commands.arguments.shared import Verb, add_results
from grader.course.clock import EXPECTED, parsed
from grader.report.exports.forms import FORMS


def add_reporting(verb: Verb) -> None:
    """Declare these commands and their arguments."""
    again = verb(
        "report",
        "reporting.run_report",
        "Rebuild reports from stored results, without regrading",
        "grader report out --student ada --pdf",
    )
    add_results(again)
    again.add_argument("--student", metavar="ID", help="show only this student")
    again.add_argument("--pdf", action="store_true", help="print pages as PDF, with Chromium")

    other = verb(
        "export",
        "reporting.run_export",
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
        "reporting.run_what_if",
        "Show whose points would change with another deadline, and change nothing",
        "grader what-if out --due 2026-11-20T23:59:00-05:00",
    )
    add_results(later)
    later.add_argument(
        "--due",
        type=_time,
        required=True,
        metavar="TIME",
        help="the deadline, with its offset or on the clock of policy.timezone",
    )

    taken = verb(
        "apply",
        "reporting.run_apply",
        "Apply the changes that a run proposed, once you have looked at them",
        "grader apply out --no-drops",
    )
    add_results(taken)
    taken.add_argument(
        "--no-drops", action="store_true", help="who would have fewer points keeps what is there"
    )
    dropped = verb(
        "cancel",
        "reporting.run_cancel",
        "Forget the changes that a run proposed; grades stay as they are",
        "grader cancel out",
    )
    add_results(dropped)
    fixed = verb(
        "release",
        "reporting.run_release",
        "Fix the scores that students see: later runs only propose changes",
        "grader release out",
    )
    add_results(fixed)
    fixed.add_argument("--student", metavar="ID", help="release only this student's score")
    desk = verb(
        "mark",
        "reporting.run_mark",
        "Open a page to mark hand-ins in, on this machine; names are hidden",
        "grader mark out --as sam",
    )
    add_results(desk)
    desk.add_argument("--as", dest="marker", default="", metavar="NAME", help="who marks")
    desk.add_argument("--names", action="store_true", help="show whose hand-ins they are")
    history = verb(
        "log",
        "reporting.run_log",
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
        "reporting.run_diff",
        "Compare two runs: whose score changed, and which checks changed it",
        "grader diff out-before out --fail-on-drop",
    )
    moved.add_argument("old", type=Path, metavar="OLD", help="output folder or its grades.json")
    moved.add_argument("new", type=Path, metavar="NEW", help="the same, of the later run")
    moved.add_argument(
        "--page", type=Path, metavar="FILE", help="where to write (default: NEW/diff.html)"
    )
    moved.add_argument("--fail-on-drop", action="store_true", help="exit status 1 if a score fell")


def _time(text: str) -> datetime:
    try:
        return parsed(text)
    except ValueError:
        raise argparse.ArgumentTypeError(f"must be {EXPECTED}, but is '{text}'") from None
