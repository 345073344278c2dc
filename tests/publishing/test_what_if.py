"""Rules about time in a run: on pages, in files, and looked at before a deadline is moved."""

import json
from pathlib import Path

import pytest

from grader.cli import main
from tests.publishing import published_class

course = published_class.course  # the fixture

POLICY = """policy:
  due: 2026-11-18T23:59:00-05:00
  late: {points: 1, per_hours: 24, most_hours: 48}
  late_days: {bank: 5, most: 1}
"""
FILES = {
    "submissions.csv": "student,submitted_at\nada,2026-11-20T12:00:00-05:00\n"
    "bo,2026-11-18T12:00:00-05:00\n",
    "late_days.csv": "student,assignment,days\nada,Trees,3\nada,Look and say alone,2\n",
}


@pytest.fixture
def ruled(course: Path) -> Path:
    with (course / "config.yaml").open("a", encoding="utf-8") as file:
        file.write(POLICY)
    for name, text in FILES.items():
        (course / "handins" / name).write_text(text, "utf-8")
    return course


def of_ada(course: Path) -> tuple[float, list[str], int]:
    assert main(["report", "out"]) == 0
    if (course / "out/proposed").exists():
        assert main(["apply", "out"]) == 0
    data = json.loads((course / "out/grades.json").read_text("utf-8"))
    [ada] = [one for one in data["submissions"] if one["student"] == "ada"]
    return ada["score"], ada["deadline"], ada["late_days"]


def test_each_number_is_explained_on_the_page(ruled: Path) -> None:
    lines = [
        "due 18 Nov 2026 23:59 UTC-05:00; handed in 20 Nov 2026 12:00 UTC-05:00",
        "1 late day used here; 4 of 5 used in all",
    ]
    assert of_ada(ruled) == (5.0, lines, 1)
    page = (ruled / "out/students/ada.html").read_text("utf-8")
    assert all(f"<li>{line}</li>" in page for line in lines)
    assert "<li>handed in 12 h 1 min late: " in page
    assert (ruled / "out/late_days.csv").read_text("utf-8-sig").splitlines() == [
        '"student","assignment","days"',
        '"ada","Trees","3"',
        '"ada","Look and say alone","1"',
    ]


def test_an_extension_is_explained_with_its_reason(ruled: Path) -> None:
    text = "student,due,reason\nada,2026-11-20T23:59:00-05:00,ill\nadda,2026-11-20T00:00Z,\n"
    (ruled / "handins/extensions.csv").write_text(text, "utf-8")
    line = (
        "due 18 Nov 2026 23:59 UTC-05:00, yours 20 Nov 2026 23:59 UTC-05:00 by extension (ill); "
        "handed in 20 Nov 2026 12:00 UTC-05:00"
    )
    assert of_ada(ruled) == (6.0, [line], 0)


def test_an_extension_of_nobody_is_reported(
    ruled: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text = "student,due\nadda,2026-11-20T23:59:00-05:00\n"
    (ruled / "handins/extensions.csv").write_text(text, "utf-8")
    of_ada(ruled)
    printed = capsys.readouterr().err
    assert "extensions.csv: there is no hand-in of adda; did you mean 'ada'?" in printed


def test_a_group_shares_times_and_extensions(ruled: Path) -> None:
    (ruled / "handins/roster.csv").write_text("student,group\nada,g\nbo,g\n", "utf-8")
    (ruled / "handins/submissions.csv").write_text(
        "student,submitted_at\nbo,2026-11-20T12:00:00-05:00\n", "utf-8"
    )
    (ruled / "handins/extensions.csv").write_text("student,due\nbo,2026-11-21T00:00Z\n", "utf-8")
    points, lines, _ = of_ada(ruled)
    assert (points, "by extension" in lines[0]) == (6.0, True)


def test_another_deadline_is_looked_at_and_nothing_changed(
    ruled: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    before = of_ada(ruled)
    capsys.readouterr()
    assert main(["what-if", "out", "--due", "2026-11-19T23:59:00-05:00"]) == 0
    assert capsys.readouterr().out.splitlines() == [
        "ada: 5 → 6",
        "    due 19 Nov 2026 23:59 UTC-05:00; handed in 20 Nov 2026 12:00 UTC-05:00",
        "    1 late day used here; 4 of 5 used in all",
        "1 of 2 would change, 0 of them to fewer points",
    ]
    assert of_ada(ruled) == before


@pytest.mark.usefixtures("course")
def test_without_a_deadline_nothing_can_be_moved(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["what-if", "out", "--due", "2026-11-19T23:59:00-05:00"]) == 2
    assert "policy.due isn't set" in capsys.readouterr().err
