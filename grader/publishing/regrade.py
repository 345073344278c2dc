"""Grades that somebody has seen never change by themselves: changes are proposed as a set,
reviewed, then applied or cancelled.

    results.sqlite  what judges found; after a change of checks what they found before, too
         │ report
    grades.json, grades.csv, index.html, students/: the report. Beside it, in `run.json`, how it
         │ was graded and what it is made from, so that one that would be the same stays
         ├── release ──▶ log.jsonl: "released" and the scores, which only `apply` moves
         │ report, after a change that would move scores
    proposed/  `set.json`, and what people look at; the report stays
         ├── apply ────▶ log.jsonl: "applied" and the scores; then the report is written
         └── cancel ───▶ log.jsonl: "cancelled"; results.sqlite is as before
             both: proposed/ becomes changes/TIME-SET-applied or -cancelled

Only the log says which scores are released, and whether a set is applied.

A report that would change scores of an earlier one isn't written. Its changes are in `proposed/` of
the output folder: the page `changes.html`, drops first; the new pages of those whose score
changes; `messages.csv` with a text for each of them. Everything else in the folder stays as it
is, and nothing is exported meanwhile. Applied or cancelled, the set is kept in `changes/`.

Applying a set is first written to the log. If it is killed later, the next command finishes it.
"""

import shutil
from collections.abc import Container, Iterable, Iterator
from dataclasses import replace
from pathlib import Path

from grader.course.clock import moment_now
from grader.course.released import Pins, ReleasedScore, as_data
from grader.errors import UsageError, writing
from grader.inside.shortening import listed
from grader.publishing import log
from grader.publishing.proposal import (
    MESSAGES,
    Grades,
    Proposal,
    find_proposal,
    forget_messages,
    last_of_set,
    log_set,
    unfinished,
    waiting_set,
    write_proposal,
)
from grader.publishing.run import JSON, PROPOSED, Run, as_remembered, notice, read_pins
from grader.publishing.unchanged import Report
from grader.publishing.write import unchanged_report, write_anew
from grader.report.content.diff import DROPS, Move
from grader.report.grades_files import json_lines, read_line
from grader.store.schema import alone_in, refuse_vanished
from grader.store.writer import FILE, Store
from grader.student.plural import numbered

CHANGES = "changes"
APPLIED, CANCELLED = "applied", "cancelled"


def publish_or_propose(run: Run, jobs: int = 1) -> Report | Proposal:
    """Write the report of a run, or its proposed changes to the existing one.

    Raises `OutputError` if a file can't be written.
    """
    with alone_in(run.out):
        refuse_vanished(run.out / FILE)
        run = _finish_applying(run, jobs)
        _bring_back(run)
        notice(run.out, run.beside)
        report = unchanged_report(run)
        proposal = find_proposal(run, jobs) if report is None else None
        if proposal is not None:
            write_proposal(run, proposal, jobs)
            return proposal
        shutil.rmtree(run.out / PROPOSED, ignore_errors=True)
        report = report or write_anew(run, jobs)
    _settle(run.out)
    return report


def refuse_while_applying(out: Path) -> None:
    """Raise `UsageError` if applying a set was interrupted: results must not change then."""
    if _applied(out, waiting_set(out)) is not None:
        raise UsageError(f"{out}: applying a set was interrupted; `grader apply {out}` finishes it")


def apply(run: Run, jobs: int = 1, *, no_drops: bool = False) -> str:
    """Apply the set that was reviewed; returns what was done, in words.

    With `no_drops`, students who would have fewer points keep those of the report. Raises
    `UsageError` if there is no set, or if the changes are no longer the ones that were reviewed.
    """
    with alone_in(run.out):
        waiting = waiting_set(run.out)
        if not waiting:
            raise UsageError(f"{run.out}: no set of changes is waiting; batch and report make one")
        run = as_remembered(run, run.out / PROPOSED)
        entry = _applied(run.out, waiting)
        if entry is None:
            now = find_proposal(run, jobs)
            _check(run, waiting, now, no_drops=no_drops)
            still_kept = now.kept if now else {}
            entry = _log_applied(run, waiting, still_kept, no_drops=no_drops)
        _finish_applying(run, jobs)
    _settle(run.out)
    return _applied_words(run.out, entry)


def _applied_words(out: Path, entry: log.LogEntry) -> str:
    done, kept = len(entry.said["scores"]), len(entry.said.get("kept", ()))
    were = "as it was" if kept == 1 else "as they were"
    left = f", and {numbered(kept, 'drop')} left {were}" if kept else ""
    lines = [f"applied: {numbered(done, 'change')}{left} (set {entry.said['set']})"]
    if done:
        lines.append(f"messages to those students: {_archived(out, entry) / MESSAGES}")
    return "\n".join(lines)


def _log_applied(run: Run, waiting: Grades, still_kept: Pins, *, no_drops: bool) -> log.LogEntry:
    changes = waiting["changes"]
    kept = [one["student"] for one in changes if no_drops and one["move"] in DROPS]
    scores = {c["student"]: [c["before"], c["after"]] for c in changes if c["student"] not in kept}
    pins = dict(_pins_after(run.released, still_kept, changes, kept))
    said = {"no_drops": no_drops, "scores": scores, "kept": kept, "released": as_data(pins)}
    return log_set(run.out, APPLIED, waiting["set"], said)


def _check(run: Run, waiting: Grades, now: Proposal | None, *, no_drops: bool) -> None:
    """Raise `UsageError` if a set may not be applied."""
    if now is None or now.id != waiting["set"]:
        raise UsageError(
            f"{run.out}: what would change isn't what was looked at; "
            f"run `grader report {run.out}`, and look again"
        )
    if now.unfinished:
        raise UsageError(
            f"{run.out}: {numbered(now.unfinished, 'hand-in')} still to be graded again; "
            "batch the whole class first"
        )
    if now.lost and not no_drops:
        raise UsageError(
            f"{run.out}: {listed(now.lost, 5)} would have no score; "
            "batch again, or let them keep theirs by --no-drops"
        )


def _applied(out: Path, waiting: Grades) -> log.LogEntry | None:
    """The log entry that applies the waiting set, if there is one."""
    last = last_of_set(out, waiting["set"]) if waiting else None
    return last if last and last.what == APPLIED else None


def _finish_applying(run: Run, jobs: int) -> Run:
    """Do everything that follows from a set whose application is logged; safe to repeat."""
    entry = _applied(run.out, waiting_set(run.out))
    if entry is None:
        return run
    run = replace(run, released=read_pins(run.out))
    _bring_back(run)
    write_anew(run, jobs)
    forget_messages(run.out, entry.said.get("kept", ()))
    _archive(run.out, entry)
    return run


def _bring_back(run: Run) -> None:
    """Restore hand-ins that are gone but whose scores staff have kept."""
    gone = [student for student, pin in run.released.items() if pin.gone]
    if gone:
        with Store(run.out / FILE, alone=True) as store:
            store.bring_back(gone)


def _pins_after(
    pins: Pins, still_kept: Pins, changes: Iterable[Grades], kept: Container[str]
) -> Iterator[tuple[str, ReleasedScore | None]]:
    """The students whose released score changes, or ends, when a set is applied."""
    at = moment_now()
    for change in changes:
        student, before, after = change["student"], tuple(change["before"]), tuple(change["after"])
        pin = pins.get(student)
        if student in kept:
            gone = change["move"] == Move.GONE
            instead = after if gone or after[0] is not None else None
            if student in still_kept:
                instead = still_kept[student].instead_of
            yield student, ReleasedScore(before[0], before[1], pin.at if pin else at, instead)
        elif student in still_kept:
            yield student, still_kept[student]
        elif pin is not None:
            yield student, None if after[0] is None else ReleasedScore(after[0], after[1], at)


def cancel(run: Run) -> str:
    """Discard the proposed changes, and restore the results of the report.

    Returns what was done, in words. Raises `UsageError` if there is nothing to cancel.
    """
    with alone_in(run.out):
        waiting = waiting_set(run.out)
        if _applied(run.out, waiting) is not None:
            raise UsageError(f"{run.out}: the set is being applied; `grader apply` finishes that")
        if not waiting and not unfinished(run.out):
            raise UsageError(f"{run.out}: there is nothing to cancel")
        before = [*map(read_line, json_lines(run.out / JSON))]
        if None in before:  # so it isn't known whose hand-ins it had
            raise UsageError(f"{run.out / JSON}: somebody has edited it; put it back as it was")
        entry = log_set(run.out, CANCELLED, waiting["set"], {}) if waiting else None
    # Logged first: if stopped here, the set is still waiting, and can be cancelled again.
    with Store(run.out / FILE) as store:
        store.restore(one["student"] for one in before if one)
    if entry is not None:
        _archive(run.out, entry)
    return (
        "cancelled: the grades are as they were. What caused the changes is proposed again by the "
        "next run, unless it is undone in checks, config or files beside the hand-ins"
    )


def _archive(out: Path, entry: log.LogEntry) -> None:
    """Keep a finished set: it has the texts for students."""
    target = _archived(out, entry)
    with writing(target):
        target.parent.mkdir(exist_ok=True)
        shutil.rmtree(target, ignore_errors=True)
        (out / PROPOSED).rename(target)


def _archived(out: Path, entry: log.LogEntry) -> Path:
    """Where a finished set is kept."""
    moment = entry.at[:19].replace(":", "").replace("-", "")
    return out / CHANGES / f"{moment}-{entry.said['set']}-{entry.what}"


def _settle(out: Path) -> None:
    with Store(out / FILE) as store:
        store.settle()
