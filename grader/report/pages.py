"""Writing a report: `index.html` and a page a student, only what changed, many at a time.

The last line of a student's page names the digest of all that it was made from; a page that is
there with the same digest is left alone. The date of the run is not part of the digest: a page
says when its own contents were last new. Files are replaced whole, so that a reader never sees
half a page; they are not forced to the disk one by one, since a report can be made again from the
results at any time.
"""

import os
import tempfile
from collections import deque
from collections.abc import Iterable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from dataclasses import dataclass, replace
from functools import cache
from hashlib import sha256
from itertools import chain, islice
from multiprocessing import get_context
from pathlib import Path

from grader.assignment import Assignment
from grader.errors import OutputError
from grader.report.classes import Summary, summary_of
from grader.report.context import RunContext
from grader.report.html import render_class, render_student
from grader.report.names import page_name
from grader.results import HandinResult
from grader.score import Scored

CHUNK = 16
TRAILER = "<!-- made from {} -->\n"

Graded = tuple[HandinResult, Scored]
Chunk = list[Graded]


@dataclass(frozen=True, slots=True)
class Desk:
    """What every page of a report is written with."""

    folder: Path
    assignment: Assignment
    context: RunContext


def write_report(
    folder: Path,
    assignment: Assignment,
    graded: Iterable[Graded],
    context: RunContext,
    *,
    jobs: int = 1,
) -> Path:
    """Write the pages of all hand-ins and of the class below `folder`; returns the class page.

    `graded` is gone through once; of each hand-in only its summary stays in memory. Pages of
    students who are no longer there are removed. Raises `OutputError` if a file can't be written.
    """
    desk = Desk(folder, assignment, context)
    index = folder / "index.html"
    try:
        (folder / "students").mkdir(parents=True, exist_ok=True)
        pages: set[str] = set()
        summaries = _noting(pages, _written(desk, _chunks(graded), jobs))
        replace_file(index, render_class(assignment, summaries, context))
        _remove_others(folder / "students", pages)
    except OSError as error:
        raise OutputError(f"{error.filename or folder}: {error.strerror}") from error
    return index


def _noting(pages: set[str], summaries: Iterable[Summary]) -> Iterator[Summary]:
    for row in summaries:
        pages.add(row.page)
        yield row


def _written(desk: Desk, chunks: Iterator[Chunk], jobs: int) -> Iterator[Summary]:
    first = list(islice(chunks, 2))
    if jobs == 1 or len(first) < 2:
        for chunk in chain(first, chunks):
            yield from write_pages(desk, chunk)
        return
    # A server that is forked before anything runs in it: forking this process, which may have
    # threads and an open database, would not be safe.
    forkserver = get_context("forkserver")
    forkserver.set_forkserver_preload([__name__])
    with ProcessPoolExecutor(jobs, mp_context=forkserver) as pool:
        waiting: deque[Future[list[Summary]]] = deque()
        for chunk in chain(first, chunks):
            waiting.append(pool.submit(write_pages, desk, chunk))
            if len(waiting) > 2 * jobs:
                yield from waiting.popleft().result()
        for future in waiting:
            yield from future.result()


def _chunks(graded: Iterable[Graded]) -> Iterator[Chunk]:
    rest = iter(graded)
    while chunk := list(islice(rest, CHUNK)):
        yield chunk


def write_pages(desk: Desk, chunk: Chunk) -> list[Summary]:
    """Write the pages of some hand-ins, as far as they changed, and sum each up."""
    for result, scored in chunk:
        _write_page(desk, result, scored)
    return [summary_of(result, scored) for result, scored in chunk]


def _write_page(desk: Desk, result: HandinResult, scored: Scored) -> None:
    path = desk.folder / "students" / page_name(result.student)
    trailer = TRAILER.format(_digest(desk, result, scored))
    if _last_line(path, len(trailer)) != trailer:
        page = render_student(desk.assignment, result, scored, desk.context)
        replace_file(path, page + trailer)


def _digest(desk: Desk, result: HandinResult, scored: Scored) -> str:
    undated = replace(desk.context, date="")
    made_from = (own_digest(), desk.assignment, undated, result, scored)
    return sha256(repr(made_from).encode("utf-8", "backslashreplace")).hexdigest()


@cache
def own_digest() -> str:
    """A hash of the code, templates and style that make pages."""
    total = sha256()
    for path in sorted(Path(__file__).parent.rglob("*.*")):
        if path.suffix in (".py", ".j2", ".css", ".js"):
            total.update(path.read_bytes())
    return total.hexdigest()


def _last_line(path: Path, length: int) -> str:
    try:
        with path.open("rb") as file:
            file.seek(-length, os.SEEK_END)
            return file.read().decode("ascii", "replace")
    except OSError:
        return ""


def replace_file(path: Path, text: str) -> None:
    """Write a file so that whoever reads it sees the old one or the new one, never half of it."""
    handle, name = tempfile.mkstemp(prefix=".", suffix=".part", dir=path.parent)
    part = Path(name)
    try:
        with os.fdopen(handle, "w", encoding="utf-8", newline="\n") as file:
            file.write(text)
        part.chmod(0o644)
        part.replace(path)
    except BaseException:
        part.unlink(missing_ok=True)
        raise


def _remove_others(students: Path, pages: set[str]) -> None:
    made = len(TRAILER.format("0" * 64))
    start = TRAILER.partition("{")[0]
    for path in students.glob("*.html"):
        # Only what a report wrote is removed; a file that somebody put there stays.
        if path.name not in pages and _last_line(path, made).startswith(start):
            path.unlink()
