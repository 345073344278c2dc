"""Public checks of totals.sql."""

from typing import Any

import pytest

from grader.inside.queries import any_order
from grader.student.queries import query


@pytest.mark.task("totals.spent", "the shop of the handout")
def test_spent(submission: Any, expect: Any) -> None:
    expected = any_order([("Ada", 999), ("Bob", 500), ("Cem", 0)])
    expect(query(submission.totals.TEXT, "shop.sqlite", ordered=False), expected)
