"""Updates a folder to a corrected handout without touching the student's work.

Given files (the library, the checks, the texts) are replaced. A starter file is replaced only if
it is still as it was handed out; otherwise the new starter is put beside it, if that is new.
"""

import tarfile
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path, PurePosixPath

from grader.student.atomic_file import replacing
from grader.student.checking.assignment import HandoutAssignment
from grader.student.checking.screen import Screen
from grader.student.handing_in.listing import NAME, UNKNOWN, Handout, parse_listing, read_listing

BESIDE = ".new"


@dataclass
class Changes:
    """What an update does: files replaced, files kept, and new starters put beside kept ones."""

    replaced: list[str] = field(default_factory=list)
    kept: list[str] = field(default_factory=list)
    beside: list[str] = field(default_factory=list)


def update(checks: Path, assignment: HandoutAssignment, archive: Path, screen: Screen) -> int:
    """Update the current folder to the handout in an archive; returns the exit status."""
    try:
        files = dict(_files(archive))
    except (OSError, tarfile.TarError) as error:
        screen.line(f"{archive} can't be read: {error}")
        return 2
    listing = f"checks/{NAME}"
    new = parse_listing(files[listing]) if listing in files else UNKNOWN
    if new is UNKNOWN:
        screen.line(f"{archive} is not a handout of this assignment.")
        return 2
    starters = {name for module in assignment.modules for name in (module.shown, module.notebook)}
    changes = apply(Path.cwd(), files, starters, read_listing(checks))
    for words, names in (
        ("Replaced", changes.replaced),
        ("Kept, because you have worked on it", changes.kept),
        ("New starter files, beside yours", changes.beside),
    ):
        if names:
            screen.paragraph(f"{words}: {', '.join(names)}")
    screen.line(f"This is version {new.version} of the handout now.", "strong")
    return 0


def apply(folder: Path, files: Mapping[str, bytes], starters: set[str], old: Handout) -> Changes:
    """Write a handout's files into a folder, except over those that the student has worked on.

    Files that are no longer in the handout are removed if nobody has touched them.
    """
    changes = Changes()
    for name, content in sorted(files.items()):
        path = folder / name
        present = path.read_bytes() if path.exists() else None
        if present == content:
            continue
        if name not in starters or present is None or old.is_untouched(name, present):
            _write(path, content)
            changes.replaced.append(name)
            continue
        changes.kept.append(name)
        if not old.is_untouched(name, content):
            _write(folder / (name + BESIDE), content)
            changes.beside.append(name + BESIDE)
    for name in old.digests.keys() - files.keys():
        if old.has_untouched(folder, name):
            (folder / name).unlink()
    return changes


def _write(path: Path, content: bytes) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    with replacing(path, 0o666) as file:
        file.write(content)


def _files(archive: Path) -> Iterator[tuple[str, bytes]]:
    """The files of an archive, by their names below its top folder."""
    with tarfile.open(archive) as tar:
        for member in tar.getmembers():
            parts = PurePosixPath(member.name).parts[1:]
            content = tar.extractfile(member) if member.isfile() else None
            if content is not None and parts and ".." not in parts:
                yield "/".join(parts), content.read()
