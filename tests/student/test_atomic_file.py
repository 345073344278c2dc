import os
import stat
from collections.abc import Iterator
from pathlib import Path

import pytest

from grader.student.atomic_file import replacing


@pytest.fixture(autouse=True)
def _usual_umask() -> Iterator[None]:
    mask = os.umask(0o022)
    yield
    os.umask(mask)


def permissions(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


def _write_half(path: Path, ending: type[BaseException]) -> None:
    with replacing(path) as file:
        file.write(b"half")
        raise ending


def write(path: Path, text: bytes, mode: int | None = None) -> None:
    with replacing(path, mode, durable=True) as file:
        file.write(text)


def test_a_reader_has_the_old_file_until_the_new_one_is_complete(tmp_path: Path) -> None:
    path = tmp_path / "grades.csv"
    path.write_bytes(b"old")
    with replacing(path) as file:
        file.write(b"new")
        file.flush()
        assert path.read_bytes() == b"old"
    assert path.read_bytes() == b"new"


@pytest.mark.parametrize("ending", [ValueError, OSError, KeyboardInterrupt])
def test_what_ends_a_write_leaves_the_old_file_and_nothing_else(
    tmp_path: Path, ending: type[BaseException]
) -> None:
    path = tmp_path / "grades.csv"
    path.write_bytes(b"old")
    with pytest.raises(ending):
        _write_half(path, ending)
    assert [path.read_bytes() for path in tmp_path.iterdir()] == [b"old"]


def test_a_replaced_file_keeps_its_permissions(tmp_path: Path) -> None:
    path = tmp_path / "rubric.yaml"
    path.write_bytes(b"old")
    for mode in (0o600, 0o664, 0o444):
        path.chmod(mode)
        write(path, b"new")
        assert permissions(path) == mode


def test_a_new_file_is_for_its_owner_and_group_unless_told_otherwise(tmp_path: Path) -> None:
    write(tmp_path / "grades.csv", b"")
    write(tmp_path / "handout.tgz", b"", 0o666)
    write(tmp_path / "secret", b"", 0o600)
    assert permissions(tmp_path / "grades.csv") == 0o640
    assert permissions(tmp_path / "handout.tgz") == 0o644
    assert permissions(tmp_path / "secret") == 0o600


def test_told_permissions_win_over_those_of_the_old_file(tmp_path: Path) -> None:
    path = tmp_path / "secret"
    path.write_bytes(b"old")
    path.chmod(0o666)
    write(path, b"new", 0o600)
    assert permissions(path) == 0o600


def test_a_file_that_a_link_names_is_not_written_through_the_link(tmp_path: Path) -> None:
    (tmp_path / "elsewhere").write_bytes(b"old")
    (tmp_path / "link").symlink_to("elsewhere")
    write(tmp_path / "link", b"new")
    assert (tmp_path / "elsewhere").read_bytes() == b"old"
    assert (tmp_path / "link").read_bytes() == b"new"


def test_the_longest_possible_name_can_be_written(tmp_path: Path) -> None:
    path = tmp_path / ("x" * 255)
    write(path, b"new")
    assert path.read_bytes() == b"new"
