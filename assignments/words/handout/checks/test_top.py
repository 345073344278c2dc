"""Public checks of the script."""

from typing import Any

import pytest

from grader.student.question import run


@pytest.mark.task("top.output", "the two most frequent words")
def test_top(submission: Any, expect: Any) -> None:
    del submission
    ran = run("top.py", ["2"], "b a\nb c\n")
    expect([ran.status, ran.output.splitlines()], [0, ["b 2", "a 1"]])


@pytest.mark.task("top.output", "without a number, the usage is one line of errors")
def test_usage(submission: Any, expect: Any) -> None:
    del submission
    ran = run("top.py", [], "a b\n")
    expect([ran.status, ran.output, len(expect.answer(ran.errors).splitlines())], [2, "", 1])
