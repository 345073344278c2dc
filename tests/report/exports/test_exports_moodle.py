"""Moodle reads our files back by the rules of its own importers, and nobody's grade is lost."""

import csv
import io
import zipfile
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

import pytest

from grader.course.roster import Person, Roster
from grader.errors import UsageError
from grader.report.exports.moodle_feedback import feedback
from grader.report.exports.moodle_grades import gradebook, whom_moodle_knows
from grader.report.exports.moodle_worksheet import ids_of_roster_alone, worksheet
from grader.report.pages.names import page_name
from grader.results import NOTHING, HandinResult
from grader.running.job import result_without
from grader.scoring.score import HandinScore
from grader.statuses import Status
from tests.report.report_samples import check, good_checks, grades, handin, lost_checks, scored

ADA = Person("ada", "Ada_L Lovelace", "ada@x.edu", ids={"moodle": "2345678"})
BO = Person("bo", "Bo Li", "bo@x.edu", ids={"moodle": "2345679"})


def graded(person: Person, result: HandinResult) -> tuple[HandinResult, HandinScore]:
    return result, replace(scored(result), person=person)


CLASS = [graded(ADA, handin("ada", good_checks())), graded(BO, handin("bo", lost_checks()))]
BROKEN = graded(BO, handin("bo", [check("las.look_and_say", "x", Status.BROKEN)]))


def imported_gradebook(text: str, users: set[str], most: float) -> dict[str, tuple[str, str]]:
    """What the CSV import takes; one row that it can't take aborts all of it."""
    head, *rows = csv.reader(io.StringIO(text))
    where = {name: head.index(name) for name in ("username", "Trees", "Trees (feedback)")}
    taken = {}
    for row in rows:
        user, grade = row[where["username"]], row[where["Trees"]]
        assert user in users
        assert grade not in ("", "-")  # comments without a grade would wipe it
        assert float(grade) <= most
        taken[user] = (grade, row[where["Trees (feedback)"]])
    return taken


def test_the_gradebook_takes_the_grades_of_all_who_have_one() -> None:
    text = gradebook(grades([CLASS[0], BROKEN], column="Trees"))
    assert imported_gradebook(text, {"ada", "bo"}, 100.0) == {
        "ada": ("31", "26 of 26 points, and 5 of extra credit")
    }


def identifiers(text: str) -> list[list[str]]:
    """Of each row what a user may be mapped by: username, e-mail, ID number."""
    return [row[:3] for row in list(csv.reader(io.StringIO(text)))[1:]]


JM = Person("jm", "Jörg Müller", "j@x", ids={"username": "jm", "id number": "00123"})
BB = Person("bb", "B Beta", "b@x", ids={"username": "bb", "id number": "jm"})
NUMBERED = Person("00123", "Jörg Müller", "j@x", ids={"id number": "00123"})
MAILED = Person("c@x", "Cy", "c@x")
SHOWN = Person("Ann, Comma", "Ann, Comma", ids={"moodle": "3001"})
TWICE = Person("Cher-3002", "Cher", ids={"moodle": "3002"})
HIDDEN = Person("Participant 3003", ids={"moodle": "3003"})


@pytest.mark.parametrize(
    ("people", "known"),
    [
        ((JM, BB), [["jm", "j@x", "00123"], ["bb", "b@x", "jm"]]),
        ((NUMBERED, MAILED), [["", "j@x", "00123"], ["", "c@x", ""]]),
        ((ADA, SHOWN, TWICE, HIDDEN), [["ada", "ada@x.edu", ""]]),
        ((JM, Person("00124", "Cy", "c@x")), [["jm", "j@x", "00123"], ["", "c@x", ""]]),
    ],
    ids=("all", "no usernames", "display names", "a row without a username"),
)
def test_each_column_says_only_what_is_known(
    people: tuple[Person, ...], known: list[list[str]]
) -> None:
    some = [graded(one, handin(one.student, good_checks())) for one in people]
    assert identifiers(gradebook(grades(some, roster=Roster(people)))) == known


def test_who_is_not_in_the_roster_is_left_out_and_named() -> None:
    people = [ADA, Person("zoe"), Person("0012")]
    some = [graded(one, handin(one.student, good_checks())) for one in people]
    made = grades(some, roster=Roster((ADA,)))
    assert identifiers(gradebook(made)) == [["ada", "ada@x.edu", ""]]
    assert whom_moodle_knows(made) == (
        "left out, since roster.csv doesn't list them, or has no username, e-mail or ID number of "
        "them: zoe, 0012"
    )


def test_a_class_without_a_roster_is_known_by_its_ids() -> None:
    some = [graded(Person(one), handin(one, good_checks())) for one in ("zoe", "Ann, Comma")]
    assert identifiers(gradebook(grades(some))) == [["zoe", "", ""]]


def test_a_column_with_gaps_is_named_since_it_would_abort_the_import() -> None:
    people = (JM, MAILED)
    some = [graded(one, handin(one.student, good_checks())) for one in people]
    assert whom_moodle_knows(grades(some, roster=Roster(people))) == (
        "map users by a column without gaps: username is empty for c@x, idnumber is empty for c@x"
    )
    assert whom_moodle_knows(grades(some[:1], roster=Roster(people))) == ""


def imported_worksheet(text: str, participants: Mapping[str, str]) -> dict[str, tuple[str, str]]:
    """`importgradeslib.php`: three headers are needed, ids follow the word for a participant."""
    head, *rows = csv.reader(io.StringIO(text))
    assert {"Identifier", "Grade", "Last modified (grade)"} <= set(head)
    assert head.index("Feedback comments") > 0  # the first column would be taken for none
    found = {}
    for row in rows:
        id = row[head.index("Identifier")][len("Participant ") :]
        if id in participants:
            cells = row[head.index("Grade")], row[head.index("Feedback comments")]
            found[participants[id]] = cells
    return found


def test_the_offline_worksheet_is_taken_by_participant() -> None:
    text = worksheet(grades([*CLASS[:1], BROKEN]))
    found = imported_worksheet(text, {"2345678": "ada", "2345679": "bo"})
    assert {user: grade for user, (grade, _) in found.items()} == {"ada": "31", "bo": ""}
    assert found["ada"][1] == "26 of 26 points, and 5 of extra credit"


def imported_feedback(data: bytes, participants: Mapping[str, str]) -> dict[str, tuple[str, bytes]]:
    """`importziplib.php`: the first five parts of a name between underscores say all."""
    found = {}
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        for name in archive.namelist():
            _, id, plugin, kind, rest = name.split("_", 4)
            assert (plugin, kind) == ("assignfeedback", "file")
            found[participants[str(int(id))]] = rest, archive.read(name)
    return found


def test_feedback_files_are_the_pages_of_the_students(tmp_path: Path) -> None:
    for student in ("ada", "bo"):
        (tmp_path / page_name(student)).write_text(f"<p>{student}")
    data = feedback(grades(CLASS, pages=tmp_path))
    assert imported_feedback(data, {"2345678": "ada", "2345679": "bo"}) == {
        "ada": ("feedback.html", b"<p>ada"),
        "bo": ("feedback.html", b"<p>bo"),
    }


def test_who_has_no_id_in_moodle_is_named_rather_than_left_out(tmp_path: Path) -> None:
    strangers = [graded(Person("cy"), handin("cy", good_checks()))]
    with pytest.raises(UsageError, match=r"roster\.csv has no participant id .* moodle for cy;"):
        worksheet(grades(strangers))
    with pytest.raises(UsageError, match="make it by `grader report`"):
        feedback(grades(CLASS, pages=tmp_path))


def test_who_handed_in_nothing_needs_no_id_in_moodle() -> None:
    absent = result_without("cy", NOTHING)
    text = worksheet(grades([*CLASS, graded(Person("cy"), absent)]))
    assert list(imported_worksheet(text, {"2345678": "ada", "2345679": "bo"})) == ["ada", "bo"]
    assert 'Participant "' not in text


def test_ids_that_the_download_does_not_have_are_named() -> None:
    entries = {"ada": "Ada Lovelace_2345678_assignsubmission_file_", "bo": "bo"}
    assert ids_of_roster_alone(replace(grades(CLASS), entries=entries)) == (
        "the participant ids of bo are in roster.csv alone, not in the download: look whether they "
        "are of this assignment, since each assignment has others"
    )
    assert ids_of_roster_alone(grades(CLASS)) == ""


def test_a_name_that_would_be_a_formula_is_a_text() -> None:
    person = replace(BO, name="=1+1")
    text = worksheet(grades([graded(person, handin("bo", lost_checks()))]))
    assert "'=1+1" in text
