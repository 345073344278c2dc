"""What one hand-in is: whose, and of which pieces."""

import zipfile
from pathlib import Path

import pytest

from grader.assignment.config import Intake
from grader.handins.parcels import (
    HandinPiece,
    Parcel,
    parcel_of,
    read_parcel,
    student_of,
    without_ending,
)


@pytest.mark.parametrize(
    ("name", "student"),
    [
        ("ada", "ada"),
        ("ada.tgz", "ada"),
        ("ada.tar.gz", "ada"),
        ("ada.b.ZIP", "ada.b"),
        ("ada.py", "ada"),
        ("ada.rar", "ada"),
        ("jose\u0301.zip", "jos\u00e9"),
    ],
)
def test_a_students_id_is_the_name_without_the_ending(name: str, student: str) -> None:
    assert student_of(Path("class") / name) == student


def test_a_hand_in_is_called_after_its_folder_though_it_is_given_as_a_dot(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "ada.zip" / "src").mkdir(parents=True)
    monkeypatch.chdir(tmp_path / "ada.zip" / "src")
    assert (parcel_of(Path()).student, parcel_of(Path("..")).student) == ("src", "ada")


@pytest.mark.parametrize("name", [".zip", ".tgz", ".py"])
def test_a_name_that_is_only_an_ending_keeps_it(name: str) -> None:
    assert without_ending(name) == name


def test_pieces_of_several_places_are_one_hand_in(tmp_path: Path) -> None:
    (tmp_path / "las.py").write_bytes(b"x")
    (tmp_path / "src").mkdir()
    (tmp_path / "src/nim.py").write_bytes(b"y")
    with zipfile.ZipFile(tmp_path / "class.zip", "w") as archive:
        archive.writestr("ada/own.py", b"z")
    pieces = [HandinPiece(tmp_path / one, one) for one in ("las.py", "src")]
    member = HandinPiece(tmp_path / "class.zip", "own.py", member=0)
    found = read_parcel(Parcel("ada", (*pieces, member)), Intake())
    assert dict(found.contents) == {"las.py": b"x", "nim.py": b"y", "own.py": b"z"}
