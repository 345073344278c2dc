"""Stored results with their scores: the one way from results to reports and exports."""

from collections.abc import Iterator, Mapping
from pathlib import Path

from grader.assignment.config import Assignment
from grader.results import HandinResult
from grader.scoring.lateness import Submitted
from grader.scoring.rubric import NO_WORDS, Rubric
from grader.scoring.score import Scored, score
from grader.store.writer import FILE, Store


def graded(
    assignment: Assignment,
    out: Path,
    submitted: Mapping[str, Submitted] | None = None,
    rubric: Rubric | None = None,
) -> Iterator[tuple[HandinResult, Scored]]:
    """Everything in a store with its score, sorted by student, one at a time."""
    with Store(out / FILE) as store:
        for result in store.submissions():
            when = (submitted or {}).get(result.student)
            words = rubric.of(result.student) if rubric else NO_WORDS
            yield result, score(assignment, result, when, words)
