"""People who handed in nothing, beside hand-ins of nobody whose names are alike."""

import pytest

from grader.course.roster import Person, Roster
from grader.handins.whose.strangers import line_of, pairs

ROSTER = Roster((Person("dluo", "Dan Luo"), Person("cw", "Chen Wang"), Person("bo", "Bo Li")))


@pytest.mark.parametrize(
    ("student", "other"),
    [("d.luo", "dluo"), ("Wang, Chen", "cw"), ("dluo2", "dluo"), ("quite else", "")],
)
def test_somebody_absent_is_shown_beside_a_name_that_is_alike(student: str, other: str) -> None:
    found = list(pairs(["bo", student], {}, ROSTER, ["dluo", "cw"]))
    assert found == ([(student, other)] if other else [])


def test_what_a_download_says_of_a_name_is_compared_too() -> None:
    people = {"x77": Person("x77", "Chen  WANG")}
    assert list(pairs(["x77"], people, ROSTER, ["cw"])) == [("x77", "cw")]


def test_without_a_roster_nobody_is_a_stranger() -> None:
    assert list(pairs(["ada"], {}, Roster(), [])) == []


def test_both_are_in_one_line() -> None:
    assert line_of("d.luo", "dluo", ROSTER) == (
        "d.luo is not in roster.csv, and dluo (Dan Luo) handed in nothing: if they are the same, "
        "correct roster.csv or the name"
    )
