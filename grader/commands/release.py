"""Freeze released scores; later runs only propose changes.

example: grader release out
"""

import argparse

from grader.commands.usage.arguments import add_results, cores


def add(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    add_results(parser)
    parser.add_argument("--student", metavar="ID", help="release only this student's score")


def run(options: argparse.Namespace) -> int:
    """Release them."""
    from grader.commands.classes.report import recalled
    from grader.commands.usage.terminal import say
    from grader.publishing.regrade import release

    run = recalled(options)
    say(release(run, options.student, cores()))
    return 0
