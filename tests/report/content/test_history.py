"""A page lists a student's attempts, as far as they are known."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from grader.course.submissions import Attempts, SubmittedAttempt
from grader.report.content.history import history
from tests.report.report_samples import good_checks, handin, scored

FIRST = SubmittedAttempt(datetime(2026, 11, 18, tzinfo=UTC), 1)
SECOND = SubmittedAttempt(datetime(2026, 11, 19, tzinfo=UTC), 2, late=True)
OTHERS = replace(FIRST, at=datetime(2026, 11, 17, tzinfo=UTC))  # another member's


@pytest.mark.parametrize(
    ("known", "graded", "shown"),
    [
        ((), None, []),
        ((FIRST,), Attempts(1, ((1, 5.0),)), []),
        ((FIRST, SECOND), None, [(1, None, False), (2, None, True)]),
        ((FIRST, SECOND), Attempts(2, ((1, 5.0),)), [(1, 5.0, False), (2, None, True)]),
        ((), Attempts(1, ((1, 5.0), (2, 3.0))), [(1, 5.0, True), (2, 3.0, False)]),
        ((FIRST, OTHERS), Attempts(1, ((1, 5.0),)), [(1, None, False), (1, None, False)]),
    ],
    ids=["none", "one", "times alone", "points of one", "points alone", "of a group"],
)
def test_attempts_have_their_points_and_one_counts(
    known: tuple[SubmittedAttempt, ...],
    graded: Attempts | None,
    shown: list[tuple[int, float | None, bool]],
) -> None:
    counting = known[-1] if SECOND in known else None
    one = replace(
        scored(handin("ada", good_checks())), attempts=known, graded=graded, attempt=counting
    )
    assert [(view.number, view.points, view.counts) for view in history(one)] == shown


def test_lateness_is_said_of_the_attempt_that_is_marked() -> None:
    one = replace(scored(handin("ada", good_checks())), attempts=(FIRST, SECOND))
    assert [(view.late, view.at) for view in history(one)] == [
        (False, FIRST.at),
        (True, FIRST.at and FIRST.at + timedelta(days=1)),
    ]
