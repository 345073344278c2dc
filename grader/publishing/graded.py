"""Stored results with their scores: the one way from results to reports and exports."""

from collections.abc import Callable, Iterator
from pathlib import Path

from grader.assignment.config import Assignment
from grader.results import HandinResult
from grader.scoring.facts import NO_FACTS, Facts
from grader.scoring.score import HandinScore, score
from grader.store.writer import FILE, Store


def graded(
    assignment: Assignment,
    out: Path,
    facts_of: Callable[[str], Facts] = lambda _student: NO_FACTS,
) -> Iterator[tuple[HandinResult, HandinScore]]:
    """Everything in a store with its score, sorted by student, one at a time."""
    with Store(out / FILE) as store:
        for result in store.submissions():
            yield result, score(assignment, result, facts_of(result.student))
