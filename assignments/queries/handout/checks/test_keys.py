"""Public checks of keys.json."""

from typing import Any

import pytest

from grader.student.question import CODE


@pytest.mark.task("keys.primary", "it is an object with three names")
def test_keys(submission: Any, expect: Any) -> None:
    tables = submission.builtins.sorted(CODE.json.loads(submission.keys.TEXT))
    expect(tables, ["customers", "products", "sales"])
