"""A class that is named as one hand-in is refused, and a hand-in never is."""

from pathlib import Path

import pytest

from grader.errors import UsageError
from grader.handins.whole_class import refuse_whole_class
from tests.handins.rights import bound_by_modes
from tests.handins.test_finding import laid, packed

LAS = {"las.py": b"", "connect4.py": b""}
KNOWN = tuple(LAS)


def folders(*names: str) -> dict[str, bytes]:
    return {f"{name}/{file}": text for name in names for file, text in LAS.items()}


CLASSES = {
    "folders": folders("ada", "bo", "cy"),
    "folders in folders": {f"{n}/hw/las.py": b"" for n in ("ada", "bo", "cy")},
    "archives": {f"{n}.tgz": packed(LAS) for n in ("ada", "bo", "cy")},
    "canvas": {"ada_1_10_las.py": b"", "bo_LATE_2_11_las.py": b""},
    "moodle": folders("Ana D_12_assignsubmission_file_", "Bo Li_13_assignsubmission_file_"),
    "in one more folder": folders("class/ada", "class/bo", "class/cy"),
}
HANDINS = {
    "the files": LAS,
    "in a folder": folders("hw"),
    "with a copy": folders("new", "old"),
    "copies beside the files": {**LAS, **folders("a", "b", "c")},
    "a module a folder": {"las/las.py": b"", "connect4/connect4.py": b"", "docs/x.txt": b""},
    "wrong names": {"a.py": b"", "b.py": b"", "c.py": b""},
    "one from canvas": {"ada_1_10_las.py": b"", "ada_1_11_connect4.py": b""},
}


@pytest.mark.parametrize("zipped", [False, True])
@pytest.mark.parametrize("name", CLASSES)
def test_a_class_is_refused_with_the_command_that_grades_it(
    tmp_path: Path, name: str, *, zipped: bool
) -> None:
    place = put(tmp_path, CLASSES[name], zipped=zipped)
    with pytest.raises(UsageError) as refused:
        refuse_whole_class(place, KNOWN)
    assert str(refused.value).startswith(f"{place}: it is a class, not one hand-in: ")
    assert str(refused.value).endswith(f"`grader batch {place} --out out`")


@pytest.mark.parametrize("zipped", [False, True])
@pytest.mark.parametrize("name", HANDINS)
def test_a_hand_in_is_no_class(tmp_path: Path, name: str, *, zipped: bool) -> None:
    refuse_whole_class(put(tmp_path, HANDINS[name], zipped=zipped), KNOWN)


def test_two_are_a_class_where_staff_keep_their_files(tmp_path: Path) -> None:
    place = put(tmp_path, folders("ada", "bo"), zipped=False)
    refuse_whole_class(place, KNOWN)
    (place / "roster.csv").write_text("student\n")
    with pytest.raises(UsageError, match="it is a class"):
        refuse_whole_class(place, KNOWN)


@pytest.mark.parametrize("mode", [0o000, 0o444])
def test_what_may_not_be_looked_at_is_no_class(tmp_path: Path, mode: int) -> None:
    place = put(tmp_path, LAS, zipped=False)
    place.chmod(mode)
    with bound_by_modes():
        refuse_whole_class(place, KNOWN)
    place.chmod(0o755)


def test_what_can_not_be_looked_at_is_no_class(tmp_path: Path) -> None:
    (tmp_path / "ada.zip").write_bytes(b"PK")
    for place in (tmp_path / "ada.zip", tmp_path / "ada.tgz"):
        refuse_whole_class(place, KNOWN)


def put(folder: Path, files: dict[str, bytes], *, zipped: bool) -> Path:
    if not zipped:
        laid(folder / "class", files)
        return folder / "class"
    (folder / "class.zip").write_bytes(packed(files, ".zip"))
    return folder / "class.zip"
