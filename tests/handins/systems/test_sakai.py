"""Sakai's downloads: who somebody is, and which files are staff's own."""

from pathlib import Path

import pytest

from grader.course.roster import Person, Roster
from grader.handins.contents import Content
from grader.handins.finding import find_handins
from grader.handins.identity import AnonymousSender, Group
from grader.handins.systems.readings import Delivery, Reading, UnusedEntry, handed_in
from grader.handins.systems.sakai import SAKAI
from tests.handins.test_finding import KNOWN, LAS, laid

WANG = Person("cwang", "Chen Wang", ids={"sakai": "cwang"})


def read_of(folder: Path, name: str, files: dict[str, bytes]) -> list[Reading]:
    """The readings of one folder of a download that is called so."""
    laid(folder / name, files)
    found = SAKAI.read([Content(name, folder / name, folder=True)], Roster())
    return list(found.get(name, ()))


def test_a_name_of_sakai_may_have_parentheses_of_its_own(tmp_path: Path) -> None:
    inside = "Submission attachment(s)/las.py"
    members = b"Wang, Chen (Charlie)(cwang); Doe, Ann(adoe)"
    files: dict[str, bytes] = {
        f"Wu, Min (bob)(mwu)/{inside}": LAS,
        "Wu, Min (bob)(mwu)/timestamp.txt": b"20261118201500000",
        f"Team 5 (0c3f)/{inside}": LAS,
        "Team 5 (0c3f)/members.txt": members,
    }
    found = find_handins(laid(tmp_path, files), KNOWN)
    assert found.system == "sakai"
    assert [handin.student for handin in found.handins] == ["adoe", "cwang", "mwu"]
    assert found.people["mwu"].name == "Min (bob) Wu"


def test_what_staff_wrote_is_never_handed_in_and_the_rest_has_its_time(tmp_path: Path) -> None:
    files = {
        "timestamp.txt": b"2026-11-18T20:15:00Z",
        "comments.txt": b"",
        "feedbackText.html": b"",
        "Feedback Attachment(s)/solution.py": LAS,
        "Submission attachment(s)/las.py": LAS,
        "Wang, Chen(cwang)_submissionText.html": b"",
    }
    found = read_of(tmp_path, "Wang, Chen(cwang)", files)
    given = {one.content.base: one for one in found if isinstance(one, Delivery)}
    assert sorted(given) == ["Submission attachment(s)", "Wang, Chen(cwang)_submissionText.html"]
    at = "2026-11-18T20:15:00+00:00"
    assert [(one.at, one.whose) for one in given.values()] == [(at, WANG), (at, WANG)]
    assert sorted([one.content.base for one in found if isinstance(one, UnusedEntry)]) == [
        *("Feedback Attachment(s)", "comments.txt", "feedbackText.html", "timestamp.txt")
    ]


def test_a_folder_with_files_of_others_is_none_of_sakais(tmp_path: Path) -> None:
    assert read_of(tmp_path, "Wang, Chen(cwang)", {"timestamp.txt": b"", "las.py": LAS}) == []
    assert read_of(tmp_path, "Team 5 (0c3f)", {"hw/las.py": LAS}) == []


def test_a_group_has_the_members_that_its_file_names(tmp_path: Path) -> None:
    files = {"members.txt": b"Wang, Chen(cwang); nobody", "Submission/las.py": LAS}
    [given] = handed_in({"": read_of(tmp_path, "Team 5 (0c3f)", files)})
    assert given.whose == Group("Team 5", (WANG,))


def test_of_anonymous_grading_the_number_of_the_submission_is_kept(tmp_path: Path) -> None:
    number = "0c3f8a52-0123-4567-89ab-0123456789ab"
    [given] = read_of(tmp_path, f"{number} Anonymous", {"Submission attachment(s)/las.py": LAS})
    assert isinstance(given, Delivery)
    assert given.whose == AnonymousSender(f"{number} Anonymous", {"sakai anonymous": number})


@pytest.mark.parametrize(
    ("name", "file"),
    [
        ("Wang, Chen(cwang)_Submission attachment(s)_my_las.py", "my_las.py"),
        ("Wang, Chen(cwang)_submissionText.html", "submissionText.html"),
        ("Wang, Chen(cwang)_Feedback attachment(s)_las.py", None),
        ("Wang, Chen(cwang)_timestamp.txt", None),
        ("grades.csv", None),
    ],
)
def test_loose_files_are_named_by_person_and_kind(name: str, file: str | None) -> None:
    [reading] = SAKAI.read([Content(name, Path(name))], Roster())[name]
    assert (reading.file if isinstance(reading, Delivery) else None) == file
