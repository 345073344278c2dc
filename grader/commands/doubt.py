"""Ask hand-ins with full marks fresh examples, and list what they answer otherwise.

example: grader doubt out --rounds 3
"""

import argparse

from grader.commands.usage.arguments import add_jobs, add_output, add_results


def add(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    add_output(parser)
    add_results(parser)
    add_jobs(parser)
    parser.add_argument(
        "--rounds",
        type=_rounds,
        default=2,
        metavar="N",
        help="how often every check draws other examples (default: 2)",
    )


def _rounds(text: str) -> int:
    if not text.isdecimal() or not 1 <= int(text) <= 1000:
        raise argparse.ArgumentTypeError(f"{text!r} is not a number of rounds (1 to 1000)")
    return int(text)


def run(options: argparse.Namespace) -> int:
    """Ask, show what is in doubt, and write its page."""
    from grader.commands.classes.doubting import doubt_class

    return doubt_class(options)
