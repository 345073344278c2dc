"""Folders of tools are listed, and are no students; a person's with a dot in front is graded."""

from pathlib import Path

import pytest

from grader.handins.finding import OF_A_TOOL, find_handins
from tests.handins.test_finding import KNOWN, LAS, laid, packed
from tests.handins.whose.test_deeper import roster_of

TOOLS = (".claude/settings.json", ".settings/x.prefs", ".Rproj.user/x/las.txt", ".vim/x.zip")


MOODLE = dict.fromkeys(("ada_1_assignsubmission_file_/las.py",), LAS)
BESIDE: dict[str, tuple[dict[str, bytes], list[str]]] = {
    "folders": ({"ada/las.py": LAS, "bo/las.py": LAS}, ["ada", "bo"]),
    "one folder": ({"ada/las.py": LAS}, ["ada"]),
    "a download": (MOODLE, ["ada"]),
    "a download in a folder": ({f"hw/{name}": text for name, text in MOODLE.items()}, ["ada"]),
}


@pytest.mark.parametrize("inner", ["", "hw/"])
@pytest.mark.parametrize("name", BESIDE)
def test_folders_of_tools_are_not_students(tmp_path: Path, name: str, inner: str) -> None:
    beside, students = BESIDE[name]
    place = inner if name.endswith("in a folder") else ""
    laid(tmp_path, {**beside, **{place + one: b"{}" for one in TOOLS}, ".obsidian/x.json": b""})
    found = find_handins(tmp_path, KNOWN)
    assert [one.student for one in found.handins] == students
    [line] = found.ignored
    assert line.endswith(f": {OF_A_TOOL}")
    assert (found.counts.unused, found.doubtful, found.unresolved) == (5, 0, 0)


def test_a_person_of_the_roster_may_have_a_dot_and_no_graded_file(tmp_path: Path) -> None:
    laid(tmp_path, {".ada/notes.txt": b"", "bo/las.py": LAS})
    found = find_handins(tmp_path, KNOWN, roster_of(".ada bo"))
    assert [one.student for one in found.handins] == [".ada", "bo"]


@pytest.mark.parametrize("name", [".ada/src/las.py", ".ada/hw.zip"])
def test_who_handed_in_a_graded_file_may_have_a_dot(tmp_path: Path, name: str) -> None:
    content = packed({"x/las.py": LAS}, ".zip") if name.endswith(".zip") else LAS
    found = find_handins(laid(tmp_path, {name: content, "bo/las.py": LAS}), KNOWN)
    assert [one.student for one in found.handins] == [".ada", "bo"]
