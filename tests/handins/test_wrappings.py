"""The same content is the same hand-in in every wrapping: one table of both."""

import bz2
import gzip
import io
import lzma
import tarfile
import zipfile
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest

from grader.assignment.config import Intake
from grader.errors import HandinError
from grader.handins.intake import Handin
from grader.handins.opening import Opener
from grader.handins.parcels import HandinPiece, Parcel, parcel_of

KNOWN = ("las.py", "nim.py")
LAS, NIM = b"x = 1\n", "y = 'é'\n".encode()
MB = 1 << 20
Files = Mapping[str, bytes]

NOTEBOOK = b'{"cells": [{"cell_type": "code", "source": ["x = 1"]}]}'
CONTENTS: Mapping[str, Files] = {
    "two files": {"las.py": LAS, "nim.py": NIM},
    "a film": {"las.py": LAS, "film.mp4": b"\0\1\2" * (3 * MB)},
    "many pictures": {"las.py": LAS, **{f"pictures/{i}.png": b"" for i in range(600)}},
    "an environment": {
        "las.py": LAS,
        **{f"venv/lib/python3.11/site-packages/p{i}.py": b"" for i in range(600)},
        "venv/pyvenv.cfg": b"",
    },
    "work in a folder venv": {"venv/las.py": LAS},
    "version control": {"las.py": LAS, ".git/objects/00/1": b"x" * MB, ".git/hooks/las.py": NIM},
    "an editor's": {"las.py": LAS, ".idea/x.py": NIM, ".vscode/settings.json": b"{}"},
    "caches": {"las.py": LAS, "__pycache__/las.pyc": b"", ".ipynb_checkpoints/nim.ipynb": b"{"},
    "macOS's": {"las.py": LAS, ".DS_Store": b"\0", "._las.py": b"\0", "__MACOSX/._las.py": b"\0"},
    "Windows's": {"las.py": LAS, "Thumbs.db": b"\0", "desktop.ini": b"", "DESKTOP.INI": b""},
    "a notebook": {"las.ipynb": NOTEBOOK},
    "a package": {"las.py": LAS, "mine/__init__.py": b"", "mine/tools.py": NIM},
    "deep": {"/".join("d" * 14) + "/las.py": LAS},
    "another name": {"las (1).py": LAS, "nim.py": NIM},
    "not text": {"las.py": b"\0", "nim.py": NIM},
    "too big": {"las.py": LAS, "data/big.py": b"#" * (9 * MB)},
    "too many": {"las.py": LAS, **{f"sdk/{i}.py": b"" for i in range(600)}},
    "nothing": {},
    "nothing that counts": {".DS_Store": b"\0", "__pycache__/las.pyc": b""},
    "an essay": {"README.md": b"#", "essay.docx": b"PK\3\4"},
    "one packed file": {"las.py.gz": gzip.compress(LAS), "nim.py": NIM},
    "an archive": {"inner.tar.xz": lzma.compress(b"\0" * 1024), "nim.py": NIM},
    "a foreign archive": {"las.py": LAS, "old.7z": b"7z\xbc\xaf\x27\x1c", "old.rar": b"Rar!\x1a\7"},
}


def tarred(files: Files) -> bytes:
    stream = io.BytesIO()
    with tarfile.open(fileobj=stream, mode="w") as archive:
        for name, content in files.items():
            info = tarfile.TarInfo(name)
            info.size = len(content)
            archive.addfile(info, io.BytesIO(content))
    return stream.getvalue()


def zipped(files: Files) -> bytes:
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED, compresslevel=1) as archive:
        for name, content in files.items():
            archive.writestr(name, content)
    return stream.getvalue()


def within(files: Files, top: str = "hw 09/") -> Files:
    return {top + name: content for name, content in files.items()}


def as_windows(files: Files) -> Files:
    return {name.replace("/", "\\"): content for name, content in files.items()}


def with_folders(files: Files) -> bytes:
    """As macOS's Finder packs: folders have entries, and what it left lies beside them."""
    beside = {"hw/": b"", "hw/.DS_Store": b"\0", "__MACOSX/hw/._las.py": b"\0"}
    return zipped({**beside, **within(files, "hw/")})


# As what name the content is packed, and how.
PACKED: Mapping[str, Callable[[Files], bytes]] = {
    "ada.zip": zipped,
    "ada.ZIP": lambda files: zipped(within(files)),
    "ada-deeper.zip": lambda files: zipped(within(files, "a/b/c/")),
    "ada-of-windows.zip": lambda files: zipped(as_windows(within(files))),
    "ada-of-macos.zip": with_folders,
    "ada.tar": tarred,
    "ada-dotted.tar": lambda files: tarred(within(files, "./")),
    "ada.tgz": lambda files: gzip.compress(tarred(files), 1),
    "ada.tar.gz": lambda files: gzip.compress(tarred(within(files)), 1),
    "ada.tar.xz": lambda files: lzma.compress(tarred(files), preset=0),
    "ada.txz": lambda files: lzma.compress(tarred(within(files)), preset=0),
    "ada.tar.bz2": lambda files: bz2.compress(tarred(files), 1),
    "ada.tbz2": lambda files: bz2.compress(tarred(within(files)), 1),
    "ada-a-tar-in-truth.zip": tarred,
    "ada-a-zip-in-truth.tgz": zipped,
    "ada-xz-in-truth.tar.gz": lambda files: lzma.compress(tarred(files), preset=0),
    "ada": zipped,
}


def verdict(parcel: Parcel) -> Any:
    """What a student is told, without the names of the folders around the hand-in."""
    [(_, opened)] = Opener(Intake(), KNOWN).open_all([parcel])
    if isinstance(opened, HandinError):
        return _bare(str(opened))
    assert isinstance(opened, Handin)
    notes = [_bare(note) for note in opened.notes]
    return opened.files, opened.digest, opened.problems, notes


def _bare(line: str) -> str:
    for top in ("hw 09/", "hw 09\\", "a/b/c/", "hw/", "./"):
        line = line.replace(top, "")
    return line.replace("\\", "/").replace(".DS_Store (of the operating system), ", "")


def laid(folder: Path, files: Files) -> Path:
    folder.mkdir()
    for name, content in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(content)
    return folder


@pytest.mark.parametrize("content", CONTENTS)
def test_the_same_content_has_the_same_verdict_in_each_wrapping(
    tmp_path: Path, content: str
) -> None:
    files = CONTENTS[content]
    expected = verdict(parcel_of(laid(tmp_path / "ada-in-a-folder", files)))
    found = {"one folder deeper": verdict(parcel_of(laid(tmp_path / "bo", within(files))))}
    for name, pack in PACKED.items():
        packed = pack(files)
        (tmp_path / name).write_bytes(packed)
        found[name] = verdict(parcel_of(tmp_path / name))
        download = tmp_path / f"of {name}.class"
        download.write_bytes(zipped({f"class/{name}": packed}))
        piece = HandinPiece(download, name, 0)
        if "." in name:  # what it is in a download, its name says
            found[f"{name} in a download"] = verdict(Parcel("ada", (piece,)))
    ours = {"nothing", "nothing that counts"}
    if content in ours:  # what macOS leaves behind is listed there too
        found = {name: one for name, one in found.items() if "macos" not in name}
    assert {name: one for name, one in found.items() if one != expected} == {}
