"""Public checks of cheap.sql."""

from typing import Any

import pytest

from grader.student.queries import query


@pytest.mark.task("cheap.products", "the shop of the handout")
def test_products(submission: Any, expect: Any) -> None:
    expected = [("soap", 199), ("ball", 400), ("mug", 499)]
    expect(query(submission.cheap.TEXT, "shop.sqlite"), expected)
