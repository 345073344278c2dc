"""Grade one hand-in.

example: grader grade handins/ada.tgz --out one
"""

import argparse

from grader.commands.usage.arguments import add_handin, add_output, named

GROUP = "one hand-in"


def add(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    add_output(parser)
    add_handin(parser)
    parser.add_argument("--out", type=named, metavar="DIR", help="also write a report to DIR")


def run(options: argparse.Namespace) -> int:
    """Grade it as a class of one, and show the result."""
    from grader.commands.authoring.planted import handin_at
    from grader.commands.classes.single import grade_single
    from grader.commands.usage.options import load_for

    assignment = load_for(options.submission, options)
    with handin_at(options.submission, assignment) as (handin, graded):
        return grade_single(handin, graded, options)
