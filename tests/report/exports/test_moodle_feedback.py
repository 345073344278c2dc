"""Moodle hands out our feedback files by the rules of its importer."""

import io
import zipfile
from collections.abc import Mapping
from pathlib import Path

import pytest

from grader.course.roster import Person
from grader.errors import UsageError
from grader.report.exports.moodle_feedback import feedback
from grader.report.exports.moodle_worksheet import worksheet
from grader.report.pages.page_names import page_name
from tests.report.exports.moodle_class import CLASS, graded
from tests.report.report_samples import good_checks, grades, handin


def imported_feedback(data: bytes, participants: Mapping[str, str]) -> dict[str, tuple[str, bytes]]:
    """`importziplib.php`: the first five parts of a name between underscores say all."""
    found = {}
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        for name in archive.namelist():
            _, id, plugin, kind, rest = name.split("_", 4)
            assert (plugin, kind) == ("assignfeedback", "file")
            found[participants[str(int(id))]] = rest, archive.read(name)
    return found


def test_feedback_files_are_the_pages_of_the_students(tmp_path: Path) -> None:
    for student in ("ada", "bo"):
        (tmp_path / page_name(student)).write_text(f"<p>{student}")
    data = feedback(grades(CLASS, pages=tmp_path))
    assert imported_feedback(data, {"2345678": "ada", "2345679": "bo"}) == {
        "ada": ("feedback.html", b"<p>ada"),
        "bo": ("feedback.html", b"<p>bo"),
    }


def test_who_has_no_id_in_moodle_is_named_rather_than_left_out(tmp_path: Path) -> None:
    strangers = [graded(Person("cy"), handin("cy", good_checks()))]
    with pytest.raises(UsageError, match=r"roster\.csv has no participant id .* moodle for cy;"):
        worksheet(grades(strangers))
    with pytest.raises(UsageError, match="make it by `grader report`"):
        feedback(grades(CLASS, pages=tmp_path))
