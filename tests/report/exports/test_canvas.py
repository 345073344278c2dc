"""Canvas finds students and the assignment in our file, and no score is not 0."""

import csv
import io
from dataclasses import replace

import pytest

from grader.course.roster import Person, Roster
from grader.errors import UsageError
from grader.report.exports.canvas import canvas, where_it_goes
from grader.results import HandinResult
from grader.statuses import Status
from tests.report.report_samples import check, good_checks, grades, handin, lost_checks, scored


def rows(*results: HandinResult, column: str = "") -> list[list[str]]:
    text = canvas(grades([(one, scored(one)) for one in results], column=column))
    return list(csv.reader(io.StringIO(text)))


def test_the_header_is_one_that_canvas_accepts() -> None:
    head, points = rows()
    assert head == [
        *("Student", "ID", "SIS User ID", "SIS Login ID", "Section", "Game tree search")
    ]
    assert points == ["    Points Possible", "", "", "", "", "26"]


def test_students_are_found_by_login_and_get_score_and_extra() -> None:
    assert rows(handin("ada", good_checks()), handin("bo", lost_checks()))[2:] == [
        ["ada", "", "", "ada", "", "31"],
        ["bo", "", "", "bo", "", "5"],
    ]


def test_ids_of_the_roster_are_there_as_canvas_matches_them_first() -> None:
    person = Person("ada", "Ada Lovelace", section="A", ids={"canvas": "77"})
    one = handin("ada", good_checks())
    text = canvas(grades([(one, replace(scored(one), person=person))]))
    assert text.splitlines()[-1] == '"Ada Lovelace","77",,"ada","A",31'


def test_no_score_is_an_empty_cell() -> None:
    broken = handin("ada", [check("las.look_and_say", "x", Status.BROKEN)])
    assert rows(broken)[2][-1] == ""


def test_the_column_may_name_the_assignment_s_id() -> None:
    assert rows(column="Trees (123)")[0][-1] == "Trees (123)"


def test_a_column_without_an_id_is_said_to_be_new() -> None:
    for column in ("Trees", "Trees (abc)", "Trees(12)"):
        said = where_it_goes(grades([], column=column))
        assert said.startswith(f"the column is '{column}': Canvas makes a new assignment of a name")
    assert where_it_goes(grades([], column="Trees (123)")) == ""


@pytest.mark.parametrize("name", ["Final Score", "Current Points", "Unposted Final Grade"])
def test_a_name_that_canvas_drops_is_refused(name: str) -> None:
    with pytest.raises(UsageError) as caught:
        rows(column=name)
    assert str(caught.value) == (
        f"Canvas leaves out a column named '{name}'; choose another with --column"
    )


def test_an_id_that_would_be_a_formula_is_a_text() -> None:
    assert rows(handin("=1+1"))[2][0] == "'=1+1"


def test_whoever_is_excused_is_excused_in_canvas_and_nobody_gets_a_0() -> None:
    one = handin("ada", problem="nothing was handed in")
    excused = replace(scored(one), person=Person("ada", excused=True))
    [*_, line] = canvas(grades([(one, excused)])).splitlines()
    assert line.endswith(',"EX"')


def test_a_grade_that_canvas_has_stays_where_there_is_no_score_here() -> None:
    """By an empty cell Canvas would delete it, such as one for an oral examination."""
    gradebook = {"Trees (123)": {"ada": "12", "bo": "7.5", "cy": "B+", "dee": "-1"}}
    absent = [handin(name, problem="nothing was handed in") for name in ("ada", "cy", "dee", "eve")]
    graded = [(one, scored(one)) for one in (handin("bo", good_checks()), *absent)]
    data = grades(graded, column="Trees (123)", roster=Roster(gradebook=gradebook))
    cells = {row[3]: row[-1] for row in csv.reader(io.StringIO(canvas(data)))}
    assert [cells[name] for name in ("bo", "ada", "cy", "dee", "eve")] == [
        *("31", "12", "B+", "-1", "")
    ]
    kept = "ada (12), cy (B+), dee (-1)"
    assert where_it_goes(data) == f"no score here, so the grade in Canvas stays: {kept}"


def test_an_empty_cell_is_pointed_out_where_nobody_knows_what_canvas_has() -> None:
    absent = handin("ada", problem="nothing was handed in")
    data = grades([(absent, scored(absent))], column="Trees (123)")
    assert where_it_goes(data) == (
        "no score, and so an empty cell, by which Canvas deletes a grade that is there: ada; "
        "with Canvas's gradebook as roster.csv, grades there stay"
    )


@pytest.mark.parametrize("name", ["Trees (123)", "Trees", "Trees, renamed (123)"])
def test_whoever_canvas_excuses_from_the_assignment_stays_excused(name: str) -> None:
    gradebook = {"Lists (122)": {"bo": "EX"}, "Trees (123)": {"ada": "EX", "cy": "EX"}}
    graded = [(one, scored(one)) for one in map(handin, ("ada", "bo"))]
    text = canvas(grades(graded, column=name, roster=Roster(gradebook=gradebook)))
    assert [row[-1] for row in csv.reader(io.StringIO(text))] == ["Trees (123)", "26", "EX", "0"]
