"""The command line: commands, exit statuses, and the only place that prints and catches errors.

A command is a file in `grader/commands/`: its docstring is its help, `GROUP` says where it is
listed, `add` declares its arguments, and `run` returns the exit status. Every call imports all of
them, so slow imports belong in `run`.
"""

import argparse
import io
import os
import signal
import sys
from collections.abc import Sequence
from functools import partial
from importlib import import_module
from pathlib import Path
from pkgutil import iter_modules
from typing import NoReturn

from grader import commands
from grader.assignment.config import Assignment, Command
from grader.assignment.load import load
from grader.assignment.modules import importable
from grader.commands.usage.arguments import named
from grader.commands.usage.parser import GroupedHelp, Parser
from grader.errors import BrokenGrader, ConfigError, GraderError, UsageError
from grader.report.sanitize import for_log, visible

EXAMPLES = """examples:
  grader batch submissions.zip --out out     grade a class: out/index.html, grades.csv
  grader grade handins/ada.tgz               grade one hand-in, in the terminal
  grader export pages out --to pages         hand out what was graded

`grader COMMAND --help` explains a command.
"""
# In the help of the assignment's own commands, such as a match in the terminal.
RUN_HERE = """
The files of DIR run as your own programs do, in no box: use only files that you trust.
"""
CONFIG = Path("config.yaml")
# In the order of `grader --help`; each command's file names its group.
GROUPS = (
    "every day",
    "one hand-in",
    "grades that students have seen",
    "setting up",
    "more machines",
)
VERBS = tuple(
    [found.name.replace("_", "-") for found in iter_modules(commands.__path__) if not found.ispkg]
)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one verb; returns the exit status: 0 done, 1 a fault of the grader, 2 wrong usage."""
    given = sys.argv[1:] if arguments is None else arguments
    try:
        options = _parser(given, _with_own_commands(given)).parse_args(given)
        return int(options.verb(options))
    except GraderError as error:
        print(f"grader: {_shown(str(error))}", file=sys.stderr)
        return error.exit_status
    except SyntaxError as error:  # in a staff file: in a hand-in it is an answer
        print(f"grader: {_shown(_not_python(error))}", file=sys.stderr)
        return UsageError.exit_status
    except KeyboardInterrupt:
        print(
            "grader: stopped; finished results are kept, run it again to continue", file=sys.stderr
        )
        return 130  # 128 + SIGINT, as shells report it
    except BrokenPipeError:
        # The reader of our output is gone (`grader … | head`); without this, the flush at exit
        # would fail again.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0


def _not_python(error: SyntaxError) -> str:
    place = f"{error.filename}:{error.lineno}" if error.filename else "a text"
    return f"{place}: it isn't Python: {error.msg}"


def run() -> NoReturn:
    """The installed command; SIGTERM ends it as Ctrl-C does.

    Characters that the terminal can't encode become question marks.
    """
    signal.signal(signal.SIGTERM, _stop)
    # A closed one is `None`; writing to standard output is an error then, as if it were full.
    if sys.stdout is None:
        sys.stdout = os.fdopen(os.open(os.devnull, os.O_RDONLY), "w", encoding="utf-8")
    if sys.stderr is None:
        sys.stderr = os.fdopen(os.open(os.devnull, os.O_WRONLY), "w", encoding="utf-8")
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")
    sys.exit(main())


def _shown(text: str) -> str:
    # Messages may quote file names and texts of students, which must not steer a terminal.
    return visible(text) if sys.stderr.isatty() else for_log(visible(text))


def _stop(*_: object) -> NoReturn:
    # A second SIGTERM must not interrupt the clean-up.
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    raise KeyboardInterrupt


def _with_own_commands(arguments: Sequence[str]) -> Assignment | None:
    """The assignment, if parsing `arguments` needs its own commands, and if there is one.

    Raises `ConfigError` if it is invalid.
    """
    # Our own commands don't need it to be parsed, and some must work without a valid one.
    if arguments and arguments[0] in VERBS:
        return None
    finder = argparse.ArgumentParser(add_help=False)
    finder.add_argument("--config", type=named, default=CONFIG)
    found, _ = finder.parse_known_args(arguments)
    if not found.config.exists():
        return None
    assignment = load(found.config)
    for command in assignment.commands:
        if command.name in VERBS:
            what = f"'{command.name}' is a command of the grader's own"
            raise ConfigError(f"{found.config}: commands: {what}; give it another name")
    return assignment


class _Version(argparse.Action):
    # Only `--version` should pay for importing `importlib.metadata`.
    def __call__(self, parser: argparse.ArgumentParser, *_: object) -> NoReturn:
        from importlib.metadata import version

        print(f"grader {version('grader')}")
        parser.exit()


def _parser(given: Sequence[str], assignment: Assignment | None) -> argparse.ArgumentParser:
    groups: dict[str, list[str]] = {title: [] for title in GROUPS}
    parser = Parser(
        prog="grader",
        description="Grades the hand-ins of a programming assignment, each in a locked box.",
        epilog=EXAMPLES,
        formatter_class=partial(GroupedHelp, groups=groups),
    )
    parser.add_argument("--version", action=_Version, nargs=0, help="show the version and exit")
    common = Parser(add_help=False)
    common.add_argument(
        "--config",
        type=named,
        default=CONFIG,
        metavar="FILE",
        help="the assignment to use (default: config.yaml)",
    )
    parser.set_defaults(command_line=parser)
    verbs = parser.add_subparsers(title="commands", required=True, metavar="COMMAND")

    def verb(name: str, text: str, epilog: str = "") -> argparse.ArgumentParser:
        return verbs.add_parser(
            name,
            parents=[common],
            help=text[0].lower() + text[1:],
            description=f"{text}.",
            epilog=epilog or None,
            formatter_class=argparse.RawDescriptionHelpFormatter,
        )

    for name in VERBS:
        module = import_module(f"grader.commands.{name.replace('-', '_')}")
        text, _, example = (module.__doc__ or "").strip().partition(".\n\n")
        groups[module.GROUP].append(name)
        sub = verb(name, text, example)
        module.add(sub)
        sub.set_defaults(verb=module.run)
    for command in assignment.commands if assignment else ():
        sub = verb(command.name, command.help)
        sub.set_defaults(verb=partial(_run_own, command))
        if assignment and command.name in given[:1]:
            _add_own_options(assignment, command, sub)
    return parser


def _add_own_options(
    assignment: Assignment, command: Command, parser: argparse.ArgumentParser
) -> None:
    """Give a parser the options of a command; raises `BrokenGrader` if its module has none."""
    with importable(assignment):
        try:
            import_module(command.module).add_options(parser)
        except (ImportError, AttributeError) as error:
            raise BrokenGrader(f"the command {command.name} can't be used: {error}") from None
    parser.epilog = f"{parser.epilog or ''}{RUN_HERE}"
    parser.add_argument(
        "--files", type=named, metavar="DIR", help="whose files (default: the reference)"
    )


def _run_own(command: Command, options: argparse.Namespace) -> int:
    """Run a command with the files of a folder; returns its exit status. Raises `UsageError`."""
    assignment = load(options.config)
    folder: Path = options.files or assignment.reference
    if not folder.is_dir():
        raise UsageError(f"{folder}: there is no such folder")
    # The command imports the files by name; the folder's must come before all others.
    sys.path.insert(0, str(folder.resolve()))
    try:
        with importable(assignment):
            return int(import_module(command.module).run(options))
    finally:
        sys.path.pop(0)
