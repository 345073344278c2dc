"""Packs the handout for students: what is in `handout/`, nothing else, always the same bytes."""

import gzip
import io
import os
import tarfile
from collections.abc import Iterator
from pathlib import Path

from grader.errors import OutputError

_ENGINE = Path(__file__).parents[1]
KEPT = (".py", ".md", ".svg", ".txt")
NAMES = ("Makefile",)


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
    for path in sorted(_ENGINE.glob("student/*.py")):
        yield path.relative_to(_ENGINE.parent)


def pack_handout(handout: Path, top: str, archive: Path) -> int:
    """Write the archive, of a folder `top`; returns how many files are in it.

    Raises `OutputError`.
    """
    own = [(path, path.relative_to(handout)) for path in handout_files(handout)]
    files = sorted([*own, *[(_ENGINE.parent / name, name) for name in engine_files()]], key=_name)
    buffer = io.BytesIO()
    with (
        gzip.GzipFile(fileobj=buffer, mode="wb", mtime=0) as packed,
        tarfile.open(fileobj=packed, mode="w", format=tarfile.PAX_FORMAT) as tar,
    ):
        for path, name in files:
            tar.addfile(*_member(path, f"{top}/{name.as_posix()}"))
    try:
        temporary = archive.with_name(f".{archive.name}.part")
        temporary.write_bytes(buffer.getvalue())
        os.replace(temporary, archive)
    except OSError as error:
        raise OutputError(f"{archive} can't be written: {error.strerror}") from None
    return len(files)


def _name(file: tuple[Path, Path]) -> Path:
    return file[1]


def _member(path: Path, name: str) -> tuple[tarfile.TarInfo, io.BytesIO]:
    data = path.read_bytes()
    member = tarfile.TarInfo(name)
    member.size = len(data)
    member.mode = 0o644
    return member, io.BytesIO(data)
