"""Hidden checks of the script: ties, few words, and its usage."""

from typing import Any

import pytest

from grader.inside.values import Ran
from grader.student.evidence import CheckFailed, Evidence
from grader.student.question import run


@pytest.mark.task("top.output", "ties are in the order of the alphabet, and few words are all")
def test_ties(submission: Any, expect: Any) -> None:
    del submission
    expect(run("top.py", ["9"], "z y x z! y"), Ran(output="y 2\nz 2\nx 1\n"))
    expect(run("top.py", ["3"]), Ran())


@pytest.mark.task("top.output", "another argument, or none, is wrong usage")
def test_usage(submission: Any, expect: Any) -> None:
    del submission
    for argv in ([], ["many"], ["1", "2"]):
        ran = run("top.py", argv, "a b")
        status, output, errors = expect.answer((ran.status, ran.output, ran.errors))
        if (status, output, len(errors.splitlines())) != (2, "", 1):
            words = f"{argv}: status {status}, printed {output!r} and {errors!r}"
            raise CheckFailed(Evidence(words, hint="one line of usage on sys.stderr, status 2"))
