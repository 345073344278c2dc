"""Canvas finds the submission of each page by its name."""

from pathlib import Path

import pytest

from grader.errors import UsageError
from grader.report.exports.canvas_comments import comments
from tests.report.exports.pages_of_class import ENTRIES, members, of_class


def infer_comment_context_from_filename(name: str) -> tuple[str, ...]:
    """As Canvas does: the first two numbers between underscores; of hidden names, the id."""
    parts = name.removeprefix("LATE_").split("_")
    if parts[0] == "anon":
        return parts[1], parts[2]
    return tuple([part for part in parts if part.isdecimal()][:2])


def test_canvas_finds_the_submission_of_each_page(tmp_path: Path) -> None:
    found = members(comments(of_class(tmp_path, ENTRIES)))
    assert {infer_comment_context_from_filename(name): page for name, page in found.items()} == {
        ("12", "901"): b"page of ada",
        ("Ab3xY", "902"): b"page of bo",
    }


def test_a_group_has_one_comment_in_canvas(tmp_path: Path) -> None:
    entries = {"ada": "team_12_901_a.py", "bo": "team_12_901_a.py"}
    assert len(members(comments(of_class(tmp_path, entries)))) == 1


def test_without_names_of_canvas_there_are_no_comments(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="no hand-in is from a download of Canvas"):
        comments(of_class(tmp_path, {"ada": "ada", "bo": "bo.tgz"}))
