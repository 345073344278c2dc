"""Show who changed what: sets, releases, extensions, marks by hand.

example: grader log out --check 3f9a0c12d4e5b677
"""

import argparse
from dataclasses import asdict
from pathlib import Path

from grader.commands.usage.arguments import add_output


def add(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    add_output(parser)
    parser.add_argument("out", type=Path, metavar="OUT", help="the --out of grade or batch")
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
    from grader.publishing.run import head_noted
    from grader.student.plural import numbered

    found = log.entries(options.out)
    faults = []
    if options.check is not None:  # the report notes down a hash, too
        faults = list(log.faults(options.out, (options.check, head_noted(options.out))))
    if options.json:
        lines = {"entries": [asdict(entry) for entry in found], "faults": faults}
        say_json(lines)
    elif not options.quiet:
        say("\n".join(faults or log_lines(found)) or "nothing is in the log yet")
        if options.check is not None and not faults:
            say(f"{numbered(len(found), 'line')}, none was changed")
    return 1 if faults else 0
