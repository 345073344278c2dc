"""JUnit XML as pytest writes it: one suite per hand-in and task, one case per check.

Points are properties of the suites. CPU seconds are measured per module and shared among its
cases. A wrong answer is a `failure`; code that raised, crashed or ran out of a resource, and every
fault of the grader, is an `error`.
"""

import re
from collections.abc import Sequence
from xml.etree.ElementTree import Element, SubElement, indent, tostring

from grader.report.content.feedback import told_seconds
from grader.report.content.words import TaskReport, check_text, task_reports
from grader.report.context import RunContext
from grader.report.forms import ExportData, Form
from grader.report.sanitize import one_line, visible
from grader.results import CheckResult
from grader.statuses import Status

FAILURES = (Status.FAILED, Status.MISSING)
# Characters that XML 1.0 can't hold, not even escaped; written as pytest writes them.
ILLEGAL = re.compile("[^\t\n\r\x20-\x7e\x80-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def junit(grades: ExportData) -> str:
    """The whole document."""
    assignment, context = grades.assignment, grades.context
    root = Element("testsuites", name=legal(assignment.title))
    for result, scored in grades.graded:
        suites = [_suite(scored.student, one, context) for one in task_reports(assignment, scored)]
        modules = [task.module for task in assignment.tasks]
        for module, seconds in told_seconds(assignment, result).items():
            mine = [s for s, name in zip(suites, modules, strict=True) if name == module]
            _share_time(mine, seconds)
        root.extend(suites)
    root.set("time", f"{sum(float(suite.get('time') or 0) for suite in root):.3f}")
    indent(root)
    return f'<?xml version="1.0" encoding="utf-8"?>\n{tostring(root, encoding="unicode")}\n'


def _share_time(suites: Sequence[Element], seconds: float) -> None:
    """Share a module's time among its cases, which were not timed one by one.

    So the times add up, from cases to suites to the document.
    """
    cases = [case for suite in suites for case in suite.iter("testcase")]
    for case in cases:
        case.set("time", f"{seconds / len(cases):.6f}")
    for suite in suites:
        suite.set(
            "time", f"{sum(float(case.get('time') or 0) for case in suite.iter('testcase')):.6f}"
        )


def _suite(student: str, one: TaskReport, context: RunContext) -> Element:
    cases = [*one.failing, *one.passed]
    hidden = not one.score.passed and not one.failing
    suite = Element("testsuite", name=legal(f"{student} {one.task.id}"))
    suite.set("errors", str(sum(_kind(check) == "error" for check in cases)))
    suite.set("failures", str(sum(_kind(check) == "failure" for check in cases) + hidden))
    suite.set("skipped", str(sum(_kind(check) == "skipped" for check in cases)))
    suite.set("tests", str(len(cases) + hidden))
    suite.set("time", "0.000")
    suite.set("timestamp", context.date)
    suite.set("hostname", "localhost")
    _properties(suite, student, one)
    for check in cases:
        _case(suite, one, check)
    if hidden:
        case = SubElement(suite, "testcase", classname=one.task.id, name="hidden", time="0.000")
        SubElement(case, "failure", message=legal(one.headline))
    return suite


def _properties(suite: Element, student: str, one: TaskReport) -> None:
    pairs = {
        "student": student,
        "task": one.task.id,
        "points": f"{one.score.points:.10g}",
        "max_points": f"{one.score.max_points:.10g}",
    }
    below = SubElement(suite, "properties")
    for name, value in pairs.items():
        SubElement(below, "property", name=name, value=legal(value))


def _case(suite: Element, one: TaskReport, check: CheckResult) -> None:
    name = legal(one_line(check.title))
    case = SubElement(suite, "testcase", classname=one.task.id, name=name, time="0.000")
    match _kind(check):
        case "":
            return
        case "skipped":
            SubElement(case, "skipped", type="grader.skip", message=legal(one_line(check.message)))
        case kind:
            found = SubElement(case, kind, message=legal(one_line(check.message)))
            found.text = legal(check_text(check))


def _kind(check: CheckResult) -> str:
    if check.status in (Status.PASSED, Status.SKIPPED):
        return "" if check.passed else "skipped"
    return "failure" if check.status in FAILURES else "error"


def legal(text: str) -> str:
    """The text with characters escaped that XML can't hold.

    >>> legal("a\\x1bb")
    'a\\\\x1bb'
    """
    return ILLEGAL.sub(lambda match: f"#x{ord(match[0]):04X}", visible(text))


FORM = Form(".xml", junit, begins=r"<\?xml .*\n<testsuites name=")
