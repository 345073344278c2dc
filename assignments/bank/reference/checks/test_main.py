"""Hidden checks of the program: its file, its dialogue, its faults."""

from typing import Any

import pytest

from grader.inside.values import Ran
from grader.student.evidence import CheckFailed, Evidence
from grader.student.question import dialogue, run

FILE = "accounts.csv"
TWO = {FILE: "ada,2.50\nbob,0\n"}


@pytest.mark.task("main.commands", "an account is opened in a file that is not there yet")
def test_add(expect: Any, submission: Any) -> None:
    del submission
    expect(run("main.py", ["add", "cy"]), Ran(files={FILE: "cy,0\n"}))


@pytest.mark.task("main.commands", "a deposit asks how much, and keeps the others")
def test_deposit(expect: Any, submission: Any) -> None:
    del submission
    asked = run("main.py", ["deposit", "bob"], dialogue(("Amount:", "1.25")), TWO)
    expect(asked, Ran(output="Amount: 1.25\n", files={FILE: "ada,2.50\nbob,1.25\n"}))


@pytest.mark.task("main.commands", "a fault is one line of errors and status 1")
def test_faults(expect: Any, submission: Any) -> None:
    del submission
    for argv in (["add", "ada"], ["deposit", "eve"], ["steal"]):
        ran = run("main.py", argv, files=TWO)
        status, output, errors, files = expect.answer(
            (ran.status, ran.output, ran.errors, ran.files)
        )
        if (status, output, files) != (1, "", {}) or len(errors.splitlines()) != 1:
            raise CheckFailed(Evidence(f"{argv}: status {status}, printed {output!r}, {errors!r}"))
