"""What a new report would change in the existing one: found, and written to `proposed/`.

Scores of an earlier report are held. Released ones are held whatever the cause; others only while
the hand-in's files are the same, so that new hand-ins and marks by hand count at once. No score
disappears by itself: it is also held if the hand-in is gone or no longer has a score. As long as
anything is held, nothing is written: so the set has everybody whose score applying it would change.
"""

import json
import os
import shutil
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from functools import partial
from hashlib import sha256
from pathlib import Path
from typing import Any

from grader.course.hidden_names import hides
from grader.course.released import NO_SCORE, Pins, ReleasedScore
from grader.course.table import write_rows
from grader.errors import UsageError, writing
from grader.publishing import log
from grader.publishing.run import JSON, PROPOSED, Run, read_keys, write_memory
from grader.publishing.write import ReportInputs, inputs_of, make_sheets, spread
from grader.report.content.diff import Difference, Move, difference, difference_text
from grader.report.content.score_changes import message
from grader.report.grades_files import json_lines, read_line, submission_json
from grader.report.pages.html import render_diff
from grader.report.pages.page_files import write_file
from grader.results import HandinResult, same_files
from grader.scoring.score import score
from grader.scoring.total import total, without_rest
from grader.store.reader import StoredResults
from grader.store.writer import FILE
from grader.student.plural import numbered

SET, PAGE, MESSAGES = "set.json", "changes.html", "messages.csv"
WRITTEN = "proposed"
MOST_LINES = 10
BY_STAFF = ", by staff)"

Pair = tuple[float | None, float]
Grades = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Proposal:
    """A set of changes; `unfinished` is how many hand-ins of the report aren't regraded yet.

    `messages` are rows for those whose score changes: student, name, email, text. `kept` is what
    staff have kept of scores, with marks by hand that came later.
    """

    found: Difference
    messages: tuple[Mapping[str, str], ...]
    unfinished: int
    kept: Pins

    @property
    def id(self) -> str:
        """Twelve hex digits, the same for the same changes."""
        moved = [(c.student, c.move, c.before, c.after, c.tasks) for c in self.found.changes]
        return sha256(repr((moved, self.unfinished)).encode()).hexdigest()[:12]

    @property
    def lost(self) -> list[str]:
        """The students who would no longer have any score, though their hand-in exists."""
        return [one.student for one in self.found.changes if one.move is Move.UNSCORED]


def find_proposal(run: Run, jobs: int) -> Proposal | None:
    """What a new report would change in the existing one, if it needs staff's consent."""
    lines = list(json_lines(run.out / JSON))
    pairs = list(spread(partial(_moved_of, run), lines, jobs, run.out))
    unfinished = pairs.count(None)
    moved = list(filter(None, pairs))
    if not unfinished and not any(one.held for one in moved):
        return None
    moved += _new(run, {one["student"] for one in filter(None, map(read_line, lines))})
    before = [one.before for one in moved if one.before is not None]
    after = [one.after for one in moved if one.after is not None]
    old = {"max_score": run.assignment.points, "submissions": before}
    found = difference(old, old | {"submissions": after})
    changed = sum(change.move is not Move.NEW for change in found.changes)
    found = replace(found, same=len(lines) - unfinished - changed)
    kept = {one.after["student"]: one.kept for one in moved if one.after and one.kept}
    return Proposal(found, tuple(_messages(run, found, moved)), unfinished, kept)


def _new(run: Run, published: Container[str]) -> list["_ScoreChange"]:
    """Students who have a score but aren't in the existing report."""
    with StoredResults(run.out / FILE) as stored:
        rows = stored.rows(s for s in stored.students() if s not in published)
        found = [_now(run, stored.decoded(row)) | {"tasks": {}} for row in rows]
    return [_ScoreChange(None, one) for one in found if one["score"] is not None]


def _now(run: Run, result: HandinResult, kept: ReleasedScore | None = None) -> Grades:
    """What a report would say about a hand-in if nothing were held but what is `kept`."""
    facts = replace(run.facts_now(result.student), released=kept)
    return submission_json(result, score(run.assignment, result, facts))


@dataclass(frozen=True, slots=True)
class _ScoreChange:
    """A hand-in in the existing report and in a new one; `held` if only staff may change it.

    `kept` is the score in the new one, if staff have kept it and only marks by hand are new.
    """

    before: Grades | None
    after: Grades | None
    held: bool = False
    kept: ReleasedScore | None = None

    @property
    def again(self) -> bool:
        """Whether different files were handed in."""
        before, after = self.before or {}, self.after or {}
        digests = [one["digest"] for one in (before, after) if one.get("digest")]
        return len(digests) == len((before, after)) and not same_files(*digests)


def _moved_of(run: Run, lines: Sequence[str]) -> list[_ScoreChange | None]:
    """For some lines of the existing report: those whose score would change.

    For each hand-in that isn't regraded yet, a `None`.
    """
    published = list(filter(None, map(read_line, lines)))
    with StoredResults(run.out / FILE) as stored:
        unfinished = set(stored.unfinished())
        rows = {row.student: row for row in stored.rows(one["student"] for one in published)}
        found: list[_ScoreChange | None] = []
        for before in published:
            student = before["student"]
            row = rows.get(student)
            if row is None and student in unfinished:
                found.append(None)
                continue
            result = None if row is None else stored.decoded(row)
            after = None if result is None else _now(run, result)
            pin = run.released.get(student)
            kept = _still_kept(before, after, pin)
            if kept and result:
                after = _now(run, result, kept)
            held = _is_held(before, after, pin)
            if held or (pin is None and _pair(before) != _pair(after)):
                found.append(_ScoreChange(*_changed_parts(before, after), held, kept))
    return found


def _still_kept(
    before: Grades, after: Grades | None, pin: ReleasedScore | None
) -> ReleasedScore | None:
    """What staff have kept, with later marks by hand; `None` if anything else has changed."""
    if pin is None or pin.instead_of is None or after is None or after["score"] is None:
        return None
    marks = total([_by_hand(after), -_by_hand(before)])
    if (total([after["score"], -marks]), total([after["extra"]])) != pin.instead_of:
        return None
    return replace(pin, score=total([pin.score, marks]), instead_of=_pair(after))


def _is_held(before: Grades, after: Grades | None, pin: ReleasedScore | None) -> bool:
    """Whether a score may change only with staff's consent."""
    if pin is not None:
        return _pair(after) not in (_pair(before), pin.instead_of)
    if before["score"] is None:
        return False
    if after is None or after["score"] is None:
        return after is None or not after["excused"]
    is_same = same_files(after["digest"], before.get("digest") or "")
    return is_same and _judged(after) != _judged(before)


def _pair(one: Grades | None) -> Pair:
    # Older versions stored floating-point error, which must not count as a change.
    return (without_rest(one["score"]), total([one["extra"]])) if one else NO_SCORE


def _judged(one: Grades) -> tuple[float, float]:
    """Score and extra credit without marks by hand."""
    return total([one["score"], -_by_hand(one)]), total([one["extra"]])


def _by_hand(one: Grades) -> float:
    return total(a["points"] for a in one["adjustments"] if a["label"].endswith(BY_STAFF))


def _changed_parts(before: Grades, after: Grades | None) -> tuple[Grades, Grades | None]:
    """Both without checks of equal status: all changes in a class are in memory at once."""
    if after is None:
        return before | {"tasks": {}}, None
    if before["problem"] or after["problem"]:  # nothing was checked, so no check differs
        return before | {"tasks": {}}, after | {"tasks": {}}
    alike = _statuses(before) & _statuses(after)
    return _without(before, alike), _without(after, alike)


def _statuses(one: Grades) -> set[tuple[str, str]]:
    checks = [check for task in one["tasks"].values() for check in task["checks"]]
    return {(check["name"], check["status"]) for check in checks}


def _without(one: Grades, alike: set[tuple[str, str]]) -> Grades:
    tasks = {}
    for name, task in one["tasks"].items():
        rest = [check for check in task["checks"] if (check["name"], check["status"]) not in alike]
        tasks[name] = task | {"checks": rest}
    return one | {"tasks": tasks}


def _messages(
    run: Run, found: Difference, moved: Iterable[_ScoreChange]
) -> Iterator[Mapping[str, str]]:
    whose = {side["student"]: one for one in moved for side in (one.before, one.after) if side}
    for change in sorted(found.changes, key=lambda one: one.student):
        one = whose[change.student]
        checks = {
            check["name"]: check
            for side in (one.before, one.after)
            for task in (side["tasks"].values() if side else ())
            for check in task["checks"]
        }
        person = run.beside.roster.of(change.student)
        who = {"student": change.student, "name": person.name, "email": person.email}
        yield who | {"text": message(run.assignment, change, checks, again=one.again)}


def proposal_text(out: Path, proposal: Proposal) -> str:
    """The set for a terminal, and what to do about it."""
    lines = at_most(MOST_LINES, difference_text(proposal.found).splitlines())
    if proposal.unfinished:
        lines.append(
            f"{proposal.unfinished} are not graded anew yet; grade the whole class before you apply"
        )
    elif gone := _without_hidden(proposal.found).gone:
        lines.append(f"{gone}: `grader apply {out} --no-drops` keeps their scores")
    if proposal.lost and not proposal.unfinished:
        lines.append(f"{len(proposal.lost)} would have no score: batch again, or use --no-drops")
    lines.append(
        f"nothing is changed yet in {out}: look at {out / PROPOSED / PAGE}, then "
        f"`grader apply {out}` or `grader cancel {out}`"
    )
    return "\n".join(lines) + "\n"


def _without_hidden(found: Difference) -> Difference:
    """The changes without those of hidden people, whose names a later download may show."""
    return replace(found, changes=tuple([c for c in found.changes if not hides(c.student)]))


def at_most(most: int, lines: Sequence[str]) -> list[str]:
    """All lines, or the students (worst first) and the totals; the page has the rest."""
    if len(lines) <= most:
        return list(lines)
    *rest, sums = [line for line in lines if not line.startswith(" ")]
    left = len(rest) - (most - 2)
    return [*rest[: most - 2], *([f"and {numbered(left, 'line')} more"] if left > 0 else []), sums]


def proposal_json(out: Path, proposal: Proposal) -> dict[str, object]:
    """The same as data, as in `set.json`."""
    return {
        "set": proposal.id,
        "unfinished": proposal.unfinished,
        "without_score": proposal.lost,
        "page": str(out / PROPOSED / PAGE),
        "summary": proposal_text(out, proposal),
        **asdict(proposal.found),
        "messages": list(proposal.messages),
    }


def write_proposal(run: Run, proposal: Proposal, jobs: int) -> None:
    """Write `proposed/` as a whole; an existing one with the same changes is left alone."""
    folder = run.out / PROPOSED
    if waiting_set(run.out).get("set") == proposal.id:
        write_memory(run, folder)
        return
    part = run.out / f".{PROPOSED}.{os.getpid()}"
    inputs = replace(inputs_of(replace(run, released=proposal.kept)), folder=part)
    students = [c.student for c in proposal.found.changes if c.move is not Move.GONE]
    try:
        with writing(folder):
            part.mkdir()
        list(spread(partial(_write_pages, inputs), students, jobs, part))
        names = ("the report that is there", "what would be in it")
        page = render_diff(proposal.found, run.assignment.title, names, linked=True)
        write_file(part / PAGE, [page])
        write_memory(run, part)
        _write_set(part, proposal_json(run.out, proposal))
        shutil.rmtree(folder, ignore_errors=True)
        with writing(folder):
            part.rename(folder)
    finally:
        shutil.rmtree(part, ignore_errors=True)
    said = {"drops": len(proposal.found.drops), "changes": len(proposal.found.changes)}
    log_set(run.out, WRITTEN, proposal.id, said)


def _write_set(folder: Path, data: Mapping[str, Any]) -> None:
    write_rows(folder / MESSAGES, ("student", "name", "email", "text"), data["messages"])
    write_file(folder / SET, [json.dumps(data, indent=1) + "\n"])


def forget_messages(out: Path, students: Container[str]) -> None:
    """Remove from the set the messages to students whose score stays after all."""
    data = waiting_set(out)
    wanted = [one for one in data["messages"] if one["student"] not in students]
    if len(wanted) < len(data["messages"]):
        _write_set(out / PROPOSED, data | {"messages": wanted})


def _write_pages(inputs: ReportInputs, students: Sequence[str]) -> list[None]:
    make_sheets(inputs, students)
    return []


def waiting_set(out: Path) -> dict[str, Any]:
    """The set that is waiting; empty if there is none."""
    return read_keys(out / PROPOSED / SET)


def log_set(out: Path, what: str, id: str, said: Mapping[str, object]) -> log.LogEntry:
    """Log what happened to a set, once."""
    last = last_of_set(out, id)
    return last if last and last.what == what else log.append(out, what, {"set": id, **said})


def last_of_set(out: Path, id: str) -> log.LogEntry | None:
    """The last log entry about a set, which says what has happened to it."""
    mine = [entry for entry in log.entries(out) if entry.said.get("set") == id]
    return mine[-1] if mine else None


def refuse_while_proposed(out: Path) -> None:
    """Raise `UsageError` if results aren't those of the report: a set is waiting, or only some
    are graded with other checks.
    """
    if waiting_set(out):
        page = out / PROPOSED / PAGE
        raise UsageError(f"{out}: a set of changes is waiting in {page}; apply or cancel it first")
    if count := unfinished(out):
        raise UsageError(
            f"{out}: {count} are not graded anew yet; batch the whole class, "
            f"or undo it by `grader cancel {out}`"
        )


def unfinished(out: Path) -> int:
    """How many hand-ins were graded with other checks or boxes, and not yet with these."""
    if not (out / FILE).is_file():
        return 0
    with StoredResults(out / FILE) as stored:
        return len(stored.unfinished())
