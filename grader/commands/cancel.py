"""Forget the changes that a run proposed; grades stay as they are.

example: grader cancel out
"""

import argparse

from grader.commands.usage.arguments import add_results

GROUP = "grades that students have seen"


def add(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    add_results(parser)


def run(options: argparse.Namespace) -> int:
    """Forget them."""
    from grader.commands.classes.report import recalled
    from grader.commands.usage.terminal import say
    from grader.publishing.regrade import cancel

    say(cancel(recalled(options)))
    return 0
