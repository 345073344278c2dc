"""Show the changes that a run proposed; apply or cancel them.

examples: grader changes out
          grader changes out --apply --no-drops
          grader changes out --cancel
"""

import argparse

from grader.commands.usage.arguments import add_results

GROUP = "grades that students have seen"


def add(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    add_results(parser)
    acts = parser.add_mutually_exclusive_group()
    acts.add_argument("--apply", action="store_true", help="apply them, as `grader apply` does")
    acts.add_argument("--cancel", action="store_true", help="forget them, as `grader cancel` does")
    parser.add_argument("--no-drops", action="store_true", help="with --apply: never lower a score")


def run(options: argparse.Namespace) -> int:
    """Show, apply or forget them."""
    from grader.commands import apply, cancel
    from grader.commands.classes.report import recalled
    from grader.commands.usage.terminal import say
    from grader.errors import UsageError
    from grader.publishing.proposal import waiting_set

    if options.no_drops and not options.apply:
        raise UsageError("--no-drops says how to apply: add --apply")
    if options.apply:
        return apply.run(options)
    if options.cancel:
        return cancel.run(options)
    waiting = waiting_set(recalled(options).out)
    say(waiting.get("summary", f"{options.out}: no changes are waiting"))
    return 0
