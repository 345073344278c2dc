"""A hand-in or a class as lines of text for a terminal.

Everything that comes from a hand-in passes `visible`, so nothing in it can control the terminal.
The caller asks for colour, since it knows whether there is a terminal.
"""

from collections.abc import Callable, Iterable, Iterator

from grader.assignment.config import Assignment, RevealLevel, Task
from grader.inside.shortening import listed
from grader.report.content.absent import absent_modules
from grader.report.content.classes import ClassView, counted
from grader.report.content.feedback import told_incidents
from grader.report.content.views import fault_of, lead
from grader.report.content.words import remark_line, why_no_score
from grader.report.numbers import points, points_of
from grader.report.pictures.drawing import picture_story
from grader.report.sanitize import one_line, visible
from grader.results import NOTHING, HandinResult, Incident
from grader.scoring.score import HandinScore, TaskScore
from grader.statuses import Status
from grader.student.evidence import Evidence, RunsPicture
from grader.student.plural import numbered
from grader.student.text import evidence_lines

MISTAKES, FINDINGS, MOST_LATE = 5, 12, 12
BAR, NARROW = 30, 26
# ANSI codes for the looks of words; a `Paint` applies them, or leaves the words plain.
GOOD, LOST, QUIET, STRONG = "32", "31", "2", "1"
Paint = Callable[[str, str], str]


def _coloured(look: str, words: str) -> str:
    return f"\x1b[{look}m{words}\x1b[0m"


def _plain(_look: str, words: str) -> str:
    return words


def handin_text(
    assignment: Assignment,
    result: HandinResult,
    scored: HandinScore,
    *,
    colour: bool = False,
) -> str:
    """For staff: all tasks of a hand-in, the evidence of each lost one, and the score last."""
    paint = _coloured if colour else _plain
    lines = [paint(STRONG, visible(result.student))]
    if scored.absent:
        lines.append(f"  {paint(LOST, NOTHING)}")
    elif result.problem:
        lines.append(f"  {paint(LOST, 'could not be opened:')} {one_line(result.problem)}")
    absent = absent_modules(assignment, scored)
    width = _column(assignment.tasks)
    for module in assignment.modules:
        if module in absent or result.problem:
            continue
        passed, total = scored.figures[module.name]
        figure = f"{passed} of {numbered(total, 'task')}"
        lines += ["", f"{paint(STRONG, module.name)}  {figure}"]
        scores = [scored.tasks[task.id] for task in module.tasks]
        if fault := fault_of(scores, RevealLevel.FULL):
            check = lead(scores[0])
            lines += evidence_lines((check and check.evidence) or Evidence(fault))
        for task in module.tasks:
            lines += _task(task, scored.tasks[task.id], paint, width, brief=bool(fault))
    if absent and not result.problem:
        files = ", ".join([module.handed_in for module in absent])
        lines += ["", f"  {paint(QUIET, 'not handed in')}  {files}"]
    lines += _remarks(assignment, result)
    lines += _comments(scored)
    lines += _findings(result)
    return "\n".join([*lines, "", *_total(scored, paint)]) + "\n"


def _task(task: Task, score: TaskScore, paint: Paint, width: int, *, brief: bool) -> Iterator[str]:
    """A task and why it was lost; `brief` omits the reason, which all tasks of its file share."""
    sign = paint(GOOD, "✓") if score.passed else paint(LOST, "–" if score.broken else "✗")
    earned = f"{'–' if score.broken else points(score.points)}/{points(score.max_points)}"
    yield f"  {sign} {task.id:<{width}} {earned:>7}  {one_line(task.title)}"
    if score.share and not score.passed:
        yield f"      {paint(QUIET, 'share')}      {score.share}"
    if score.helped_by:
        names = ", ".join(score.helped_by)
        yield f"      {paint(QUIET, 'with help')}  right functions in place of {names}"
    check = None if score.passed or brief else lead(score)
    if check and check.evidence and check.status is Status.MISSING:
        # No check was run, so its question would be of no help.
        yield f"      {paint(QUIET, 'missing')}    {one_line(check.evidence.message)}"
    elif check:
        kind = check.status.value if check.public else f"{check.status.value}, a hidden check"
        yield f"      {paint(QUIET, 'check')}      {one_line(check.title)} ({kind})"
        if check.evidence and check.status is Status.BROKEN and check.evidence.output:
            # The traceback is followed by where in the check it is, and what is right.
            yield f"      why        {visible(check.evidence.output.splitlines()[-1])}"
        elif check.evidence:
            yield from evidence_lines(check.evidence)
            if isinstance(check.evidence.picture, RunsPicture):
                yield f"      picture    {visible(picture_story(check.evidence.picture))}"


def _incident(incident: Incident, count: int) -> str:
    often = f" ({count} times)" if count > 1 else ""
    return f"{one_line(incident.kind)}: {one_line(incident.detail)}{often}"


def _remarks(assignment: Assignment, result: HandinResult) -> Iterator[str]:
    incidents = [*told_incidents(assignment, result, RevealLevel.FULL)]
    if incidents or result.all_notes:
        yield ""
    for incident, count in counted(incidents):
        yield f"  ! {_incident(incident, count)}"
    for note in result.all_notes:
        yield f"  . {one_line(note)}"


def _comments(scored: HandinScore) -> Iterator[str]:
    comments = scored.words.comments
    if comments:
        yield ""
    for comment in comments:
        yield f"  > {remark_line(comment)}"


def _findings(result: HandinResult) -> Iterator[str]:
    found = result.findings
    if found:
        yield ""
        remarks = numbered(len(found), "remark")
        yield f"  documentation and style, which cost no points: {remarks}"
    for finding in found[:FINDINGS]:
        place, kind = one_line(finding.place), one_line(finding.kind)
        yield f"  ~ {place:<20} {kind:<14} {one_line(finding.message)}"
    if len(found) > FINDINGS:
        yield f"  ~ and {len(found) - FINDINGS} more"


def _total(scored: HandinScore, paint: Paint) -> Iterator[str]:
    for line in scored.why:
        yield one_line(line)
    for label, value in scored.adjustments:
        yield f"{label}: {points(value)}"
    if scored.score is None:
        # If the hand-in can't be opened, the first line already says why.
        shut = scored.problem and not scored.absent and not scored.excused
        brief = "No score: this hand-in could not be opened."
        yield paint(LOST, brief if shut else why_no_score(scored))
        return
    extra = f", and {points(scored.extra)} of extra credit" if scored.extra else ""
    yield paint(STRONG, f"{points_of(scored.score, scored.max_score)}{extra}")


# -- the class -------------------------------------------------------------------------------


def class_text(view: ClassView) -> str:
    """How the class did: scores, tasks, the commonest mistakes, what staff should look at."""
    parts = [_scores(view), _tasks(view), _mistakes(view), _watch(view)]
    return "\n\n".join(["\n".join(part) for part in map(list, parts) if part]) + "\n"


def _scores(view: ClassView) -> Iterator[str]:
    s = view.statistics
    excused = sum(not row.absent for row in view.excused)
    but = f", {excused} excused" if excused else ""
    yield f"{numbered(view.handed_in, 'hand-in')}, {view.graded} with a score{but}"
    strangers = {one.student for one, _ in view.strangers}
    if absent := [row for row in view.absent if row.student not in strangers]:
        excused = sum(row.excused for row in absent)
        but = f", {excused} of them excused" if excused else ""
        listed_there = len(view.rows) - len(view.strangers)
        yield f"{len(absent)} of {listed_there} in the roster handed in nothing{but}"
    if view.graded:
        span = f"{points(s.low)} to {points(s.high)}"
        yield f"median {points(s.median)}, mean {points(round(s.mean, 1))}, {span}"
        for b in view.bins:
            bar = "█" * round(BAR * b.height / 100)
            yield f"{points(b.low):>7} – {points(b.high):<7} {bar} {b.count or ''}".rstrip()


def _column(tasks: Iterable[Task]) -> int:
    """The width of the column of task ids."""
    return max([NARROW, *[len(task.id) for task in tasks]])


def _tasks(view: ClassView) -> Iterator[str]:
    width = _column(rate.task for rate in view.rates)
    for rate in view.rates:
        share = rate.passed / view.graded if view.graded else 0.0
        bar = "█" * round(BAR * share)
        there = f"  of {rate.handed_in} handed in" if rate.handed_in < view.graded else ""
        yield f"{rate.task.id:<{width}} {rate.passed:>5} of {view.graded:<5} {bar}{there}".rstrip()


def _mistakes(view: ClassView) -> Iterator[str]:
    for common in view.common[:MISTAKES]:
        yield f"{common.count:>5} × {common.mistake.task}: {one_line(common.mistake.message)}"


def _watch(view: ClassView) -> Iterator[str]:
    if view.none_opened:
        yield "! none of the hand-ins could be opened: is this the folder, and the assignment?"
    for row in view.unopened:
        yield f"! {one_line(row.student)}: no score: could not be opened: {one_line(row.problem)}"
    if view.unsure:
        names = listed([one_line(row.student) for row in view.unsure], MOST_LATE)
        what = numbered(len(view.unsure), "hand-in")
        yield f"! {what} with files that may be worth points, as the page says: {names}"
    for row in view.broken:
        yield f"! {one_line(row.student)}: the grader failed; no score"
    for late, how in (
        (view.late, "late"),
        (view.marked_late, "marked as late by the system that they come from"),
    ):
        if late:
            names = listed([one_line(row.student) for row in late], MOST_LATE)
            yield f"! {numbered(len(late), 'hand-in')} {how}: {names}"
    if view.untimed:
        yield f"! {view.untimed}"
    if waiting := sum(not one.answer for _, one in view.requests):
        yield f"! {numbered(waiting, 'request')} to look again, not answered yet"
    for line in view.left_aside:
        yield f"! not used: {one_line(line)}"
    for row, incident, count in view.incidents:
        yield f"! {one_line(row.student)}: {_incident(incident, count)}"
    for check in view.suspicious:
        yield f"! {check.name} fails for all {check.runs}"
