"""Of a class, those are found who are meant."""

import pytest

from grader.commands.classes.members import people_like
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
