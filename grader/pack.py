"""Packs the handout for students: what is in `handout/`, nothing else, always the same bytes."""

import gzip
import io
import os
import tarfile
from collections.abc import Iterator
from pathlib import Path

from grader.errors import OutputError

TOP = "hw09-handout"
KEPT = (".py", ".md", ".svg", ".txt")
NAMES = ("Makefile",)


def handout_files(handout: Path) -> Iterator[Path]:
    """The files that students get, in order; caches and what a student made are left out."""
    for path in sorted(handout.rglob("*")):
        inside = path.relative_to(handout)
        hidden = any(part.startswith((".", "__pycache__")) for part in inside.parts)
        if path.is_file() and not hidden and (path.suffix in KEPT or path.name in NAMES):
            yield path


def pack_handout(handout: Path, archive: Path) -> int:
    """Write the archive; returns how many files are in it. Raises `OutputError`."""
    files = list(handout_files(handout))
    buffer = io.BytesIO()
    with (
        gzip.GzipFile(fileobj=buffer, mode="wb", mtime=0) as packed,
        tarfile.open(fileobj=packed, mode="w", format=tarfile.PAX_FORMAT) as tar,
    ):
        for path in files:
            tar.addfile(*_member(path, f"{TOP}/{path.relative_to(handout).as_posix()}"))
    try:
        temporary = archive.with_name(f".{archive.name}.part")
        temporary.write_bytes(buffer.getvalue())
        os.replace(temporary, archive)
    except OSError as error:
        raise OutputError(f"{archive} can't be written: {error.strerror}") from None
    return len(files)


def _member(path: Path, name: str) -> tuple[tarfile.TarInfo, io.BytesIO]:
    data = path.read_bytes()
    member = tarfile.TarInfo(name)
    member.size = len(data)
    member.mode = 0o644
    return member, io.BytesIO(data)
