"""Show whose points would change with another deadline, and change nothing.

example: grader what-if out --due 2026-11-20T23:59:00-05:00
"""

import argparse
from datetime import datetime

from grader.commands.usage.arguments import add_output, add_results
from grader.course.clock import expected_time, parsed

GROUP = "grades that students have seen"


def add(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    add_output(parser)
    add_results(parser)
    parser.add_argument(
        "--due",
        type=_time,
        required=True,
        metavar="TIME",
        help="the deadline, with its offset or on the clock of policy.timezone",
    )


def _time(text: str) -> datetime:
    try:
        return parsed(text)
    except ValueError:
        raise argparse.ArgumentTypeError(
            f"must be {expected_time(text)}, but is '{text}'"
        ) from None


def run(options: argparse.Namespace) -> int:
    """Show whose points would change."""
    from grader.commands.classes.report import recalled
    from grader.commands.usage.terminal import say, say_json
    from grader.publishing.what_if import moved_json, what_if, what_if_lines

    run = recalled(options)
    moved = list(what_if(run, options.due))
    if options.json:
        say_json([moved_json(one) for one in moved])
    elif not options.quiet:
        say("\n".join(what_if_lines(moved, len(run.students()))))
    return 0
