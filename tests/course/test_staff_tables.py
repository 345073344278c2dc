"""What students ask to be looked at again is listed for staff until they have answered."""

from pathlib import Path

import pytest

from grader.cli import main
from grader.course.staff_tables import (
    LATE_DAYS,
    REQUESTS,
    RegradeRequest,
    read_late_days,
    read_requests,
    write_late_days,
)
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
