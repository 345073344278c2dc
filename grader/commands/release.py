"""Freeze released scores; later runs only propose changes.

example: grader release out
"""

import argparse
import sys

from grader.commands.usage.arguments import add_results, cores

GROUP = "grades that students have seen"


def add(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    add_results(parser)
    parser.add_argument("--student", metavar="ID", help="release only this student's score")
    parser.add_argument("--yes", action="store_true", help="do it without asking")
    parser.add_argument(
        "--undo", action="store_true", help="take back the last release, if nothing came after it"
    )


def run(options: argparse.Namespace) -> int:
    """Release them, once somebody at a terminal agrees; or undo that."""
    from grader.commands.classes.report import recalled
    from grader.commands.usage.terminal import say
    from grader.errors import UsageError
    from grader.publishing.release import release, withdraw

    if options.undo and options.student:
        raise UsageError("--undo takes back the whole last release: leave out --student")
    run = recalled(options)
    if options.undo:
        say(withdraw(run, cores()))
    else:
        is_asked = sys.stdin.isatty() and not options.yes
        say(release(run, options.student, cores(), _asked if is_asked else lambda _what: True))
    return 0


def _asked(what: str) -> bool:
    try:
        answer = input(f"{what} Later runs only propose changes then. [y/N] ")
    except EOFError:
        return False
    return answer.strip().lower() in ("y", "yes")
