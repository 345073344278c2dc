"""Pack the handout for students.

example: grader pack handout.tgz
"""

import argparse
import gzip
import io
import re
import tarfile
import zlib
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from grader.commands.usage.arguments import named
from grader.errors import UsageError, writing
from grader.student.atomic_file import replacing
from grader.student.plural import numbered

GROUP = "setting up"
if TYPE_CHECKING:
    from grader.assignment.config import Assignment

_ENGINE = Path(__file__).parents[1]
_BACKUPS = ("~", ".bak", ".orig", ".rej")
_NAMED = 5
_SUFFIXES = (".tgz", ".tar.gz")
_WAY = "another name"
# The engine modules that answers pass through, in a box as on a student's computer.
PASSING = tuple(
    [
        f"inside/{name}.py"
        for name in (
            *("__init__", "class_facts", "deep_calls", "exceptions", "forms", "library"),
            *("course_tests/__init__", "course_tests/decorators"),
            *("module_names", "program", "queries", "shortening", "sources", "text_modules"),
            *(
                f"notebook/{name}"
                for name in ("__init__", "escapes", "layout", "ipython_names", "reading", "running")
            ),
            *("surroundings/__init__", "surroundings/ending", "surroundings/listening"),
            *("surroundings/main_module", "surroundings/process_state", "surroundings/refusals"),
            *("surroundings/semaphores", "surroundings/streams"),
            *(
                f"student_tests/{name}"
                for name in ("__init__", "askable_modules", "not_run", "uncollected")
            ),
            *("values", "wire", "travel/__init__", "travel/arrays", "travel/watched"),
            *(f"travel/{name}" for name in ("charts", "frames", "live_charts", "live_frames")),
        )
    ]
)
NOTHING: Mapping[str, Any] = MappingProxyType({})
# The start of 2020, for every file: other archive formats can't hold dates before 1980.
DATE = 1_577_836_800
# What a Python file contains if it does more than import others.
_DEFINING = re.compile(rb"^\s*(?:async\s+def|def|class)\b", re.MULTILINE)


def add(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("archive", type=named, metavar="FILE", help="the archive to write (.tgz)")


def run(options: argparse.Namespace) -> int:
    """Pack `handout/`, the program that runs the checks, and a list of both."""
    from grader.assignment.load import load
    from grader.assignment.printed import printed_in
    from grader.assignment.sources import starter_files
    from grader.assignment.tasks_table import write_table
    from grader.authoring.advice import advice_of
    from grader.commands.usage.terminal import say
    from grader.inside.shortening import listed
    from grader.publishing.targets import refuse_foreign, refuse_in_assignment
    from grader.running.session import importable_names
    from grader.student.advice import NAME as ADVICE
    from grader.student.printed.sessions import NAME as PRINTED
    from grader.student.printed.sessions import sessions_to_bytes

    if not options.archive.name.endswith(_SUFFIXES):
        raise UsageError(f"{options.archive}: a handout is a packed tar; name it handout.tgz")
    assignment = load(options.config)
    refuse_in_assignment(assignment, options.archive, _WAY)
    refuse_foreign(options.archive, _is_handout, "handout", _WAY)
    starter_files(assignment)  # refuse to hand out one that isn't valid Python
    _refuse_solved(assignment)
    if (table := write_table(assignment)) is not None:
        say(f"{table} is written anew: it said something else than {assignment.file}")
    printed = sessions_to_bytes(printed_in(assignment).sessions)
    made = {f"checks/{ADVICE}": advice_of(assignment), f"checks/{PRINTED}": printed}
    made |= assignment.data
    names = importable_names(assignment) if assignment.student_tests else {}
    count = pack_handout(assignment.handout, assignment.handout_name, options.archive, made, names)
    if left := [f"{name} ({why})" for name, why in left_out(assignment.handout)]:
        say(f"not packed, unless `files` of config.yaml names it: {listed(left, _NAMED)}")
    say(f"{options.archive}: {numbered(count, 'file')} for students")
    return 0


def _is_handout(there: bytes) -> bool:
    """Whether an archive is an earlier handout, by the date that all files of one have."""
    try:
        with tarfile.open(fileobj=io.BytesIO(there), mode="r:gz") as tar:
            return all(member.mtime == DATE and not member.uname for member in tar)
    except (tarfile.TarError, zlib.error, EOFError, OSError):
        return False


def handout_files(handout: Path) -> Iterator[Path]:
    """The files that students get, in order; raises `UsageError` for a link to anything else."""
    for path in _below(handout):
        if _why_left(path.relative_to(handout)):
            continue
        if path.is_symlink() and not _is_own_file(path.resolve(), handout.resolve()):
            raise UsageError(
                f"{path}: it is a link to {path.readlink()}, which is no file of the handout; "
                "put the file itself there"
            )
        if path.is_file():
            yield path


def left_out(handout: Path) -> Iterator[tuple[str, str]]:
    """The files that students don't get, and why, except what every computer leaves behind."""
    from grader.handins.reading.unwanted import CACHE, SYSTEM

    for path in _below(handout):
        inside = path.relative_to(handout)
        if not path.is_dir() and (why := _why_left(inside)) not in ("", CACHE, SYSTEM):
            yield inside.as_posix(), why


def _below(handout: Path) -> list[Path]:
    return sorted(handout.rglob("*"))


def _why_left(inside: Path) -> str:
    """Why students don't get a file of this name; empty if they do."""
    from grader.handins.reading.archives import ending_of
    from grader.handins.reading.unwanted import OURS, unwanted

    found, kind = unwanted(inside.parts) or ("", "")
    # Data may be named like one of staff's tables; that name is reserved only in hand-ins.
    if kind and (kind != OURS or Path(found).name.startswith(".")):
        return kind
    if inside.name.lower().endswith(_BACKUPS):
        return "a backup"
    return "an archive" if ending_of(inside.name) else ""


def _is_own_file(path: Path, handout: Path) -> bool:
    return path.is_file() and path.is_relative_to(handout)


def _refuse_solved(assignment: "Assignment") -> None:
    """Raise `UsageError` if students would get a module of the reference, or a hidden check."""
    pairs = (
        *_secret(assignment.reference, assignment.handout, assignment.known_files),
        *_secret(assignment.hidden_checks, assignment.public_checks),
    )
    # A mistake may be the starter itself: unstarted work.
    secret = {text: path for text, path in pairs if not path.is_relative_to(assignment.mistakes)}
    found = [
        f"{path}: it has the content of {secret[text]}, which students must not see; "
        "take it out of the handout"
        for path in handout_files(assignment.handout)
        if (text := _content(path)) in secret
    ]
    if found:
        raise UsageError("\n".join(found))


def _secret(folder: Path, given: Path, graded: Sequence[str] = ()) -> Iterator[tuple[bytes, Path]]:
    """The contents of code in a staff folder, except files that are the same in `given`.

    A `graded` file may be of any format, and is secret even then if it defines something, as a
    solution does; fixtures of hidden checks may be those of public ones.
    """
    for path in filter(Path.is_file, _below(folder)):
        name, text = path.relative_to(folder), _content(path)
        own = given / name
        is_graded, is_python = name.as_posix() in graded, path.suffix == ".py"
        is_solved = is_graded and bool(_DEFINING.search(text) or not is_python)
        is_same = own.is_file() and _content(own) == text and not is_solved
        is_given = path.name == "conftest.py" or is_same
        is_code = is_graded or is_python or path.suffix == ".ipynb"
        if text and is_code and not is_given and not _why_left(name):
            yield text, path


def _content(path: Path) -> bytes:
    """The content of a file, without blanks at the ends of lines and of the file."""
    return b"\n".join(map(bytes.rstrip, path.read_bytes().splitlines())).strip()


def engine_files() -> Iterator[Path]:
    """The engine's files that a student's `make check` needs, relative to the folder above it."""
    yield Path("grader/__init__.py")
    kinds = [path for kind in ("py", "txt") for path in _ENGINE.glob(f"student/**/*.{kind}")]
    for path in sorted([*kinds, *map(_ENGINE.joinpath, PASSING)]):
        yield path.relative_to(_ENGINE.parent)


def packed_files(
    handout: Path, made: Mapping[str, bytes], names: Mapping[str, Sequence[str]] = NOTHING
) -> dict[str, bytes]:
    """All that is packed, sorted by name, including the list of these very files.

    `made` are files that exist nowhere else: they are made for the handout. `names` are those that
    students' tests can import from each module of any solution.
    """
    from grader.student.handing_in.listing import NAME, listing_of

    files = {
        path.relative_to(handout).as_posix(): path.read_bytes() for path in handout_files(handout)
    }
    files |= {name.as_posix(): (_ENGINE.parent / name).read_bytes() for name in engine_files()}
    files |= made
    return dict(sorted((files | {f"checks/{NAME}": listing_of(files, names)}).items()))


def pack_handout(
    handout: Path,
    top: str,
    archive: Path,
    made: Mapping[str, bytes] = NOTHING,
    names: Mapping[str, Sequence[str]] = NOTHING,
) -> int:
    """Write the archive, with everything in a folder `top`; returns its number of files.

    The same files always give the same bytes. Raises `OutputError`.
    """
    files = packed_files(handout, made, names)
    buffer = io.BytesIO()
    with (
        gzip.GzipFile(fileobj=buffer, mode="wb", mtime=0) as packed,
        tarfile.open(fileobj=packed, mode="w", format=tarfile.PAX_FORMAT) as tar,
    ):
        for name, content in files.items():
            tar.addfile(*_member(content, f"{top}/{name}"))
    with writing(archive), replacing(archive, 0o666) as file:
        file.write(buffer.getvalue())
    return len(files)


def _member(content: bytes, name: str) -> tuple[tarfile.TarInfo, io.BytesIO]:
    member = tarfile.TarInfo(name)
    member.size, member.mode, member.mtime = len(content), 0o644, DATE
    return member, io.BytesIO(content)
