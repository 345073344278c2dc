"""Pages of a class that was downloaded somewhere, and what an archive of them holds."""

import io
import zipfile
from dataclasses import replace
from pathlib import Path

from grader.course.roster import Person
from grader.report.forms import ExportData
from grader.report.pages.page_names import page_name
from grader.results import HandinResult
from tests.report.report_samples import good_checks, grades, handin, lost_checks, scored

ENTRIES = {
    "ada": "lovelaceada_LATE_12_901_hw09_1.tgz",
    "bo": "anon_Ab3xY_902_las.py",
    "cy": "xucy_14_text.html",
}


def of_class(folder: Path, entries: dict[str, str], *results: HandinResult) -> ExportData:
    found = results or (handin("ada", good_checks()), handin("bo", lost_checks()))
    for one in found:
        (folder / page_name(one.student)).write_text(f"page of {one.student}", "utf-8")
    graded = [
        (
            one,
            replace(
                scored(one), person=Person(one.student, one.student.title(), f"{one.student}@X.edu")
            ),
        )
        for one in found
    ]
    return replace(grades(graded), pages=folder, entries=entries, secret="s")


def members(data: object) -> dict[str, bytes]:
    assert isinstance(data, bytes)
    with zipfile.ZipFile(io.BytesIO(data)) as zipped:
        return {name: zipped.read(name) for name in zipped.namelist()}
