"""Hand-ins of nobody in the roster, beside people who handed in nothing whose names are alike."""

import pytest

from grader.course.roster import Person, Roster
from grader.course.strangers import strangers

ROSTER = Roster(
    (
        *(Person("dluo", "Dan Luo"), Person("cw", "Chen Wang"), Person("bo", "Bo Li")),
        *(
            Person("muellerj", "J"),
            Person("12"),
            Person("0777"),
            Person("jm", ids={"id number": "42"}),
        ),
    )
)
ABSENT = ["dluo", "cw", "muellerj", "12", "0777", "jm"]


@pytest.mark.parametrize(
    ("student", "other"),
    [
        *(("d.luo", "dluo"), ("Wang, Chen", "cw"), ("dluo2", "dluo"), ("quite else", "")),
        *(("MüllerJ", "muellerj"), ("Mu\u0308llerJ", "muellerj"), ("0012", "12"), ("777", "0777")),
        *(("0042", "jm"), ("0778", ""), ("120", "")),
        *(("cw@x.edu", "cw"), ("12 - Bo Li", "12"), ("13 - Chen Wang", "cw")),
    ],
)
def test_somebody_absent_is_shown_beside_a_name_that_is_alike(student: str, other: str) -> None:
    assert strangers(["bo", student], {}, ROSTER, ABSENT) == {student: other}


def test_what_a_download_says_of_a_name_is_compared_too() -> None:
    people = {"x77": Person("x77", "Chen  WANG")}
    assert strangers(["x77"], people, ROSTER, ["cw"]) == {"x77": "cw"}


def test_without_a_roster_nobody_is_a_stranger() -> None:
    assert strangers(["ada"], {}, Roster(), []) == {}


def test_newcomers_to_a_roster_that_a_download_made_are_no_strangers() -> None:
    made = Roster(ROSTER.people, made=True)
    assert strangers(["quite else", "d.luo"], {}, made, ABSENT) == {"d.luo": "dluo"}
