"""Public checks of the script."""

from typing import Any

import pytest

from grader.inside.values import Ran
from grader.student.question import run


@pytest.mark.task("top.output", "the two most frequent words")
def test_top(submission: Any, expect: Any) -> None:
    del submission
    expect(run("top.py", ["2"], "b a\nb c\n"), Ran(output="b 2\na 1\n"))
