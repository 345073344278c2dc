"""`grades.csv` and `grades.json`: the files that other programs read.

Their names and keys are fixed; keys may be added, none is renamed. Values that could differ
between two runs of the same hand-in (CPU time) are left out. Both files are streamed, one student
after the other, and atomically replace older ones when they are complete.
"""

import json
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict
from itertools import chain, repeat
from pathlib import Path
from typing import Any

from grader.assignment.config import Assignment
from grader.course.cells import FOR_EXCEL, Cell, csv_line
from grader.errors import OutputError, writing
from grader.results import CheckResult, HandinResult
from grader.scoring.score import HandinScore, TaskScore
from grader.student.atomic_file import replacing


@contextmanager
def csv_table(path: Path, assignment: Assignment) -> Iterator[Callable[[Sequence[Cell]], object]]:
    """Yields a writer for the row of each hand-in; the file appears when all are written."""
    with _replacing(path) as write:
        ids = [task.id for task in assignment.tasks]
        write(FOR_EXCEL + csv_line(["student", "score", "max_score", *ids]))
        yield lambda row: write(csv_line(row))


def csv_row(assignment: Assignment, scored: HandinScore) -> list[Cell]:
    """The row of a hand-in, one cell per task, empty where it could not be judged."""
    tasks = [scored.tasks[task.id] for task in assignment.tasks]
    cells = [
        None if scored.problem or scored.excused or task.broken else task.points for task in tasks
    ]
    return [scored.student, scored.score, scored.max_score, *cells]


@contextmanager
def json_table(
    path: Path, assignment: Assignment, certificate: str
) -> Iterator[Callable[[str], object]]:
    """Yields a writer for the line of each hand-in; the file appears when all are written."""
    with _replacing(path) as write:
        head = {
            "assignment": assignment.title,
            "max_score": float(assignment.points),
            "certificate": certificate,
        }
        write(f'{json.dumps(head)[:-1]}, "submissions": [')
        before = chain(["\n"], repeat(",\n"))
        yield lambda line: write(next(before) + line)
        write("\n]}\n")


def json_lines(path: Path) -> Iterator[str]:
    """The line of each hand-in in an existing file, without separators."""
    try:
        with path.open(encoding="utf-8", newline="") as file:
            for line in file:
                if line.startswith('{"student"'):
                    yield line.rstrip(",\n ")
    except (FileNotFoundError, UnicodeDecodeError):
        return
    except OSError as error:
        raise OutputError(f"{path}: can't be read: {error.strerror}") from None


def read_line(line: str) -> dict[str, Any] | None:
    """The data in such a line; `None` if an edit broke it (the next report rewrites it)."""
    try:
        return dict(json.loads(line))
    except ValueError:
        return None


def reported(path: Path) -> Iterator[dict[str, Any]]:
    """The data of each hand-in in an existing file, as far as it can be read."""
    return filter(None, map(read_line, json_lines(path)))


def json_line(handin: HandinResult, scored: HandinScore) -> str:
    """Everything about one hand-in, on one line."""
    return json.dumps(submission_json(handin, scored))


def submission_json(handin: HandinResult, scored: HandinScore) -> dict[str, object]:
    """One hand-in as JSON data; `score` is `None` if it could not be judged or was excused."""
    incidents = [incident for module in handin.modules for incident in module.incidents]
    return {
        "student": scored.student,
        "name": scored.person.name,
        "email": scored.person.email,
        "section": scored.person.section,
        "group": scored.person.group,
        "score": scored.score,
        "extra": float(scored.extra),
        "max_score": float(scored.max_score),
        "tasks": {task: _task_json(one) for task, one in scored.tasks.items()},
        "incidents": list(map(asdict, incidents)),
        "modules": {
            module: {"passed": passed, "of": total}
            for module, (passed, total) in scored.figures.items()
        },
        "deadline": list(scored.why),
        "late_days": scored.late_days,
        "late": scored.late,
        "adjustments": [{"label": label, "points": p} for label, p in scored.adjustments],
        "comments": [
            {"file": c.file, "line": c.line, "text": c.text} for c in scored.words.comments
        ],
        "findings": list(map(asdict, handin.findings)),
        "notes": list(handin.notes),
        "problem": handin.problem,
        "excused": scored.excused,
        "digest": handin.digest,
    }


def _task_json(task: TaskScore) -> dict[str, object]:
    return {
        "points": float(task.points),
        "max_points": float(task.max_points),
        "passed": task.passed,
        "checks": [_check_json(check) for check in task.checks],
    }


def _check_json(check: CheckResult) -> dict[str, object]:
    return {
        "name": check.name,
        "status": check.status.value,
        "public": check.public,
        "message": check.message,
        "title": check.title,
    }


@contextmanager
def _replacing(path: Path) -> Iterator[Callable[[str], object]]:
    """Yields a writer for pieces of a file, which appears when all are written."""
    with writing(path), replacing(path, durable=True) as file:
        yield lambda text: file.write(text.encode())
