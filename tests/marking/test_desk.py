"""A class is divided among markers: everybody's part is another one, and all are somebody's."""

from pathlib import Path

import pytest

from grader.cli import main
from grader.marking.desk import share_of
from tests.publishing import published_class

course = published_class.course  # the fixture

NAMES = {f"K{n}": f"s{n}" for n in range(10)}


def test_parts_are_of_about_one_size_and_together_the_class() -> None:
    parts = [share_of(NAMES, (number, 3)) for number in (1, 2, 3)]
    assert [len(part) for part in parts] == [4, 3, 3]
    assert {name: student for part in parts for name, student in part.items()} == NAMES


@pytest.mark.usefixtures("course")
def test_what_is_left_to_mark_names_who_marked(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["mark", "out", "--left"]) == 0
    assert capsys.readouterr().out == "0 of 2 hand-ins marked, 2 left\n"
    mark = "handins: [{student: ada, marks: [{item: style, points: 2}]}]\n"
    Path("handins/rubric.yaml").write_text(published_class.ITEMS + mark, "utf-8")
    assert main(["report", "out", "-q"]) == 0
    assert main(["mark", "out", "--left"]) == 0
    said = capsys.readouterr().out
    assert said.startswith("1 of 2 hand-ins marked (")
    assert said.endswith(" 1), 1 left\n")
