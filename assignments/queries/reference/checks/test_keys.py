"""Hidden checks of keys.json."""

from typing import Any

import pytest

from grader.student.question import CODE


@pytest.mark.task("keys.primary", "each table has its key")
def test_keys(submission: Any, expect: Any) -> None:
    expected = {"products": "id", "customers": "email", "sales": "number"}
    expect(CODE.json.loads(submission.keys.TEXT), expected)
