"""Pack the handout for students.

example: grader pack handout.tgz
"""

import argparse
import gzip
import io
import tarfile
from collections.abc import Iterator, Mapping
from pathlib import Path
from types import MappingProxyType

from grader.errors import writing
from grader.student.atomic_file import replacing
from grader.student.plural import numbered

_ENGINE = Path(__file__).parents[1]
KEPT = (".csv", ".in", ".ipynb", ".json", ".md", ".py", ".sql", ".svg", ".toml", ".txt")
NAMES = ("Makefile",)
# What answers pass through, in a box as on a student's computer.
PASSING = tuple(
    [
        f"inside/{name}.py"
        for name in (
            *("__init__", "class_facts", "deep_calls", "exceptions", "forms", "library"),
            *("course_tests/__init__", "course_tests/decorators"),
            *("module_names", "program", "queries", "shortening", "sources", "text_modules"),
            *(
                f"notebook/{name}"
                for name in ("__init__", "escapes", "layout", "names", "reading", "running")
            ),
            *("surroundings/__init__", "surroundings/ending", "surroundings/listening"),
            *("surroundings/main_module", "surroundings/process_state", "surroundings/refusals"),
            *("surroundings/semaphores", "surroundings/streams"),
            *("values", "wire", "travel/__init__", "travel/arrays", "travel/watched"),
            *(f"travel/{name}" for name in ("charts", "frames", "live_charts", "live_frames")),
        )
    ]
)
# The start of 2020, for every file: archives of other kinds can't hold dates before 1980.
DATE = 1_577_836_800


def add(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("archive", type=Path, metavar="FILE", help="the archive to write (.tgz)")


def run(options: argparse.Namespace) -> int:
    """Pack `handout/`, the program that runs the checks, and a list of both."""
    from grader.assignment.load import load
    from grader.assignment.printed import printed_in
    from grader.assignment.sources import starter_files
    from grader.assignment.tasks_table import write_table
    from grader.authoring.advice import advice_of
    from grader.commands.usage.terminal import say
    from grader.student.advice import NAME as ADVICE
    from grader.student.printed.sessions import NAME as PRINTED
    from grader.student.printed.sessions import sessions_to_bytes

    assignment = load(options.config)
    starter_files(assignment)  # nobody gets one that isn't Python
    if (table := write_table(assignment)) is not None:
        say(f"{table} is written anew: it said something else than {assignment.file}")
    printed = sessions_to_bytes(printed_in(assignment).sessions)
    made = {f"checks/{ADVICE}": advice_of(assignment), f"checks/{PRINTED}": printed}
    made |= assignment.data
    count = pack_handout(assignment.handout, assignment.handout_name, options.archive, made)
    say(f"{options.archive}: {numbered(count, 'file')} for students")
    return 0


def handout_files(handout: Path) -> Iterator[Path]:
    """The files that students get, in order; caches and what a student made are left out."""
    for path in sorted(handout.rglob("*")):
        inside = path.relative_to(handout)
        hidden = any(part.startswith((".", "__pycache__")) for part in inside.parts)
        if path.is_file() and not hidden and (path.suffix in KEPT or path.name in NAMES):
            yield path


def engine_files() -> Iterator[Path]:
    """The files of the engine that a student's `make check` needs, from the folder above it."""
    yield Path("grader/__init__.py")
    kinds = [path for kind in ("py", "txt") for path in _ENGINE.glob(f"student/**/*.{kind}")]
    for path in sorted([*kinds, *map(_ENGINE.joinpath, PASSING)]):
        yield path.relative_to(_ENGINE.parent)


def packed_files(handout: Path, made: Mapping[str, bytes]) -> dict[str, bytes]:
    """All that is packed, by names in their order: also the list of these very files.

    `made` are files that exist nowhere: they are made for the handout.
    """
    from grader.student.handing_in.listing import NAME, listing_of

    files = {
        path.relative_to(handout).as_posix(): path.read_bytes() for path in handout_files(handout)
    }
    files |= {name.as_posix(): (_ENGINE.parent / name).read_bytes() for name in engine_files()}
    files |= made
    return dict(sorted((files | {f"checks/{NAME}": listing_of(files)}).items()))


def pack_handout(
    handout: Path, top: str, archive: Path, made: Mapping[str, bytes] = MappingProxyType({})
) -> int:
    """Write the archive, of a folder `top`; returns how many files are in it.

    The same files always give the same bytes. Raises `OutputError`.
    """
    files = packed_files(handout, made)
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
