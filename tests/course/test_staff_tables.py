"""What students ask to be looked at again is listed for staff until they have answered."""

from collections.abc import Callable, Mapping
from datetime import UTC
from pathlib import Path

import pytest

from grader.cli import main
from grader.course.roster import read_roster
from grader.course.staff_tables import (
    EXTENSIONS,
    LATE_DAYS,
    REQUESTS,
    RegradeRequest,
    read_extensions,
    read_late_days,
    read_requests,
    write_late_days,
)
from grader.course.submissions import read_submissions
from grader.errors import ConfigError
from tests.publishing import published_class

course = published_class.course  # the fixture

TEXT = 'student,task,reason,answer\nbo,las.look_and_say,"my <b>runs</b> are right",\n'


def test_requests_are_read_with_their_answers(tmp_path: Path) -> None:
    (tmp_path / REQUESTS).write_text(TEXT + "bo,las.other,x,no\n", "utf-8")
    assert read_requests(tmp_path) == {
        "bo": (
            RegradeRequest("las.look_and_say", "my <b>runs</b> are right"),
            RegradeRequest("las.other", "x", "no"),
        )
    }


def read_any(folder: Path, name: str) -> object:
    """Any of the tables that staff keep beside the hand-ins."""
    if name == EXTENSIONS:
        return read_extensions(folder, UTC)
    read: Mapping[str, Callable[[Path], object]] = {
        "roster.csv": read_roster,
        "submissions.csv": read_submissions,
        LATE_DAYS: read_late_days,
        REQUESTS: read_requests,
    }
    return read[name](folder)


@pytest.mark.parametrize(
    ("name", "headings", "wrong", "meant"),
    [
        ("roster.csv", "student,name,excuse", "excuse", "excused"),
        ("roster.csv", "student;Groups", "Groups", "group"),
        ("roster.csv", "student,Team", "Team", "group"),
        ("roster.csv", "student,canvas id", "canvas id", "canvas"),
        ("submissions.csv", "student,submitted_at,Versions", "Versions", "version"),
        (EXTENSIONS, "student,due,Grund", "Grund", "reason"),
        (REQUESTS, "student,task,reason,answers", "answers", "answer"),
    ],
)
def test_a_heading_that_is_nearly_right_is_refused(
    tmp_path: Path, name: str, headings: str, wrong: str, meant: str
) -> None:
    (tmp_path / name).write_text(f"{headings}\n", "utf-8")
    with pytest.raises(ConfigError) as refused:
        read_any(tmp_path, name)
    assert str(refused.value) == (
        f"{tmp_path / name}:1: the column {wrong} isn't read; name it {meant} if it is that, or "
        "something quite different"
    )


@pytest.mark.parametrize(
    "headings",
    [
        *("student,group,team", "student,e-mail", "student,status,surname,phone,Seat,ID"),
        "Student,Name,mail,canvas,canvas id",
    ],
)
def test_other_headings_are_staffs_own(tmp_path: Path, headings: str) -> None:
    (tmp_path / "roster.csv").write_text(f"{headings}\n", "utf-8")
    assert read_roster(tmp_path).people == ()


def test_a_name_may_be_in_two_columns(tmp_path: Path) -> None:
    (tmp_path / "roster.csv").write_text("student,First name,Last name\nada,Ada,King\n", "utf-8")
    assert read_roster(tmp_path).of("ada").name == "Ada King"


@pytest.mark.parametrize("name", [EXTENSIONS, "submissions.csv", LATE_DAYS, REQUESTS])
def test_ids_are_the_same_in_any_case(tmp_path: Path, name: str) -> None:
    rows = {
        EXTENSIONS: "student,due\nAda,2026-11-18 20:00\nada,2026-11-19 20:00\n",
        "submissions.csv": "student,submitted_at,version\nAda,,1\nada,,2\n",
        LATE_DAYS: "student,assignment,days\nAda,a,1\nada,b,2\n",
        REQUESTS: "student,task,reason\nAda,a,x\nada,b,y\n",
    }
    (tmp_path / name).write_text(rows[name], "utf-8")
    found = read_any(tmp_path, name)
    assert isinstance(found, Mapping)
    assert (list(found), len(found["aDA"])) == (["Ada"], 2)


def test_the_class_lists_them_until_they_are_answered(
    course: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (course / "handins" / REQUESTS).write_text(TEXT, "utf-8")
    assert main(["report", "out"]) == 0
    assert "! 1 request to look again, not answered yet" in capsys.readouterr().out
    page = (course / "out/index.html").read_text("utf-8")
    assert "my &lt;b&gt;runs&lt;/b&gt; are right" in page
    (course / "handins" / REQUESTS).write_text(TEXT.rstrip() + "see your page\n", "utf-8")
    assert main(["report", "out"]) == 0
    assert "to look again" not in capsys.readouterr().out
    assert "answered: see your page" in (course / "out/index.html").read_text("utf-8")


@pytest.mark.parametrize("title", ["Trees", "Trees\n", " Trees\u3000two ", "\u200bTrees", "=Trees"])
def test_days_of_the_same_assignment_are_replaced(title: str, tmp_path: Path) -> None:
    write_late_days(tmp_path, tmp_path, "Boards", [("ada", 1)])
    for days in (2, 3):
        write_late_days(tmp_path, tmp_path, title, [("ada", days), ("bo", 0)])
    (_, first), (_, second) = read_late_days(tmp_path)["ada"]
    assert (first, second, len((tmp_path / LATE_DAYS).read_text().splitlines())) == (1, 3, 3)
