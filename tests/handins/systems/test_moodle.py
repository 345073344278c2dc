"""Moodle's downloads: names of persons, groups and files."""

from pathlib import Path

import pytest

from grader.course.roster import Person, Roster
from grader.handins.contents import Content
from grader.handins.finding import find_handins
from grader.handins.identity import AnonymousSender, Group, Identity, PersonOrGroup
from grader.handins.systems.moodle import MOODLE
from grader.handins.systems.readings import Delivery
from tests.handins.test_finding import DOWNLOADS, KNOWN, files, laid


def test_a_roster_says_who_somebody_is_with_us(tmp_path: Path) -> None:
    roster = Roster(
        (Person("cw9", "Chen Wang", ids={"moodle": "2345678"}), Person("ad", "ana díaz"))
    )
    names = DOWNLOADS["moodle without folders"][0]
    assert list(files(find_handins(laid(tmp_path, names), KNOWN, roster))) == ["ad", "cw9"]


def test_only_online_text_cannot_be_opened(tmp_path: Path) -> None:
    names = {"Cy_3_assignsubmission_onlinetext_/onlinetext.html": b"def f(): pass"}
    assert files(find_handins(laid(tmp_path, names), KNOWN)) == {
        "Cy": "none of the files that are graded (las.py, nim.py) is in the hand-in; "
        "found: onlinetext.html"
    }


def moodles(number: str, name: str) -> Person:
    return Person(name, name, ids={"moodle": number})


@pytest.mark.parametrize(
    ("name", "whose", "file"),
    [
        (
            "Chen Wang_23_assignsubmission_file_my_las.py",
            PersonOrGroup(moodles("23", "Chen Wang")),
            "my_las.py",
        ),
        (
            "Team 5_17_assignsubmission_file_las.py",
            PersonOrGroup(moodles("17", "Team 5"), like_group=True),
            "las.py",
        ),
        ("Default group_assignsubmission_file_las.py", Group("Default group"), "las.py"),
        ("Chen Wang_23_assignsubmission_file_", PersonOrGroup(moodles("23", "Chen Wang")), ""),
    ],
)
def test_a_name_says_whose_a_file_is_and_its_own_name(
    name: str, whose: Identity, file: str
) -> None:
    [reading] = MOODLE.read([Content(name, Path(name))], Roster())[name]
    assert isinstance(reading, Delivery)
    assert (reading.whose, reading.file) == (whose, file)


def test_a_participant_is_somebody_whose_name_is_hidden() -> None:
    name = "Participant_23_assignsubmission_file_las.py"
    [reading] = MOODLE.read([Content(name, Path(name))], Roster())[name]
    assert isinstance(reading, Delivery)
    assert isinstance(reading.whose, AnonymousSender)
    assert reading.whose.ids == {"moodle": "23"}


def test_other_names_are_none_of_moodles() -> None:
    assert MOODLE.read([Content("las.py", Path("las.py"))], Roster()) == {}
