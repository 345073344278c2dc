"""Of a class, those are found who are meant."""

from pathlib import Path

import pytest

from grader.assignment.load import load
from grader.commands.classes.members import find_class, hidden_line, people_like, strangers_line
from grader.course.roster import Person, Roster, complete_roster, read_roster
from grader.errors import UsageError
from grader.handins.systems.pattern import pattern_of
from tests.small_assignment import make
from tests.support import ROOT

ROSTER = Roster(
    (Person("s01", "Ana Díaz", "ad@x.edu"), Person("s02", "Bo Li", "bo.li@x.edu"), Person("S03"))
)


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("s02", {"s02"}),
        ("S0", {"s01", "s02", "S03"}),
        ("díaz", {"s01"}),
        ("BO  li", {"s02"}),
        ("bo.li@", {"s02"}),
        ("eve", set()),
    ],
)
def test_a_student_is_found_by_id_name_or_mail(text: str, found: set[str]) -> None:
    assert people_like(text, ["s01", "s02", "S03"], ROSTER) == found


LISTED = Roster((Person("dluo", "Dan Luo"), Person("12")))


def test_all_are_in_one_line_those_first_who_may_be_somebody() -> None:
    found = {"zoe": "", "d.luo": "dluo", "0012": "12"}
    assert strangers_line(found, LISTED) == (
        "handed in, but not in roster.csv: d.luo (is it dluo, Dan Luo?), 0012 (is it 12?), zoe; if "
        "it is somebody in the course, correct the id or name in roster.csv or of the hand-in, or "
        "add a row, or empty the cell listed of the row that is there"
    )
    assert strangers_line({}, LISTED) == ""


def test_hidden_names_are_in_one_line() -> None:
    assert hidden_line(["Participant 7", "Participant 8"]) == (
        "Participant 7, Participant 8: the name is hidden, so it may be somebody who is listed "
        "under nothing handed in; if you know who, write the number into that row of roster.csv"
    )


def test_newcomers_in_the_next_download_are_no_strangers(tmp_path: Path) -> None:
    assignment = load(make(tmp_path / "course"))
    folder = tmp_path / "class"
    for student in ("Zoe Fox", "Cy Xu"):
        place = folder / f"{student}_7{len(student)}_assignsubmission_file_"
        place.mkdir(parents=True)
        (place / "las.py").write_text("")
    complete_roster(folder, [Person("adalove", ids={"canvas": "1"}), Person("bo")])
    notes = find_class(assignment, folder, read_roster(folder)).found.notes
    assert [note.partition(":")[0] for note in notes] == [
        "nobody of roster.csv, which an earlier download made, handed in"
    ]
    complete_roster(folder, [Person("Cy Xu")])
    assert find_class(assignment, folder, read_roster(folder)).found.notes == ()


@pytest.mark.parametrize(
    ("pattern", "why"),
    [("", "one folder or archive each is expected"), ("x_(?P<student>.+)", "--names matches none")],
)
def test_a_folder_without_hand_ins_is_refused(pattern: str, why: str, tmp_path: Path) -> None:
    (tmp_path / "notes.txt").touch()
    names = pattern_of(pattern) if pattern else None
    with pytest.raises(UsageError) as refused:
        find_class(load(ROOT / "config.yaml"), tmp_path, Roster(), names)
    assert str(refused.value) == f"{tmp_path}: no hand-ins in it: {why}"
