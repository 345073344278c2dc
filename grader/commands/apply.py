"""Apply the changes that a run proposed, once you have looked at them.

example: grader apply out --no-drops
"""

import argparse

from grader.commands.usage.arguments import add_results, cores

GROUP = "grades that students have seen"


def add(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    add_results(parser)
    parser.add_argument("--no-drops", action="store_true", help="never lower a score")


def run(options: argparse.Namespace) -> int:
    """Apply them, and say where the report is."""
    from grader.commands.classes.report import recalled
    from grader.commands.usage.terminal import say
    from grader.publishing.regrade import apply
    from grader.publishing.run import class_page

    run = recalled(options)
    say(apply(run, cores(), no_drops=options.no_drops))
    say(f"report: {class_page(run)}")
    return 0
