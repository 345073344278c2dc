"""Names that are nearly those of staff's files are found, and other people's names are not."""

from pathlib import Path

import pytest

from grader.course.near_names import near_names

NAMES = ("roster.csv", "extensions.csv", "submissions.csv", "late_days.csv", "rubric.yaml")


def found(folder: Path, name: str) -> list[tuple[str, str]]:
    (folder / name).write_bytes(b"")
    return list(near_names(folder, NAMES))


@pytest.mark.parametrize(
    ("name", "meant"),
    [
        ("Extensions.csv", "extensions.csv"),
        ("Roster.CSV", "roster.csv"),
        ("extension.csv", "extensions.csv"),
        ("extentions.csv", "extensions.csv"),
        ("submissions.csv.txt", "submissions.csv"),
        ("submissions.csv.csv", "submissions.csv"),
        ("roster.txt", "roster.csv"),
        ("submission.tsv", "submissions.csv"),
        ("roster (1).csv", "roster.csv"),
        ("roster-2.csv", "roster.csv"),
        ("roster copy.csv", "roster.csv"),
        ("Copy of roster.csv", "roster.csv"),
        ("roster.xlsx", "roster.csv"),
        ("late days.csv", "late_days.csv"),
        ("LateDays.csv", "late_days.csv"),
        ("rubric.yml", "rubric.yaml"),
        ("Rubric.yaml", "rubric.yaml"),
        ("rubrics.yaml.txt", "rubric.yaml"),
        ("rubrik.yaml", "rubric.yaml"),
        ("ada.rubric.yml", "ada.rubric.yaml"),
        ("ada.Rubric.yaml", "ada.rubric.yaml"),
    ],
)
def test_a_name_that_is_nearly_right_is_found(tmp_path: Path, name: str, meant: str) -> None:
    assert found(tmp_path, name) == [(name, meant)]


@pytest.mark.parametrize(
    "name",
    [
        *NAMES,
        *("ada.rubric.yaml", "config.yaml", "grades.csv", "notes.txt", "submissions.zip"),
        *("roster_12_34_5.txt", "roster_12345_678901_1.csv", "submission_metadata.yml"),
        *("extensions.py", "rubric.csv", "moodle participants.csv", "submission.txt"),
        *("~$roster.xlsx", ".roster.csv"),
    ],
)
def test_other_names_are_not(tmp_path: Path, name: str) -> None:
    assert found(tmp_path, name) == []


def test_a_folder_is_no_table(tmp_path: Path) -> None:
    (tmp_path / "Roster.csv").mkdir()
    assert list(near_names(tmp_path, NAMES)) == []
