"""Of a class, those are found who are meant."""

import pytest

from grader.commands.classes.members import hidden_line, people_like, strangers_line
from grader.course.roster import Person, Roster

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
