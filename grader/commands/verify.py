"""Check the assignment against hand-ins with known verdicts.

example: grader verify --only faulty/nim_
"""

import argparse

from grader.commands.usage.arguments import add_jobs, add_output

GROUP = "setting up"


def add(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    add_output(parser)
    add_jobs(parser)
    parser.add_argument(
        "--only", metavar="TEXT", default="", help="only hand-ins with TEXT in KIND/NAME"
    )
    parser.add_argument(
        "--as-graded",
        action="store_true",
        help="ask right hand-ins too only the examples that are asked of students'",
    )
    parser.add_argument(
        "--domains",
        action="store_true",
        help="instead, list what the checks ask each function, and what nobody asks",
    )


def run(options: argparse.Namespace) -> int:
    """Grade them, or list the domains; exit status 1 if something is unexpected."""
    from grader.assignment.load import load
    from grader.commands.authoring.domains import verify_domains
    from grader.commands.authoring.verdicts import verify_planted

    assignment = load(options.config)
    if options.domains:
        return verify_domains(assignment, options)
    return verify_planted(assignment, options)
