"""Staff see in one line who handed in and isn't in the roster."""

from grader.commands.classes.unlisted import line_of, line_of_hidden
from grader.course.roster import Person, Roster

ROSTER = Roster((Person("dluo", "Dan Luo"), Person("12")))


def test_all_are_in_one_line_those_first_who_may_be_somebody() -> None:
    found = {"zoe": "", "d.luo": "dluo", "0012": "12"}
    assert line_of(found, ROSTER) == (
        "handed in, but not in roster.csv: d.luo (is it dluo, Dan Luo?), 0012 (is it 12?), zoe; if "
        "it is somebody in the course, correct the id or name in roster.csv or of the hand-in, or "
        "add a row, or empty the cell listed of the row that is there"
    )
    assert line_of({}, ROSTER) == ""


def test_hidden_names_are_in_one_line() -> None:
    assert line_of_hidden(["Participant 7", "Participant 8"]) == (
        "Participant 7, Participant 8: the name is hidden, so it may be somebody who is listed "
        "under nothing handed in; if you know who, write the number into that row of roster.csv"
    )
