"""Run the checks on one hand-in under pytest, with pytest's own options.

example: grader debug handins/ada -k search -x --pdb
"""

import argparse

from grader.commands.usage.arguments import add_handin, named

GROUP = "one hand-in"


def add(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    add_handin(parser)
    parser.add_argument(
        "options", nargs=argparse.REMAINDER, metavar="…", help="options of pytest: -k, -x, --pdb, …"
    )


def run(options: argparse.Namespace) -> int:
    """Run pytest; returns its exit status."""
    from grader.commands.authoring.debugging import debug
    from grader.commands.authoring.planted import handin_at
    from grader.commands.usage.options import load_for, tier_for

    # The options for pytest may contain one of ours.
    own = argparse.ArgumentParser(allow_abbrev=False, add_help=False)
    own.add_argument("--config", type=named)
    _, rest = own.parse_known_args(options.options, options)
    assignment = load_for(options.submission, options)
    with handin_at(options.submission, assignment) as (handin, graded):
        return debug(graded, handin, tier_for(graded), rest)
