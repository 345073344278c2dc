"""Runs: results in an output folder, and everything else to make files from, at any later time.

An output folder remembers in `run.json` where its hand-ins came from and how they were graded, so
that pages made a year later still name the machine, the versions and the day of the grading.
Staff's own files (`submissions.csv`, rubrics) stay beside the hand-ins and are reread each time.
"""

import json
import os
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import Any

from grader.assignment.config import Assignment, CountedAttempt
from grader.course.cells import clean_id
from grader.course.near_names import near_names
from grader.course.released import Pins, ReleasedScore
from grader.course.roster import FILE as ROSTER
from grader.course.roster import Roster, read_roster
from grader.course.staff_tables import (
    EXTENSIONS,
    REQUESTS,
    TABLES,
    Extension,
    RegradeRequest,
    extensions_in_vain,
    read_extensions,
    read_late_days,
    read_requests,
)
from grader.course.submissions import FILE as SUBMISSIONS
from grader.course.submissions import Attempted, Attempts, read_submissions
from grader.course.table import ByStudent, caution
from grader.errors import ConfigError, OutputError, UsageError, did_you_mean
from grader.inside.shortening import listed
from grader.publishing import log
from grader.report.context import RunContext
from grader.report.pages.page_files import INDEX, STUDENTS, write_file
from grader.report.pages.page_names import page_name
from grader.results import HandinResult
from grader.scoring.deadlines import Grace
from grader.scoring.rubric import FILE as RUBRIC
from grader.scoring.rubric import Rubric, read_rubric, sheets_of_staff
from grader.scoring.score import Facts, HandinScore, score
from grader.scoring.total import total, without_rest
from grader.store.reader import StoredResults
from grader.store.schema import alone_in
from grader.store.writer import FILE, Store

RUN = "run.json"
JSON, CSV = "grades.json", "grades.csv"
# The folder of a set of changes that waits to be applied; has its own `run.json`.
PROPOSED = "proposed"
MOST_NAMES = 5


@dataclass(frozen=True, slots=True)
class StaffFiles:
    """What staff keep in the folder of hand-ins: when each came in, and their words on it.

    `in_vain` has a line for each entry without effect.
    """

    folder: Path
    submitted: Attempted
    rubric: Rubric
    roster: Roster
    extensions: Mapping[str, tuple[Extension, ...]]
    late_days: Mapping[str, tuple[tuple[str, int], ...]]
    assignment: str
    requests: Mapping[str, tuple[RegradeRequest, ...]]
    in_vain: tuple[str, ...] = ()

    def facts(self, student: str) -> Facts:
        """All that staff know about a hand-in; members of a group share what concerns time."""
        members = self.roster.members(student)
        attempts = [one for member in members for one in self.submitted.get(member, ())]
        extensions = [one for member in members for one in self.extensions.get(member, ())]
        grace = Grace(tuple(extensions), self._used(student), min(map(self._used, members)))
        words, person = self.rubric.of(student), self.roster.of(student)
        return Facts(tuple(dict.fromkeys(attempts)), words, person, grace)

    def _used(self, student: str) -> int:
        """The late days that a student used in other assignments."""
        days = self.late_days.get(student, ())
        return sum(count for assignment, count in days if assignment != self.assignment)

    def strangers(self, students: Iterable[str]) -> Iterator[str]:
        """A line for everything without effect, such as words on somebody without a hand-in."""
        known = ByStudent(dict.fromkeys(students))
        yield from self.in_vain
        yield from self.rubric.strangers(known)
        for name, found in (
            *((EXTENSIONS, self.extensions), (SUBMISSIONS, self.submitted)),
            (REQUESTS, self.requests),
        ):
            for student in sorted(found.keys() - known.keys()):
                where, meant = self.folder / name, did_you_mean(student, known)
                yield f"{where}: there is no hand-in of {student}{meant}"

    def newcomers(self, students: Iterable[str]) -> Iterator[str]:
        """A line if people of the roster are in no report yet, since it is older than they are."""
        known = ByStudent(dict.fromkeys(students))
        expected = [one.student for one in self.roster.people if one.expected]
        if new := [student for student in expected if student not in known]:
            yield (
                f"{self.folder / ROSTER}: in no report yet: {listed(new, MOST_NAMES)}; "
                "`grader batch` says who of them handed in nothing"
            )

    def cautions(self) -> Iterator[str]:
        """A line for each table whose encoding had to be guessed."""
        return filter(None, [caution(self.folder / name) for name in TABLES])

    def sources(self, student: str) -> Iterator[str]:
        """The places that say something about one hand-in."""
        if student in self.submitted:
            yield str(self.folder / SUBMISSIONS)
        if student in self.rubric.places:
            yield self.rubric.places[student]


@dataclass(frozen=True, slots=True)
class Run:
    """Graded hand-ins in `out`, and everything else that reports are made from.

    `left_aside` says what in a download isn't used; `entries` are the hand-ins' names in it.
    """

    assignment: Assignment
    out: Path
    beside: StaffFiles
    context: RunContext
    left_aside: tuple[str, ...] = ()
    released: Pins = field(default_factory=dict)
    attempts: Mapping[str, Attempts] = field(default_factory=dict)
    entries: Mapping[str, str] = field(default_factory=dict)

    def facts(self, student: str) -> Facts:
        """All that is known about a hand-in, with the score that it keeps if it was released."""
        return replace(self.facts_now(student), released=self.released.get(student))

    def facts_now(self, student: str) -> Facts:
        """All that is known about a hand-in, including which attempt is the best."""
        mine = self.attempts.get(student)
        facts = replace(self.beside.facts(student), graded=mine)
        best = self.assignment.policy.attempts.counts is CountedAttempt.BEST
        return facts.choosing(mine.counts) if mine and best else facts

    def graded(self) -> Iterator[tuple[HandinResult, HandinScore]]:
        """Every hand-in with its score, sorted by student, one at a time.

        The only way from results to exports and to the terminal. Nobody writes meanwhile, so all
        are from the same state of the results.
        """
        with Store(self.out / FILE) as store:
            for result in store.submissions():
                yield result, score(self.assignment, result, self.facts(result.student))

    def strangers(self, students: Iterable[str]) -> Iterator[str]:
        """A line for each student or task in staff's files that doesn't exist."""
        yield from self.beside.strangers(students)
        known = [task.id for task in self.assignment.tasks]
        for student, requests in sorted(self.beside.requests.items()):
            for task in [one.task for one in requests if one.task not in known]:
                where, meant = self.beside.folder / REQUESTS, did_you_mean(task, known)
                yield f"{where}: {student} asks for '{task}', which is no task{meant}"

    def students(self) -> list[str]:
        """The students who have handed in, sorted."""
        with StoredResults(self.out / FILE) as stored:
            return stored.students()


def read_beside(folder: Path, assignment: Assignment, *, is_class: bool = True) -> StaffFiles:
    """What is beside the hand-ins; raises `ConfigError` with the faults of a file.

    A file whose name is nearly that of a missing one is such a fault, if the folder holds a class
    and nothing else. Marks named after nobody may be a student's own file.
    """
    zone, due = assignment.policy.timezone, assignment.policy.due
    roster = read_roster(folder)
    is_staffs = sheets_of_staff(folder, roster)
    near = list(near_names(folder, (*TABLES, RUBRIC)))
    missing = [one for one in near if is_staffs(one[1]) and not os.path.exists(folder / one[1])]
    if missing and is_class:
        raise ConfigError("\n".join([_unread(folder, *one) for one in missing]))
    return StaffFiles(
        folder,
        read_submissions(folder, zone),
        read_rubric(folder, is_staffs),
        roster,
        read_extensions(folder, zone),
        read_late_days(folder),
        clean_id(assignment.title),
        read_requests(folder),
        (
            *[_unread(folder, *one) for one in near],
            *(extensions_in_vain(folder, zone, due) if due else ()),
        ),
    )


def notice(out: Path, beside: StaffFiles, author: tuple[str, str] = ("", "")) -> None:
    """Enter into the log what staff have written beside the hand-ins since it last knew.

    `author` is a student's id and who wrote about that student, where known; otherwise it is the
    user who runs this.
    """
    known = {
        (entry.what, entry.said["student"]): entry.said["now"]
        for entry in log.entries(out)
        if entry.what in ("marks", "extension")
    }
    now = dict(_by_hand(beside))
    for key in sorted(known.keys() | now.keys()):
        if known.get(key) != now.get(key):
            what, student = key
            who = author[1] if student == author[0] else ""
            log.append(out, what, {"student": student, "now": now.get(key)}, who)


def _by_hand(beside: StaffFiles) -> Iterator[tuple[tuple[str, str], object]]:
    for student, words in beside.rubric.words.items():
        marks = {mark.item.id: [mark.points, mark.comment] for mark in words.marks}
        comments = [[comment.file, comment.line, comment.text] for comment in words.comments]
        if marks or comments:
            yield ("marks", student), {"marks": marks, "comments": comments}
    for student, extensions in beside.extensions.items():
        yield ("extension", student), [[one.due.isoformat(), one.reason] for one in extensions]


def _unread(folder: Path, name: str, meant: str) -> str:
    is_sheet = name.lower().endswith((".xlsx", ".xls", ".ods"))
    way = f"export it as CSV, under the name {meant}" if is_sheet else f"save it as {meant}"
    return f"{folder / name}: it isn't read; {way}, or move it elsewhere"


def remember(run: Run) -> None:
    """Make the output folder remember a run without a report so far."""
    with alone_in(run.out):
        write_memory(run, run.out)


def write_memory(run: Run, folder: Path, report: Mapping[str, object] | None = None) -> None:
    """Write into a folder what to remember of a run, and of its report."""
    data = {
        "handins": str(run.beside.folder.resolve()),
        "context": asdict(run.context),
        "left_aside": run.left_aside,
        "log": log.head(run.out),
        "entries": run.entries,
        "modules": [module.name for module in run.assignment.modules],
        "attempts": {student: asdict(one) for student, one in run.attempts.items()},
        **({"report": report} if report else {}),
    }
    write_file(folder / RUN, [json.dumps(data, indent=1) + "\n"])


def as_remembered(run: Run, folder: Path) -> Run:
    """The run, graded as a folder remembers it; unchanged if the folder remembers nothing."""
    data = _read(folder)
    if "context" not in data:
        return run
    return replace(
        run,
        context=_context(data["context"]),
        left_aside=tuple(data.get("left_aside", ())),
        attempts=read_attempts(folder),
        entries=data.get("entries", {}),
    )


def recall(assignment: Assignment, out: Path, handins: Path | None = None) -> Run:
    """A run to make reports from again; `handins` is where its hand-ins are now, a folder or
    the file that was graded.

    While a set of changes is waiting, the hand-ins are those that it was made from.

    Raises `UsageError` if `out` holds no run, or one of another assignment, or if its hand-ins have
    been moved.
    """
    said = _remembered(out)
    refuse_other_results(assignment, out)
    place = handins or Path(_read(out / PROPOSED).get("handins", said["handins"]))
    folder = place.parent if place.is_file() else place
    if not folder.is_dir():
        # Without it, what staff wrote there would silently be missing from scores and pages.
        raise UsageError(
            f"{folder}: the hand-ins are no longer there; say where they are with --handins"
        )
    beside = read_beside(folder, assignment, is_class=folder == place)
    run = Run(assignment, out, beside, read_context(out), released=read_pins(out))
    return as_remembered(run, out)


def refuse_other_results(assignment: Assignment, out: Path) -> None:
    """Raise `UsageError` if a folder has results, but none of these modules."""
    said = _read(out)
    modules = said.get("modules", ())
    if modules and not {module.name for module in assignment.modules}.intersection(modules):
        raise UsageError(
            f"{out}: these are results of '{said['context']['title']}', not of "
            f"'{assignment.title}'; name their configuration with --config, or another folder"
        )


def read_context(out: Path) -> RunContext:
    """How the hand-ins in an output folder were graded; raises `UsageError` if it holds no run."""
    return _context(_remembered(out)["context"])


def _context(said: Mapping[str, object]) -> RunContext:
    return RunContext(**{name: _frozen(value) for name, value in said.items()})


def read_attempts(out: Path) -> dict[str, Attempts]:
    """The results of each student's attempts, as an output folder remembers them."""
    found = _read(out).get("attempts", {})
    return {s: Attempts(one["counts"], _frozen(one["points"])) for s, one in found.items()}


def read_entries(out: Path) -> dict[str, str]:
    """The names of hand-ins in their downloads, as a folder remembers them."""
    return dict(_read(out).get("entries", {}))


def read_pins(out: Path) -> Pins:
    """The released scores of each student, from the log: a line for each time that some were
    released or changed.

    Raises `OutputError` if the log is damaged, or lacks the hash that the report noted: scores
    could change that aren't known to be released.
    """
    for fault in log.faults(out, (head_noted(out),)):
        raise OutputError(f"{fault}; it says what is released: restore it, or use another --out")
    pins: dict[str, ReleasedScore] = {}
    for entry in log.entries(out):
        for student, data in entry.said.get("released", {}).items():
            # Without data, the release was undone.
            pins.pop(student, None)
            if data is not None:
                points, extra, at, instead_of = data
                instead = (
                    (without_rest(instead_of[0]), total([instead_of[1]])) if instead_of else None
                )
                pins[student] = ReleasedScore(total([points]), total([extra]), at, instead)
    return pins


def require_results(out: Path) -> None:
    """Raise `UsageError` if nothing in a folder belongs to a report."""
    if not any((out / name).exists() for name in (RUN, FILE, log.FILE)):
        raise UsageError(f"{out}: no graded hand-ins are in it; name the --out of grade or batch")


def _remembered(out: Path) -> dict[str, Any]:
    data, results = _read(out), out / FILE
    again = "run grader batch again with this --out"
    if results.is_file() and not results.stat().st_size:
        raise UsageError(f"{results}: it is empty; restore it, or {again}")
    if not data and (out / RUN).exists():
        raise UsageError(f"{out / RUN}: it is damaged; {again}, which grades nothing twice")
    if not {"handins", "context"} <= data.keys() or not results.is_file():
        raise UsageError(f"{out}: no graded hand-ins are in it; name the --out of grade or batch")
    return data


def _read(out: Path) -> dict[str, Any]:
    return read_keys(out / RUN)


def read_keys(path: Path) -> dict[str, Any]:
    """The keys and values in an output folder's file; empty if it is missing or damaged."""
    try:
        data = json.loads(path.read_text("utf-8"))
    except (OSError, ValueError):
        return {}
    return data if isinstance(data, dict) else {}


def head_noted(out: Path) -> str:
    """The hash of the log's last line when the report was written."""
    return str(_read(out).get("log", ""))


def _frozen(value: object) -> Any:
    return tuple(map(_frozen, value)) if isinstance(value, list) else value


def summary_json(run: Run) -> dict[str, Any]:
    """A report's facts for programs: where it is, and who has no score and why."""
    without: dict[str, list[str]] = {
        "not_opened": [],
        "nothing_handed_in": [],
        "broken": [],
        "excused": [],
    }
    count = 0
    for _, scored in run.graded():
        count += 1
        if scored.score is None:
            without[_why_without(scored)].append(scored.student)
    files = {"report": str(class_page(run)), "grades": str(run.out / JSON)}
    missing = sum(map(len, without.values()))
    return files | {"students": count, "with_score": count - missing, "without_score": without}


def _why_without(scored: HandinScore) -> str:
    if scored.excused:
        return "excused"
    if scored.absent:
        return "nothing_handed_in"
    return "not_opened" if scored.problem else "broken"


def find(run: Run, student: str) -> tuple[HandinResult, HandinScore]:
    """One graded hand-in; raises `UsageError` if that student has none."""
    for result, scored in run.graded():
        if result.student == student:
            return result, scored
    raise UsageError(f"{run.out}: there is no hand-in of '{student}' in it")


def class_page(run: Run) -> Path:
    """The path of the class page."""
    return run.out / INDEX


def student_page(run: Run, student: str) -> Path:
    """The path of a student's page."""
    return run.out / STUDENTS / page_name(student)
