"""Ask hand-ins with full marks fresh examples, and list what they answer otherwise.

example: grader doubt out --rounds 3
"""

import argparse

from grader.commands.usage.arguments import add_jobs, add_output, add_results, number_up_to

GROUP = "setting up"


def add(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    add_output(parser)
    add_results(parser)
    add_jobs(parser)
    parser.add_argument(
        "--rounds",
        type=number_up_to(1000, "a number of rounds (1 to 1000)"),
        default=2,
        metavar="N",
        help="how often every check draws other examples (default: 2)",
    )


def run(options: argparse.Namespace) -> int:
    """Ask, show what is in doubt, and write its page."""
    from grader.commands.classes.doubting import doubt_class

    return doubt_class(options)
