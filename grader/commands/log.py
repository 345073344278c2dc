"""Show who changed what: sets, releases, extensions, marks by hand.

example: grader log out --check 3f9a0c12d4e5b677
"""

import argparse
from dataclasses import asdict

from grader.commands.usage.arguments import add_output, named

GROUP = "grades that students have seen"


def add(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    add_output(parser)
    parser.add_argument("out", type=named, metavar="OUT", help="the --out of grade or batch")
    parser.add_argument(
        "--check",
        nargs="?",
        const="",
        metavar="HEAD",
        help="verify the log, and that it still contains HEAD; exit status 1 if not",
    )


def run(options: argparse.Namespace) -> int:
    """Show the log, or what is wrong with it."""
    from grader.commands.usage.terminal import say, say_json
    from grader.publishing import log
    from grader.publishing.log_words import log_lines
    from grader.publishing.run import head_noted, require_results
    from grader.student.plural import numbered

    require_results(options.out)
    found = log.entries(options.out)
    # The report records a hash, too.
    faults = list(log.faults(options.out, (options.check or "", head_noted(options.out))))
    if options.json:
        lines = {"entries": [asdict(entry) for entry in found], "faults": faults}
        say_json(lines)
    elif not options.quiet:
        shown = [] if options.check is not None and faults else log_lines(found)
        say("\n".join([*shown, *faults]) or "nothing is in the log yet")
        if options.check is not None and not faults:
            say(f"{numbered(len(found), 'line')}, none was changed")
    return 1 if faults else 0
