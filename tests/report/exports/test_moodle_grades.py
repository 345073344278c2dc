"""Moodle's gradebook takes our file by the rules of its importer, and nobody's grade is lost."""

import csv
import html
import io
from dataclasses import replace

import pytest

from grader.course.roster import Person, Roster
from grader.report.exports.moodle_grades import gradebook, whom_moodle_knows
from tests.report.exports.moodle_class import ADA, BROKEN, CLASS, graded
from tests.report.report_samples import good_checks, grades, handin


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


def test_moodle_shows_what_looks_like_html_in_comments() -> None:
    """It reads them as FORMAT_MOODLE: tags are tags."""
    result, scored = CLASS[0]
    text = gradebook(grades([(result, replace(scored, why=("Seq<int> & 'x'",)))], column="Trees"))
    _, comments = imported_gradebook(text, {"ada"}, 100.0)["ada"]
    assert "<" not in comments
    assert html.unescape(comments).splitlines()[1] == "Seq<int> & 'x'"


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


def test_a_username_that_begins_with_a_sign_is_the_one_that_moodle_knows() -> None:
    roster = Roster((Person("ann", ids={"username": "-ann", "id number": "+7"}),))
    ann = graded(roster.people[0], handin("ann", good_checks()))
    text = gradebook(grades([ann], roster=roster))
    assert identifiers(text) == [["-ann", "", "+7"]]
