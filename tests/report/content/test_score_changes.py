"""What a student reads whose score changes names few of many checks."""

from pathlib import Path

from grader.assignment.load import load
from grader.report.content.diff import Change, CheckChange, Move, TaskChange
from grader.report.content.score_changes import message
from tests import small_assignment


def test_few_of_many_checks_are_named(tmp_path: Path) -> None:
    assignment = load(small_assignment.make(tmp_path))
    names = [f"c{number}" for number in range(9)]
    rose = [CheckChange(name, "error", "passed", "") for name in names]
    fell = [CheckChange("d", "passed", "failed", "no")]
    task = TaskChange("las.look_and_say", 0.0, 6.0, (*rose, *fell))
    change = Change("ada", "ada.html", Move.UP, (0.0, 0.0), (6.0, 0.0), (task,))
    checks = {name: {"title": f"check {name}", "public": True} for name in [*names, "d"]}
    lines = message(assignment, change, checks).splitlines()
    assert lines[0].endswith("your score was 0, and is 6 now.")
    assert lines[2:] == [
        "  check c0; check c1; check c2; and 6 other checks "
        "(before: your code raised an exception; now: passed)",
        "  check d (before: passed; now: the answer is wrong)",
    ]
