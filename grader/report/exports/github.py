"""Annotations for GitHub Actions.

GitHub shows ten errors per step: the lost tasks worth most get them, the summary has the rest.
Files that weren't handed in have no line to point at; one notice names them.
Every printed line begins with one of our commands or with spaces, and text of a hand-in is
escaped, so it can't be taken for a command.
"""

from collections.abc import Iterator

from grader.assignment.config import Assignment
from grader.inside.notebook.layout import shown_place
from grader.report.content.absent import absent_modules
from grader.report.content.function_lines import find_function
from grader.report.content.words import TaskReport, task_reports
from grader.report.forms import ExportData, Form
from grader.report.numbers import points
from grader.report.sanitize import one_line
from grader.results import HandinResult
from grader.scoring.score import HandinScore

MOST_ERRORS = 10
REPORT = {"title": "Autograding report"}


def annotations(grades: ExportData) -> str:
    """The lines to print in a step: an error per lost task, then notices with the points."""
    assignment, [(result, scored)] = grades.assignment, grades.graded
    lines = list(_lost(assignment, result, scored))
    errors, others = lines[:MOST_ERRORS], lines[MOST_ERRORS:]
    rest = [f"  {len(others)} more; see the summary of this step"] if others else []
    earned, most = scored.score or 0.0, scored.max_score
    absent = [module.handed_in for module in absent_modules(assignment, scored)]
    if absent:
        rest.append(command("notice", {"title": "Not handed in"}, ", ".join(absent)))
    total = command("notice", {"title": "Autograding complete"}, f"Points {earned:g}/{most:g}")
    report = f'{{"totalPoints":{earned:g},"maxPoints":{most:g}}}'
    return "\n".join([*errors, *rest, total, command("notice", REPORT, report)]) + "\n"


def _lost(assignment: Assignment, result: HandinResult, scored: HandinScore) -> Iterator[str]:
    absent = [module.handed_in for module in absent_modules(assignment, scored)]
    tasks = [
        one
        for one in task_reports(assignment, scored)
        if not one.score.passed and assignment.module_of(one.task.id).handed_in not in absent
    ]
    for one in sorted(tasks, key=lambda one: (one.task.extra, -one.cost)):
        file, line = _place(assignment, result, one)
        notebook, cell, within = file.partition(", cell ")
        # GitHub counts lines of a notebook's JSON file, which nobody has seen.
        where = {"file": notebook} if cell else {"file": file, "line": str(line)}
        headline = f"cell {within}, line {line}: {one.headline}" if cell else one.headline
        title = f"{one.task.id} ({points(one.score.points)} of {points(one.score.max_points)})"
        yield command("error", {**where, "title": title}, headline)


def _place(assignment: Assignment, result: HandinResult, one: TaskReport) -> tuple[str, int]:
    """File and line of a lost task: the last line of student code, or the first it is about."""
    evidence = one.failing[0].evidence if one.failing else None
    if evidence and evidence.frames:
        return evidence.frames[-1].file, evidence.frames[-1].line
    file = assignment.module_of(one.task.id).handed_in
    text = (result.sources or {}).get(file, "")
    spans = [find_function(text, function) for function in one.task.functions]
    found = [span for span in spans if span]
    return shown_place(file, text, found[0][0] if found else 1)


def command(name: str, properties: dict[str, str], message: str) -> str:
    """One workflow command.

    >>> command("error", {"file": "a,b.py", "line": "3"}, "50% off")
    '::error file=a%2Cb.py,line=3::50%25 off'
    """
    pairs = [f"{key}={_property(one_line(value))}" for key, value in properties.items()]
    return f"::{name} {','.join(pairs)}::{_data(message)}"


def _data(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    return _data(text).replace(":", "%3A").replace(",", "%2C")


FORM = Form(".txt", annotations, of_one=True, begins="::(?:error|notice) ")
