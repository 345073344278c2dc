"""Feedback files for Moodle: each student's page, in one archive."""

from grader.report.exports.moodle_worksheet import ids_of_roster_alone, participants
from grader.report.forms import ExportData, Form, archive, page_of

FEEDBACK = "feedback.html"


def feedback(grades: ExportData) -> bytes:
    """The archive for "Upload multiple feedback files in a zip".

    Raises `UsageError` if an id or a page is missing.
    """
    files = {}
    for scored, participant in participants(grades):
        # Moodle reads the id between the first two underscores.
        name = (scored.person.name or scored.student).replace("_", " ").replace("/", " ")
        files[f"{name}_{participant}_assignfeedback_file_{FEEDBACK}"] = page_of(grades, scored)
    return archive(files)


FORM = Form(".zip", feedback, note=ids_of_roster_alone)
