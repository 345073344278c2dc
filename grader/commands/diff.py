"""Compare two runs: whose score changed, and which checks changed it.

example: grader diff out-before out --fail-on-drop
"""

import argparse
from dataclasses import asdict
from pathlib import Path

from grader.commands.usage.arguments import add_output


def add(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    add_output(parser)
    parser.add_argument("old", type=Path, metavar="OLD", help="output folder or its grades.json")
    parser.add_argument("new", type=Path, metavar="NEW", help="the same, of the later run")
    parser.add_argument(
        "--page", type=Path, metavar="FILE", help="where to write (default: NEW/diff.html)"
    )
    parser.add_argument("--fail-on-drop", action="store_true", help="exit status 1 if a score fell")


def run(options: argparse.Namespace) -> int:
    """Show the difference, and write its page."""
    from grader.commands.usage.terminal import say, say_json
    from grader.publishing.run import compare
    from grader.report.content.diff import difference_text

    found, page = compare(options.old, options.new, options.page)
    if options.json:
        say_json(asdict(found))
    elif not options.quiet:
        say(difference_text(found))
        if page is not None:
            say(f"page: {page}")
    return 1 if options.fail_on_drop and found.drops else 0
