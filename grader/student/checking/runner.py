"""The program behind `python -m checks [MODULE …]`: public checks on files of a folder.
All checks run in a watched process of their own (`check_run.py`). Files that Python can't read are
found before that, so that each fault is reported once. Only pytest is needed.
"""

import argparse
import importlib.util
import io
import os
import re
import shlex
import shutil
import sys
from collections.abc import Iterator, Sequence
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import NoReturn

from grader.inside.module_names import file_of, tests_of
from grader.student.advice import read_advice
from grader.student.checking.asked_for import asked_for, unknown_words
from grader.student.checking.assignment import (
    HandoutAssignment,
    HandoutModule,
    read_assignment,
)
from grader.student.checking.check_run import CheckRun, run_own_tests
from grader.student.checking.listing import Listing
from grader.student.checking.misplaced import misplaced
from grader.student.checking.outcome import BrokenModule, ModuleOutcome
from grader.student.checking.own_files import Files, read_files
from grader.student.checking.screen import Screen, screen_of
from grader.student.handing_in.given import differing
from grader.student.handing_in.listing import read_listing
from grader.student.handing_in.notebooks import make_modules
from grader.student.handing_in.pack import hand_in
from grader.student.handing_in.update import update
from grader.student.hints.code_hints import NOT_IMPORTED
from grader.student.pythons.notice import notice, too_new_for


def run(checks: Path, arguments: Sequence[str]) -> NoReturn:
    """Run the command with the `checks` of a folder, and exit: status 0 if every check passed."""
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(encoding="utf-8", errors="replace")
    try:
        status = main(checks, arguments)
        sys.stdout.flush()
    except KeyboardInterrupt:
        print("\nStopped.")
        status = 130
    except BrokenPipeError:
        # The reader has seen enough; don't let Python's final flush fail.
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
        status = 1
    sys.exit(status)


def main(checks: Path, arguments: Sequence[str]) -> int:
    """Run the command; returns its exit status: 0 if every check passed, 2 if none can be run."""
    options = _parser().parse_args(arguments)
    if importlib.util.find_spec("pytest") is None:
        command = f"`{this_interpreter()} -m pip install pytest`"
        print(f"pytest is missing: run {command} once, then try again.")
        return 2
    assignment = read_assignment(checks)
    missing = [name for name in assignment.packages if importlib.util.find_spec(name) is None]
    if missing:
        command = f"`{this_interpreter()} -m pip install -r {assignment.lock}`"
        print(f"{' and '.join(missing)} can't be imported: run {command} once, then try again.")
        return 2
    for fault in make_modules(Path.cwd(), assignment.modules, read_listing(checks)):
        print(fault)
    asked = asked_for(options.modules, Path.cwd(), assignment)
    options.only = options.only or (asked.ref if not options.pack else "")
    if options.only:
        from grader.student.checking.alone import try_one  # imports pytest, which is slow

        return try_one(checks, assignment, options.only, screen_of(sys.stdout))
    if options.update:
        return update(checks, assignment, options.update, screen_of(sys.stdout))
    unknown = asked.unknown or (asked.other_files if not asked.modules else ())
    if unknown or (asked.ref and options.pack):
        print(unknown_words((*unknown, asked.ref)[0], assignment))
        return 2
    if asked.other_files:
        print(f"There are no checks of {', '.join(asked.other_files)}.")
    if options.pack:
        return hand_in(checks, assignment, asked.modules, screen_of(sys.stdout))
    wanted = asked.modules or assignment.names
    return check(checks, assignment, wanted, screen_of(sys.stdout), options.broken)


def this_interpreter() -> str:
    """How to start this Python: by its usual name if that finds it, else by its path."""
    usual = f"python{sys.version_info.major}.{sys.version_info.minor}"
    found = shutil.which(usual)
    is_it = found is not None and os.path.realpath(found) == os.path.realpath(sys.executable)
    return usual if is_it and sys.prefix == sys.base_prefix else shlex.quote(sys.executable)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python3 -m checks", description="Run the public checks on the files of this folder."
    )
    parser.add_argument(
        "modules", nargs="*", metavar="MODULE", help="only these modules, or one check"
    )
    parser.add_argument(
        "--try",
        dest="only",
        metavar="CHECK",
        help="one check alone, as MODULE.NUMBER, or those of a task: with all that is printed, and "
        "with the debugger where the code calls breakpoint()",
    )
    parser.add_argument(
        "--pack",
        action="store_true",
        help="pack the files to hand in, and check them in an empty folder",
    )
    # Used by --pack: receives a line for each module that can't be checked, with the file at fault.
    parser.add_argument("--broken", type=Path, help=argparse.SUPPRESS)
    parser.add_argument(
        "--update", type=Path, metavar="ARCHIVE", help="update this folder to a corrected handout"
    )
    return parser


def check(
    checks: Path,
    assignment: HandoutAssignment,
    wanted: Sequence[str],
    screen: Screen,
    broken: Path | None = None,
) -> int:
    """Check the wanted modules and show what was found; returns the exit status.

    Modules that can't be checked are written to `broken`, each with the file at fault.
    """
    lost: list[str] = []
    files = read_files(Path.cwd(), assignment.library, assignment.tests)
    modules = in_order([module for module in assignment.modules if module.name in wanted], files)
    chosen = len(modules) < len(assignment.modules)
    handout = read_listing(checks)
    grading = handout.python
    listing = Listing(
        assignment,
        files,
        screen,
        advice=read_advice(checks),
        chosen=chosen,
        grading=grading,
        instead=misplaced(Path.cwd(), modules, assignment.library, handout),
        importable=handout.names,
        too_new={} if broken else too_new_for(Path.cwd(), files, modules, grading),
    )
    with closing(screen):
        names = files.closure([module.file for module in modules])
        listing.show_notice(notice(Path.cwd(), files, names, grading))
        # `--pack` says so itself, below.
        for line in () if broken else differing(Path.cwd(), assignment, handout):
            screen.paragraph(line, "bad")
        for outcome in outcomes(checks, modules, files, screen):
            listing.show(outcome)
            if outcome.broken is not None and outcome.broken.loses_all:
                at_fault = outcome.broken.missing_file or outcome.broken.file
                lost.append(f"{outcome.name} {at_fault}\n")
        listing.show_end()
    if broken is not None:
        broken.write_text("".join(lost), "utf-8")
    return 0 if listing.all_passed else 1


def in_order(modules: Sequence[HandoutModule], files: Files) -> list[HandoutModule]:
    """The modules in order, but each after those that it imports, and all tests last."""
    ordered: list[HandoutModule] = []

    def add(module: HandoutModule) -> None:
        needed = files.closure([module.file])
        todo.remove(module)
        for other in [one for one in todo if one.file in needed]:
            if other in todo:
                add(other)
        ordered.append(module)

    for tests in (False, True):
        todo = [module for module in modules if module.tests is tests]
        while todo:
            add(todo[0])
    return ordered


def outcomes(
    checks: Path, modules: Sequence[HandoutModule], files: Files, screen: Screen
) -> Iterator[ModuleOutcome]:
    """The outcome of each module, in order, as soon as it is known."""
    faults = {
        module.name: _fault(module.name, files, module.as_is or asks(checks, module.name))
        for module in modules
    }
    sound = [name for name, fault in faults.items() if fault is None]
    run = CheckRun(checks, sound, [name for name in faults if name not in sound], screen)
    for module in modules:
        name, broken = module.name, faults[module.name]
        if broken is not None:
            yield ModuleOutcome(name, broken=broken, count=run.count(name))
            continue
        screen.status(f"checking {name} …")
        outcome = run.module(name)
        if module.tests and not outcome.unwritten:
            run_own_tests(checks, outcome, run.endless, screen)
            if outcome.broken is not None:
                outcome.broken = _unread(file_of(name), files) or at_fault(outcome.broken, checks)
        yield outcome
    run.end()


def _fault(module: str, files: Files, runs: bool) -> BrokenModule | None:
    """Why the checks of a module can't even begin, as far as its files show."""
    file = file_of(module)
    if file not in files.names:
        return BrokenModule(file, missing=True)
    if not runs:
        return BrokenModule(file, files.faults[file]) if file in files.faults else None
    return _unread(file, files)


def at_fault(broken: BrokenModule, checks: Path) -> BrokenModule:
    """The same, but with the file at fault that lacks a name which the public checks use too."""
    found = NOT_IMPORTED.search(broken.evidence.message) if broken.evidence else None
    if found is None:
        return broken
    name, module = found.groups()
    asking = checks / tests_of(module)
    if not asking.exists() or not re.search(rf"\b{name}\b", asking.read_text("utf-8")):
        return broken
    return replace(broken, file=file_of(module))


def _unread(file: str, files: Files) -> BrokenModule | None:
    """The fault of this file or one that it needs, if any of them can't be read."""
    for one in files.closure([file]):
        if one in files.faults:
            return BrokenModule(one, files.faults[one])
    return None


def asks(checks: Path, module: str) -> bool:
    """Whether the checks of a module run its code; a module without checks is imported, too."""
    test = checks / tests_of(module)
    return not test.exists() or "submission: Any" in test.read_text("utf-8")
