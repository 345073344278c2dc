"""Open a page to mark hand-ins in, on this machine; names are hidden.

example: grader mark out --as sam
"""

import argparse
import sys
from dataclasses import replace

from grader.commands.usage.arguments import add_results, part_of

GROUP = "every day"


def add(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    add_results(parser)
    parser.add_argument("--as", dest="marker", default="", metavar="NAME", help="who marks")
    parser.add_argument("--names", action="store_true", help="show whose hand-ins they are")
    parser.add_argument(
        "--part",
        type=part_of,
        default=(1, 1),
        metavar="K/N",
        help="only the K-th of N parts of the class, to divide it among markers",
    )
    parser.add_argument(
        "--left", action="store_true", help="only say who marked how many, and how many are left"
    )


def run(options: argparse.Namespace) -> int:
    """Serve the page until Ctrl-C."""
    from grader.commands.classes.report import recalled
    from grader.commands.usage.terminal import say
    from grader.marking.desk import MarkingDesk, left_words
    from grader.marking.pseudonyms import read_secret, write_secret
    from grader.marking.server import Server

    run = recalled(options)
    if options.left:
        say(left_words(run))
        return 0
    secret = read_secret(run.out)
    part = options.part
    desk = MarkingDesk(run, secret.salt, options.marker, names=options.names, part=part)
    with Server(desk, secret, run.assignment.title) as server:
        write_secret(run.out, replace(secret, port=server.port))
        say(f"open {server.address} (Ctrl-C ends it; every change is saved at once)")
        sys.stdout.flush()
        try:
            server.serve_forever()
        except KeyboardInterrupt:
            return 0
    return 0
