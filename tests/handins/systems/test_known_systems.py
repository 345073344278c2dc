"""Downloads of all systems come out right, person by person, and nothing in them is lost."""

from pathlib import Path

import pytest

from grader.handins.finding import HandinList, find_handins
from grader.handins.intake import Handin
from grader.handins.systems.known_systems import SYSTEMS
from tests.handins.downloads import CASES, Case
from tests.handins.test_finding import laid, opened, packed

KNOWN = ("las.py",)


def text(mark: str) -> bytes:
    """A file with a mark in it."""
    return f"# {mark}\n".encode()


def content_of(case: Case) -> dict[str, bytes]:
    kinds = {".py": text, ".sec": text, ".tgz": lambda mark: packed({"las.py": text(mark)})}
    return {
        name: kinds.get(Path(name).suffix, str.encode)(mark) for name, mark in case.files.items()
    }


def marks(found: HandinList) -> dict[str, str]:
    """What each student's las.py holds; empty if there is none."""
    handins = opened(found, KNOWN)
    return {
        student: one.files.get("las.py", "")[2:-1] if isinstance(one, Handin) else ""
        for student, one in handins.items()
    }


@pytest.mark.parametrize("name", CASES)
def test_everybody_gets_what_is_theirs_and_nobody_anything_else(tmp_path: Path, name: str) -> None:
    case = CASES[name]
    found = find_handins(laid(tmp_path, content_of(case)), KNOWN, case.roster)
    assert found.system == case.system
    assert marks(found) == {student: mark for student, (mark, _) in case.expected.items()}
    assert found.arrivals == {student: how for student, (_, how) in case.expected.items()}
    assert tuple(found.problems) == case.problems


@pytest.mark.parametrize("name", CASES)
def test_hand_ins_of_nobody_are_lines_for_staff(tmp_path: Path, name: str) -> None:
    case = CASES[name]
    found = find_handins(laid(tmp_path, content_of(case)), KNOWN, case.roster)
    assert found.unresolved == len(case.nobody)
    for one in case.nobody:
        assert any(one in line for line in found.ignored)


@pytest.mark.parametrize("name", CASES)
def test_the_sum_of_a_download_adds_up(tmp_path: Path, name: str) -> None:
    case = CASES[name]
    found = find_handins(laid(tmp_path, content_of(case)), KNOWN, case.roster)
    assert (found.counts.used, found.counts.earlier, found.counts.unused) == case.sum
    assert found.counts.entries == sum(case.sum)


@pytest.mark.parametrize("name", CASES)
def test_the_zip_is_read_as_the_folder_is(tmp_path: Path, name: str) -> None:
    case = CASES[name]
    (tmp_path / "whole.zip").write_bytes(packed(content_of(case), ".zip"))
    zipped = find_handins(tmp_path / "whole.zip", KNOWN, case.roster)
    unpacked = find_handins(laid(tmp_path / "class", content_of(case)), KNOWN, case.roster)
    assert marks(zipped) == marks(unpacked)
    assert (zipped.arrivals, zipped.counts) == (unpacked.arrivals, unpacked.counts)
    assert (zipped.ignored, zipped.people) == (unpacked.ignored, unpacked.people)


def test_each_system_of_the_table_has_a_download_here() -> None:
    assert {case.system for case in CASES.values()} == {"", *(one.name for one in SYSTEMS)}
