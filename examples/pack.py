"""Packs the archives among the sample hand-ins, of the same bytes on every machine once unzipped.

    python examples/pack.py

Students pack what they hand in in many ways: `bknuth.tgz` holds a folder with the files in it,
`mchen.zip` the files alone. Both are planted right solutions. So is `hbauer.zip`, but for a colon
that is missing in one line; kept as a file, that line would stop every tool that reads our sources.
`tnewcomer.tgz` is the starter files as they were handed out.
"""

import gzip
import io
import tarfile
import zipfile
from pathlib import Path

from grader.assignment.planted import planted_files

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent
RIGHT = ROOT / "tests" / "submissions" / "right"
EPOCH = (2014, 11, 18, 23, 0, 0)


def files_of(name: str) -> dict[str, bytes]:
    """The files of a planted right solution, by name."""
    found = planted_files(RIGHT / name, ROOT)
    return {file: found[file].read_bytes() for file in sorted(found)}


def starter_files() -> dict[str, bytes]:
    """The files that students are to change, by name."""
    return {path.name: path.read_bytes() for path in sorted((ROOT / "handout").glob("*.py"))}


def tgz(files: dict[str, bytes], folder: str) -> bytes:
    """A gzipped tar archive of the files in a folder, without owners and times."""
    packed = io.BytesIO()
    with tarfile.open(fileobj=packed, mode="w", format=tarfile.USTAR_FORMAT) as archive:
        for name, content in files.items():
            info = tarfile.TarInfo(f"{folder}/{name}")
            info.size = len(content)
            archive.addfile(info, io.BytesIO(content))
    # Stored rather than compressed; but what is around it differs from one Python to another.
    return gzip.compress(packed.getvalue(), compresslevel=0, mtime=0)


def zipped(files: dict[str, bytes]) -> bytes:
    """A zip archive of the files, all of one time."""
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        for name, content in files.items():
            archive.writestr(zipfile.ZipInfo(name, EPOCH), content)
    return packed.getvalue()


def without_a_colon(files: dict[str, bytes]) -> dict[str, bytes]:
    """The files with a syntax error in alphabeta.py."""
    line = b"            if result is gt.PARENT_PRUNE:\n"
    slipped = files["alphabeta.py"].replace(line, line.replace(b":", b""))
    return {**files, "alphabeta.py": slipped}


def archives() -> dict[str, bytes]:
    """The archives among the sample hand-ins, by file name."""
    return {
        "bknuth.tgz": tgz(files_of("functional_folds"), "hw09"),
        "hbauer.zip": zipped(without_a_colon(files_of("loops_and_flags"))),
        "mchen.zip": zipped(files_of("class_hierarchy")),
        "tnewcomer.tgz": tgz(starter_files(), "hw09"),
    }


if __name__ == "__main__":
    for name, content in archives().items():
        (HERE / "handins" / name).write_bytes(content)
