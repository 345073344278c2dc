"""The files of a report, written in one pass over the results by many processes.

The coordinator knows only who has handed in. Forked processes each read some hand-ins from
`results.sqlite`, decode and score them once, write their pages, and send back what the class files
need of each: a line of `grades.json`, a row of `grades.csv` and a summary. The coordinator puts
these together in the order of students and keeps only the summaries. A report that would come out
the same is left alone (`grader.publishing.unchanged`).
"""

import os
import signal
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from dataclasses import asdict, dataclass, replace
from functools import partial
from hashlib import sha256
from itertools import islice
from multiprocessing import get_context
from pathlib import Path
from typing import TypeVar

from grader.course.cells import Cell
from grader.course.staff_tables import write_late_days
from grader.errors import OutputError
from grader.inside.lockdown import die_with
from grader.publishing.run import CSV, JSON, Run, write_memory
from grader.publishing.unchanged import Report, hashes, kept, own_digest
from grader.report.content.classes import ClassView, Summary, class_view, summary_of
from grader.report.grades_files import csv_row, csv_table, json_line, json_table
from grader.report.pages.page_files import ReportTarget, pages_digest, write_class_page, write_page
from grader.report.text import class_text
from grader.scoring.score import score
from grader.store.reader import Row, StoredResults
from grader.store.writer import FILE

CHUNK = 16
Made = TypeVar("Made")


@dataclass(frozen=True, slots=True)
class ReportInputs:
    """The run whose hand-ins are read and scored, and the folder that files are written to.

    `digest` covers all that a page depends on besides the hand-in and what staff know about it.
    """

    run: Run
    folder: Path
    digest: bytes

    @property
    def target(self) -> ReportTarget:
        """What every page is written with."""
        return ReportTarget(self.folder, self.run.assignment, self.run.context)


def unchanged_report(run: Run) -> Report | None:
    """The existing report, if a new one would be the same."""
    return kept(run.out, _made_from(run))


def write_anew(run: Run, jobs: int) -> Report:
    """Write grades and pages of a run; the caller has locked the folder. Raises `OutputError`."""
    # First remember the run without a report: half-written files are none.
    write_memory(run, run.out)
    view = write_report(inputs_of(run), run.students(), jobs)
    if run.assignment.policy.late_days:
        used = [(row.student, row.late_days) for row in view.rows]
        write_late_days(run.beside.folder, run.out, run.assignment.title, used)
    complete = not (view.broken or view.unread or view.none_opened)
    said = class_text(view), complete
    report = Report(_made_from(run), hashes(run.out), pages_digest(run.out), *said)
    write_memory(run, run.out, asdict(report))
    return report


def inputs_of(run: Run) -> ReportInputs:
    """What the files of a run's report are written with."""
    # Without the date: a new day alone doesn't make pages out of date.
    context = replace(run.context, date="")
    digest = sha256(repr((own_digest(), run.assignment, context)).encode()).digest()
    return ReportInputs(run, run.out, digest)


def _made_from(run: Run) -> str:
    """The digest of everything that a report depends on."""
    beside = run.beside
    staff = (sorted(beside.submitted.items()), beside.rubric, beside.roster)
    times = (sorted(beside.extensions.items()), sorted(beside.late_days.items()))
    asked = sorted(beside.requests.items())
    pins = sorted(run.released.items())
    facts = (beside.folder.resolve(), *staff, *times, asked, run.left_aside, pins)
    total = sha256(inputs_of(run).digest + repr((facts, sorted(run.attempts.items()))).encode())
    with StoredResults(run.out / FILE) as stored:
        for digest in stored.digests():
            total.update(digest)
    return total.hexdigest()


@dataclass(frozen=True, slots=True)
class Sheet:
    """What the class files take from one hand-in."""

    line: str
    row: list[Cell]
    summary: Summary


def write_report(inputs: ReportInputs, students: Sequence[str], jobs: int) -> ClassView:
    """Write grades and pages of exactly these students; raises `OutputError`."""
    folder, assignment, run = inputs.folder, inputs.run.assignment, inputs.run
    with (
        json_table(folder / JSON, assignment, run.context.certificate) as add_line,
        csv_table(folder / CSV, assignment) as add_row,
    ):

        def summaries() -> Iterator[Summary]:
            for sheet in spread(partial(make_sheets, inputs), students, jobs, folder):
                add_line(sheet.line)
                add_row(sheet.row)
                yield sheet.summary

        about = run.left_aside, run.attempts, run.beside.requests
        view = class_view(assignment, summaries(), *about, roster=run.beside.roster)
    write_class_page(inputs.target, view)
    return view


def spread(
    work: Callable[[Sequence[str]], list[Made]], items: Sequence[str], jobs: int, folder: Path
) -> Iterator[Made]:
    """The results of `work` on chunks of items, in order, in many processes if that pays."""
    chunks = [items[at : at + CHUNK] for at in range(0, len(items), CHUNK)]
    if jobs == 1 or len(chunks) < 2 or not _have_locks():
        for chunk in chunks:
            yield from work(chunk)
        return
    try:
        yield from _in_parallel(work, chunks, jobs)
    except BrokenProcessPool:
        raise OutputError(
            f"{folder}: a process that makes pages was ended; is memory short?"
        ) from None


def _have_locks() -> bool:
    """Whether processes can share locks here: not on a machine without /dev/shm."""
    try:
        get_context("fork").Lock()
    except OSError:
        return False
    return True


def _in_parallel(
    work: Callable[[Sequence[str]], list[Made]], chunks: Sequence[Sequence[str]], jobs: int
) -> Iterator[Made]:
    rest = iter(chunks)
    # Nothing else runs in this process, and its database is closed: it is safe to fork.
    processes, fork = min(jobs, len(chunks)), get_context("fork")
    with ProcessPoolExecutor(processes, fork, _die_quietly, (os.getpid(),)) as pool:

        def submitted(count: int) -> Iterator[Future[list[Made]]]:
            return (pool.submit(work, chunk) for chunk in islice(rest, count))

        # Enough that no process waits while this one writes; submitting all would fill the memory.
        with _signals_held():
            waiting = deque(submitted(2 * jobs))
        try:
            while waiting:
                yield from waiting.popleft().result()
                waiting.extend(submitted(1))
        finally:
            pool.shutdown(cancel_futures=True)


@contextmanager
def _signals_held() -> Iterator[None]:
    """Block signals: processes forked meanwhile would print a traceback on Ctrl-C or SIGTERM.

    So they never see Ctrl-C, and SIGTERM only after `_die_quietly`.
    """
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT, signal.SIGTERM})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _die_quietly(parent: int) -> None:
    """In a forked process: end silently on SIGTERM, which all of them get, or with the parent.

    Until it ends, it holds the parent's lock.
    """
    die_with(parent)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGTERM})


def make_sheets(inputs: ReportInputs, students: Sequence[str]) -> list[Sheet]:
    """Read and score some hand-ins, and write those of their pages that changed."""
    with StoredResults(inputs.run.out / FILE) as stored:
        return [_sheet(inputs, stored, row) for row in stored.rows(students)]


def _sheet(inputs: ReportInputs, stored: StoredResults, row: Row) -> Sheet:
    assignment, result = inputs.run.assignment, stored.decoded(row)
    facts = inputs.run.facts(row.student)
    scored = score(assignment, result, facts)
    made_from = sha256(inputs.digest + row.digest + repr(facts).encode())
    write_page(inputs.target, result, scored, made_from.hexdigest())
    return Sheet(json_line(result, scored), csv_row(assignment, scored), summary_of(result, scored))
