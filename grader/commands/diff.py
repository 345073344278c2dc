"""Compare two runs: whose score changed, and which checks changed it.

example: grader diff out-before out --fail-on-drop
"""

import argparse
from dataclasses import asdict

from grader.commands.usage.arguments import add_output, named

GROUP = "grades that students have seen"
PAGE = "diff.html"
_TITLE = b"<title>What changed "


def add(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    add_output(parser)
    parser.add_argument("old", type=named, metavar="OLD", help="output folder or its grades.json")
    parser.add_argument("new", type=named, metavar="NEW", help="the same, of the later run")
    parser.add_argument(
        "--page", type=named, metavar="FILE", help="where to write (default: NEW/diff.html)"
    )
    parser.add_argument("--fail-on-drop", action="store_true", help="exit status 1 if a score fell")


def run(options: argparse.Namespace) -> int:
    """Show the difference, and write its page: beside those of the new run, if that is a folder."""
    from grader.commands.usage.terminal import say, say_json
    from grader.publishing.targets import refuse_foreign
    from grader.report.content.diff import difference, difference_text, read_grades
    from grader.report.pages.html import render_diff
    from grader.report.pages.page_files import write_file

    old, new = options.old, options.new
    before, after = read_grades(old), read_grades(new)
    found = difference(before, after)
    page = options.page or (new / PAGE if new.is_dir() else None)
    if page is not None:
        refuse_foreign(
            page, lambda there: _TITLE in there, "page of this kind", "another with --page"
        )
        linked = new.is_dir() and page.parent.resolve() == new.resolve()
        title = str(after.get("assignment", ""))
        write_file(page, [render_diff(found, title, (str(old), str(new)), linked=linked)])
    if options.json:
        say_json(asdict(found))
    elif not options.quiet:
        say(difference_text(found))
        if page is not None:
            say(f"page: {page}")
    return 1 if options.fail_on_drop and found.drops else 0
