"""Commands of an assignment's own, such as a match in the terminal, which its config.yaml names."""

import argparse
import sys
from importlib import import_module
from pathlib import Path

from grader.assignment.config import Assignment, Command
from grader.assignment.modules import importable
from grader.errors import BrokenGrader, UsageError

RUN_HERE = """
The files of DIR run as your own programs do, in no box: use only files that you trust.
"""


def add_options(assignment: Assignment, command: Command, parser: argparse.ArgumentParser) -> None:
    """Give a parser the options of a command; raises `BrokenGrader` if its module has none."""
    with importable(assignment):
        try:
            import_module(command.module).add_options(parser)
        except (ImportError, AttributeError) as error:
            raise BrokenGrader(f"the command {command.name} can't be used: {error}") from None
    parser.epilog = f"{parser.epilog or ''}{RUN_HERE}"
    parser.add_argument(
        "--files", type=Path, metavar="DIR", help="whose files (default: the reference)"
    )


def run(assignment: Assignment, command: Command, options: argparse.Namespace) -> int:
    """Run a command with the files of a folder; returns its exit status. Raises `UsageError`."""
    folder: Path = options.files or assignment.reference
    if not folder.is_dir():
        raise UsageError(f"{folder}: there is no such folder")
    # The command imports them by their names; those of the folder come before all others.
    sys.path.insert(0, str(folder.resolve()))
    try:
        with importable(assignment):
            return int(import_module(command.module).run(options))
    finally:
        sys.path.pop(0)
