"""Folders that student code has written in can be cleared away, whatever it has made of them."""

import os
from pathlib import Path

from grader.sandbox.kernel.forked import ForkedProcess
from grader.sandbox.walls.removal import clear

DEEP = 3_000
ORDINARY = 65534


def a_deep_folder(top: Path, depth: int) -> None:
    descriptor = os.open(top, os.O_RDONLY)
    for _ in range(depth):
        os.mkdir("x", dir_fd=descriptor)
        below = os.open("x", os.O_RDONLY, dir_fd=descriptor)
        os.close(descriptor)
        descriptor = below
    os.close(descriptor)


def test_folders_within_each_other_by_the_thousand_are_cleared(tmp_path: Path) -> None:
    folder = tmp_path / "scratch"
    folder.mkdir()
    a_deep_folder(folder, DEEP)
    clear(folder)
    assert os.listdir(tmp_path) == []


def test_folders_that_nobody_may_open_are_cleared(tmp_path: Path) -> None:
    def as_an_ordinary_user() -> bytes:
        os.chdir(tmp_path)
        if os.getuid() == 0:  # whom no mode of a folder keeps out
            os.chown(tmp_path, ORDINARY, ORDINARY)
            os.setuid(ORDINARY)
        inner = Path("scratch/outer/inner")
        inner.mkdir(parents=True)
        (inner / "file").write_text("x")
        (inner / "file").chmod(0)
        inner.chmod(0)
        inner.parent.chmod(0)
        clear(Path("scratch"))
        return b""

    ForkedProcess(as_an_ordinary_user).result()
    assert os.listdir(tmp_path) == []


def test_what_a_link_leads_to_stays(tmp_path: Path) -> None:
    kept = tmp_path / "kept"
    kept.mkdir()
    (kept / "file").write_text("x")
    folder = tmp_path / "scratch"
    folder.mkdir()
    (folder / "to-folder").symlink_to(kept)
    (folder / "to-file").symlink_to(kept / "file")
    clear(folder)
    assert os.listdir(tmp_path) == ["kept"]
    assert (kept / "file").read_text() == "x"


def test_a_folder_that_is_gone_is_no_error(tmp_path: Path) -> None:
    clear(tmp_path / "never")
