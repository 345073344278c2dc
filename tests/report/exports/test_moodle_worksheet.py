"""Moodle's offline worksheet is read back by the rules of its importer."""

import csv
import io
from collections.abc import Mapping
from dataclasses import replace

from grader.course.roster import Person
from grader.report.exports.moodle_worksheet import ids_of_roster_alone, worksheet
from grader.results import NOTHING
from grader.running.job import result_without
from tests.report.exports.moodle_class import BO, BROKEN, CLASS, graded
from tests.report.report_samples import grades, handin, lost_checks


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
