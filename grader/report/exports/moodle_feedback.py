"""Feedback files for Moodle: each student's page, in one archive."""

import io
from zipfile import ZIP_DEFLATED, ZipFile

from grader.errors import UsageError
from grader.report.exports.moodle_worksheet import participants
from grader.report.forms import ExportData, Form
from grader.report.pages.names import page_name

FEEDBACK = "feedback.html"


def feedback(grades: ExportData) -> bytes:
    """The archive for "Upload multiple feedback files in a zip": each student's page.

    Raises `UsageError` if an id or a page isn't there.
    """
    file = io.BytesIO()
    with ZipFile(file, "w", ZIP_DEFLATED) as archive:
        for scored, participant in participants(grades):
            page = grades.pages / page_name(scored.student)
            if not page.is_file():
                raise UsageError(f"{page}: it isn't there; make it by `grader report`")
            # Moodle takes the id from between the first two underscores.
            name = (scored.person.name or scored.student).replace("_", " ").replace("/", " ")
            label = f"{name}_{participant}_assignfeedback_file_{FEEDBACK}"
            archive.writestr(label, page.read_bytes())
    return file.getvalue()


FORM = Form(".zip", feedback)
