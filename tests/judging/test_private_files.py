"""Private files are their owner's alone, and who waits for a folder never waits for nothing."""

import errno
import fcntl
import pickle
from pathlib import Path
from time import sleep

import pytest

from grader.judging.private_files import exclusive, read_private, write_private
from grader.sandbox.kernel.forked import ForkedProcess


def test_what_is_written_is_read_and_of_no_use_to_others(tmp_path: Path) -> None:
    file = tmp_path / "kept/key-1.pickle"
    write_private(file, b"expected", 5)
    assert read_private(file) == b"expected"
    assert (file.stat().st_mode & 0o777, file.parent.stat().st_mode & 0o777) == (0o600, 0o700)


@pytest.mark.parametrize("mode", [0o620, 0o602])
def test_what_others_could_have_written_is_not_read(tmp_path: Path, mode: int) -> None:
    file = tmp_path / "key-1.pickle"
    write_private(file, b"expected", 5)
    file.chmod(mode)
    assert read_private(file) is None


def test_two_are_never_in_one_folder_at_once(tmp_path: Path) -> None:
    def stay() -> bytes:
        with exclusive(tmp_path / "kept"):
            alone = not (tmp_path / "somebody").exists()
            (tmp_path / "somebody").touch()
            sleep(0.1)
            (tmp_path / "somebody").unlink()
        return pickle.dumps(alone)

    crowd = [ForkedProcess(stay) for _ in range(4)]
    assert [pickle.loads(each.result()) for each in crowd] == [True] * 4


def test_a_folder_that_cannot_be_made_is_no_reason_to_stop(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with exclusive(tmp_path / "file/kept"):
        (tmp_path / "done").touch()
    assert (tmp_path / "done").exists()


def test_a_file_system_without_locks_is_no_reason_to_stop(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object) -> None:
        raise OSError(errno.ENOLCK, "No locks available")

    monkeypatch.setattr(fcntl, "flock", refuse)
    with exclusive(tmp_path):
        (tmp_path / "done").touch()
    assert (tmp_path / "done").exists()
