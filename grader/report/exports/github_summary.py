"""A summary of a step in GitHub Actions, in Markdown."""

from grader.report.content.words import task_reports
from grader.report.forms import ExportData, Form
from grader.report.numbers import points
from grader.report.sanitize import one_line

SIGNS = "<>&\"'|`*_[]!\\#~:@"


def step_summary(grades: ExportData) -> str:
    """The contents of the file `GITHUB_STEP_SUMMARY`: a table of the tasks."""
    [(_, scored)] = grades.graded
    total = points(scored.score or 0.0)
    lines = [f"### {_cell(scored.student)}: {total} of {points(scored.max_score)}", ""]
    lines += ["| task | points | why |", "|---|---:|---|"]
    for one in task_reports(grades.assignment, scored):
        earned = f"{points(one.score.points)} of {points(one.score.max_points)}"
        sign = "✓" if one.score.passed else "✗"
        lines.append(f"| {sign} {_cell(one.task.id)} | {earned} | {_cell(one.headline)} |")
    return "\n".join(lines) + "\n"


def _cell(text: str) -> str:
    # Markdown renders HTML and many special characters; character references are plain text.
    return "".join([f"&#{ord(c)};" if c in SIGNS else c for c in one_line(text)])


FORM = Form(".md", step_summary, of_one=True, begins=r"### .*\n\n\| task \| points \|")
