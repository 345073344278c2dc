"""Create a working assignment.

example: grader new bank
example: grader new calculator --from-tests test_calculator.py calculator.py
"""

import argparse
import ast
import os
import re
from collections.abc import Iterator, Mapping, Sequence
from keyword import iskeyword
from pathlib import Path
from zlib import crc32

from grader.assignment.load import load
from grader.commands.usage.arguments import named
from grader.errors import UsageError, why_unread, writing
from grader.inside.module_names import tests_of

GROUP = "setting up"
TEMPLATE = Path(__file__).with_name("template")
ENGINE = Path(__file__).parents[2]
SUFFIX = ".in"
NAME = re.compile(r"[a-z][a-z0-9_]*(?:-[a-z0-9_]+)*")
TAKEN = ("checks", "grader", "reference", "handout")
PROGRAM = '''"""`python -m checks`: the public checks on the files of the present folder."""

import sys

if sys.version_info < (3, 11):  # noqa: UP036  # students try with what they have
    sys.exit("This is Python {}.{}, but 3.11 or newer is needed.".format(*sys.version_info[:2]))

# To the program that runs the checks, Python's own modules come before files of the same name.
sys.path.pop(0)
from pathlib import Path

sys.path.append(str(Path(__file__).resolve().parents[1]))
from grader.student.checking.runner import run

if __name__ == "__main__":
    run(Path(__file__).parent, sys.argv[1:])
'''


def add(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("name", metavar="NAME", help="its name, in small letters")
    parser.add_argument(
        "--to", type=named, metavar="DIR", help="where to write it (default: assignments/NAME)"
    )
    parser.add_argument(
        "--from-tests",
        nargs="+",
        type=named,
        metavar="FILE",
        help="the course's own tests, as they are: the file of tests, files that it needs beside "
        "it, and in the end the solution, a file or the folder of a package",
    )


def run(options: argparse.Namespace) -> int:
    """Write it, and say what to do next."""
    from grader.commands.usage.terminal import say

    folder = options.to or Path("assignments") / options.name
    if options.from_tests:
        say(steps_with_tests(*assignment_of_tests(options.name, folder, options.from_tests)))
    else:
        say(next_steps(new_assignment(options.name, folder)))
    return 0


# The written files are those of `template`, with `@WORDS@` replaced. Two more are generated, since
# they are the same everywhere: the program of the public checks, and the table of tasks.
def new_assignment(name: str, folder: Path) -> Path:
    """Write an assignment into a new folder; returns its `config.yaml`.

    Raises `UsageError` if it can't have that name or place, and `OutputError`.
    """
    _refuse(name, folder)
    return _write(folder, dict(_files(name, folder)))


def assignment_of_tests(
    name: str, folder: Path, given: Sequence[Path]
) -> tuple[Path, Sequence[str]]:
    """Write an assignment around a course's own tests.

    Returns its `config.yaml`, and what the starter lacks of the solution's interface.

    Among the `given` files the first holds the tests and the last is the solution, which the tests
    import, or the folder of a package; the others, and folders, go beside the tests, except those
    that the solution imports, which are given to students. Raises `UsageError`, `OutputError` and
    `SyntaxError`.
    """
    from grader.commands.authoring.from_tests import config_of, needed_by, tested_module
    from grader.commands.authoring.starters import starters_of

    _refuse(name, folder)
    if len(given) < 2:
        raise UsageError("--from-tests needs two files at least: the tests and the solution")
    tests, *others, solution = given
    text, solved, words = _text_of(tests), dict(_all_of(solution)), _words(name, folder)
    tree = ast.parse(text, str(tests))
    code = [at for at in solved if at.endswith(".py")]
    solutions = {at: ast.parse(solved[at], str(solution.parent / at)) for at in code}
    beside = dict(found for path in others for found in _all_of(path))
    students = {at: beside.pop(at) for at in needed_by(solutions, beside)}
    module = tested_module(tree, solutions, [path.stem for path in others])
    config = config_of(words, module, tree, [*students], str(tests))
    using = [ast.parse(data, at) for at, data in beside.items() if at.endswith(".py")]
    made = starters_of(solutions, [tree, *using])
    starters = {at: starter.text.encode() for at, starter in made.items()}
    files: dict[Path, str | bytes] = {
        folder / "config.yaml": config,
        **{folder / "handout" / at: data for at, data in {**solved, **starters}.items()},
        **{folder / "handout" / at: data for at, data in students.items()},
        **{folder / "reference" / at: data for at, data in solved.items()},
        folder / "reference/checks" / tests_of(module): text,
        **{folder / "reference/checks" / at: data for at, data in beside.items()},
    }
    taken = ("handout/Makefile", "handout/README.md", "handout/checks/conftest.py", "handout/docs/")
    for path, text in _files(name, folder):
        if path.relative_to(folder).as_posix().startswith((*taken, "handout/checks/__")):
            files[path] = text
    return _write(folder, files), [words for starter in made.values() for words in starter.left]


def _text_of(path: Path) -> str:
    try:
        return path.read_text("utf-8-sig")  # some Windows editors write a byte order mark
    except (OSError, UnicodeDecodeError) as error:
        raise UsageError(f"{path}: can't be read: {why_unread(error)}") from None


def _all_of(path: Path) -> Iterator[tuple[str, bytes]]:
    """A file, or a folder's files, with their names beside the tests."""
    found = sorted(path.rglob("*")) if path.is_dir() else [path]
    try:
        for file in found:
            if not file.is_dir() and "__pycache__" not in file.parts:
                yield file.relative_to(path.parent).as_posix(), file.read_bytes()
    except OSError as error:
        raise UsageError(f"{file}: can't be read: {error.strerror}") from None


def _refuse(name: str, folder: Path) -> None:
    """Raise `UsageError` if an assignment can't have that name or place."""
    if not NAME.fullmatch(name) or name in TAKEN or iskeyword(name):
        example = re.sub(r"[^a-z0-9]+", "-", name.lower()).strip("-0123456789") or "bank"
        example = f"{example}-1" if example in TAKEN or iskeyword(example) else example
        raise UsageError(f"{name!r} can't be a name: say it in small letters, such as {example}")
    if folder.exists():
        raise UsageError(f"{folder} is there already; choose another name or another --to")


def _write(folder: Path, files: Mapping[Path, str | bytes]) -> Path:
    from grader.assignment.tasks_table import tasks_table

    with writing(folder):
        for path, content in files.items():
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(content.encode() if isinstance(content, str) else content)
        config = folder / "config.yaml"
        (folder / "handout/checks/tasks.toml").write_text(tasks_table(load(config)), "utf-8")
    return config


def _files(name: str, folder: Path) -> Iterator[tuple[Path, str]]:
    words = _words(name, folder)
    for path in sorted(TEMPLATE.rglob(f"*{SUFFIX}")):
        place = path.relative_to(TEMPLATE).as_posix().removesuffix(SUFFIX)
        yield folder / place.replace("MODULE", words["MODULE"]), _filled(path, words)
    yield folder / "handout/checks/__init__.py", ""
    yield folder / "handout/checks/__main__.py", PROGRAM


def _words(name: str, folder: Path) -> Mapping[str, str]:
    return {
        "NAME": name,
        "MODULE": name.replace("-", "_"),
        "TITLE": name.replace("-", " ").replace("_", " ").capitalize(),
        # Different for each assignment, but the same whenever it is made.
        "SEED": str(crc32(name.encode()) % 10**8),
        "ENGINE": os.path.relpath(ENGINE, folder.resolve() / "handout"),
    }


def _filled(path: Path, words: Mapping[str, str]) -> str:
    return re.sub(r"@([A-Z]+)@", lambda found: words[found[1]], path.read_text("utf-8"))


def next_steps(config: Path) -> str:
    """What to do with a new assignment, as lines of text."""
    folder, option = config.parent, f"--config {config}"
    return "\n".join(
        [
            f"{folder} is an assignment that works. Its parts:",
            "  config.yaml        tasks, points, limits",
            "  handout/           what students get: starter file, public checks",
            "  reference/         what they don't: solution, hidden checks, planted mistakes",
            "  planted/           other hand-ins with known verdicts: right ones, hostile ones",
            "Next:",
            f"  grader verify {option}      the checks on hand-ins with known verdicts",
            f"  grader check {folder}/handout {option}   what a student sees at first",
            f"  grader pack {folder.name}-handout.tgz {option}   the handout, packed",
            f"  grader batch FOLDER --out out {option}   grade a class",
            "Then replace the tasks in config.yaml, the folders and the mistakes; verify again.",
        ]
    )


def steps_with_tests(config: Path, left: Sequence[str]) -> str:
    """What to do with an assignment made around tests, as lines of text.

    `left` is what the starter lacks.
    """
    folder, option = config.parent, f"--config {config}"
    lacking = [f"The starter lacks what only code makes: {', '.join(left)}."] if left else []
    return "\n".join(
        [
            f"{folder} is an assignment with your tests as they are. Its parts:",
            "  config.yaml        tasks and points: which test is which task's",
            "  handout/           what students get; tests that they may see go into checks/",
            "  reference/         what they don't: the solution, the tests",
            *lacking,
            "Next:",
            f"  grader verify {option}      the tests on the solution and on the starter file",
            f"  grader pack {folder.name}-handout.tgz {option}   the handout, packed",
            f"  grader batch FOLDER --out out {option}   grade a class",
        ]
    )
