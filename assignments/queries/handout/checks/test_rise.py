"""Public checks of rise.sql."""

from typing import Any

import pytest

from grader.student.queries import query


@pytest.mark.task("rise.prices", "the shop of the handout")
def test_prices(submission: Any, expect: Any) -> None:
    asked = query(submission.rise.TEXT, "shop.sqlite", then="SELECT id, price FROM products")
    expect(asked, [(1, 440), (2, 1375), (3, 199), (4, 500), (5, 499)])
