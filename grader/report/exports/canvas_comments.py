"""Comments in Canvas: each student's page, in one archive.

Canvas finds the submission by two numbers in a file's name, the ids of the user and of a
submitted file (canvas-lms, `infer_comment_context_from_filename`), so both are taken from the names
in its own download. A submission without a file, such as an online text, can't get a comment.
"""

import re

from grader.errors import UsageError
from grader.report.forms import ExportData, Form, archive, page_of

PAGE = "feedback.html"
_NAMED = re.compile(r"((?:LATE_)?anon(?:ymous)?_[A-Za-z0-9]+_\d+|.+?_\d+_\d+)_.+")


def comments(grades: ExportData) -> bytes:
    """The archive for "Upload Submissions"; raises `UsageError` if no Canvas names are known."""
    files: dict[str, bytes] = {}
    for _, scored in grades.graded:
        found = _NAMED.fullmatch(grades.entries.get(scored.student, ""))
        if found:  # a group shares one submission and its comment
            files.setdefault(f"{found[1]}_{PAGE}", page_of(grades, scored))
    if not files:
        raise UsageError("no hand-in is from a download of Canvas: its comments need those names")
    return archive(files)


FORM = Form(".zip", comments)
