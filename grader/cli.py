"""The command line: commands, exit statuses, and the only place that prints and catches errors."""

import argparse
import io
import os
import signal
import sys
from collections.abc import Callable, Sequence
from functools import partial
from importlib import import_module
from pathlib import Path
from typing import NoReturn

from grader.assignment.config import Assignment, Command
from grader.assignment.load import load
from grader.commands import own
from grader.commands.arguments.grading import add_grading
from grader.commands.arguments.maintaining import add_maintaining
from grader.commands.arguments.reporting import add_reporting
from grader.commands.arguments.usage import SHELLS, Parser, completion, options_of
from grader.errors import ConfigError, GraderError
from grader.report.exports.forms import FORMS
from grader.report.sanitize import for_log, visible

EXAMPLES = """examples:
  grader batch handins --out out       grade a class: out/index.html, grades.csv, grades.json
  grader grade handins/ada.tgz         grade one hand-in, in the terminal
  grader check handout                 run the public checks, as students do

`grader COMMAND --help` explains a command.
"""
CONFIG = Path("config.yaml")
Verb = Callable[[argparse.Namespace], int]
VERBS = frozenset(("check", "grade", "batch", "merge", "report", "export", "diff")) | {
    *("what-if", "new", "verify", "debug", "doctor", "pack", "completion"),
    *("apply", "cancel", "release", "log", "mark"),
}


# These can say less (-q) or say it for programs (--json).
SAY_MORE = ("batch", "merge", "grade", "check", "report", "what-if", "diff", "log", "verify")


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one verb; returns the exit status: 0 done, 1 a fault of the grader, 2 wrong usage."""
    given = sys.argv[1:] if arguments is None else arguments
    try:
        options = _parser(given, _with_own_commands(given)).parse_args(given)
        return _verb(options.verb)(options)
    except GraderError as error:
        print(f"grader: {_shown(str(error))}", file=sys.stderr)
        return error.exit_status
    except KeyboardInterrupt:
        print(
            "grader: stopped; finished results are kept, run it again to continue", file=sys.stderr
        )
        return 130
    except BrokenPipeError:
        # The reader of our output has gone away (`grader … | head`); nobody is left to read.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0


def run() -> NoReturn:
    """The installed command; asked to end, it does so as after Ctrl-C.

    A terminal that lacks a sign shows a question mark.
    """
    signal.signal(signal.SIGTERM, _stop)
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")
    sys.exit(main())


def _shown(text: str) -> str:
    return visible(text) if sys.stderr.isatty() else for_log(visible(text))


def _verb(place: str | Verb) -> Verb:
    """What runs a verb: an own command's, or the engine's, imported now since that takes long."""
    if not isinstance(place, str):
        return place
    module, _, name = place.partition(".")
    verb: Verb = getattr(import_module(f"grader.commands.verbs.{module}"), name)
    return verb


def _stop(*_: object) -> NoReturn:
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    raise KeyboardInterrupt


def _with_own_commands(arguments: Sequence[str]) -> Assignment | None:
    """The assignment, if its own commands must be known to read `arguments`, and there is one.

    Raises `ConfigError` if it has a fault.
    """
    if arguments and arguments[0] in VERBS:
        return None
    finder = argparse.ArgumentParser(add_help=False)
    finder.add_argument("--config", type=Path, default=CONFIG)
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
    # Only who asks waits for what reads it.
    def __call__(self, parser: argparse.ArgumentParser, *_: object) -> NoReturn:
        from importlib.metadata import version

        print(f"grader {version('grader')}")
        parser.exit()


def _parser(given: Sequence[str], assignment: Assignment | None) -> argparse.ArgumentParser:
    parser = Parser(
        prog="grader",
        description="Grades the hand-ins of a programming assignment, each in a locked box.",
        epilog=EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--version", action=_Version, nargs=0, help="show the version and exit")
    common = Parser(add_help=False)
    common.add_argument(
        "--config",
        type=Path,
        default=CONFIG,
        metavar="FILE",
        help="the assignment to use (default: config.yaml)",
    )
    said = Parser(add_help=False)
    said.add_argument("-q", "--quiet", action="store_true", help="show no progress and no summary")
    said.add_argument("--json", action="store_true", help="print the result as JSON, for programs")
    verbs = parser.add_subparsers(title="commands", required=True, metavar="COMMAND")

    def verb(name: str, does: str | Verb, text: str, example: str = "") -> argparse.ArgumentParser:
        sub = verbs.add_parser(
            name,
            parents=[common, said] if name in SAY_MORE else [common],
            help=text[0].lower() + text[1:],
            description=f"{text}.",
            epilog=f"example: {example}" if example else None,
            formatter_class=argparse.RawDescriptionHelpFormatter,
        )
        sub.set_defaults(verb=does)
        return sub

    add_grading(verb)
    add_reporting(verb)
    add_maintaining(verb)
    shell = verb(
        "completion",
        _completion,
        "Print a script that completes commands in a shell",
        "grader completion bash > ~/.local/share/bash-completion/completions/grader",
    )
    shell.add_argument("shell", choices=SHELLS, metavar="SHELL", help=", ".join(SHELLS))
    for command in assignment.commands if assignment else ():
        mine = verb(command.name, partial(_own, command), command.help)
        if assignment and command.name in given[:1]:
            own.add_options(assignment, command, mine)
    return parser


def _own(command: Command, options: argparse.Namespace) -> int:
    return own.run(load(options.config), command, options)


def _completion(options: argparse.Namespace) -> int:
    parser = _parser((), None)
    print(completion(options.shell, options_of(parser), FORMS))
    return 0
