"""Public checks of the program. How a balance is written is left open: 2.5 is 2.50."""

import re
from typing import Any

import pytest

from grader.student.evidence import CheckFailed, Evidence
from grader.student.question import run

FILE = "accounts.csv"
ACCOUNTS = {FILE: "ada,2.50\nbob,0\n"}


@pytest.mark.task("main.commands", "list prints all accounts")
def test_list(expect: Any, submission: Any) -> None:
    del submission
    ran = run("main.py", ["list"], files=ACCOUNTS)
    expect([ran.status, ran.errors], [0, ""])
    printed = expect.answer(ran.output)
    if not re.fullmatch(r"ada: 2\.50*\nbob: 0(\.0*)?\n?", printed):
        raise CheckFailed(Evidence(f"of {ACCOUNTS} it prints {printed!r}"))


@pytest.mark.task("main.commands", "a deposit is asked for, in any words, and is in the file then")
def test_deposit(expect: Any, submission: Any) -> None:
    del submission
    ran = run("main.py", ["deposit", "bob"], "1.25\n", ACCOUNTS)
    expect([ran.status, ran.errors], [0, ""])
    written = expect.answer(ran.files).get(FILE)
    if not isinstance(written, str) or not re.search(r"^bob,1\.250*\r?$", written, re.M):
        raise CheckFailed(Evidence(f"of {ACCOUNTS} and 1.25 for bob comes {written!r}"))


@pytest.mark.task("main.commands", "an unknown command: one line of errors, and status 1")
def test_fault(expect: Any, submission: Any) -> None:
    del submission
    ran = run("main.py", ["steal"], files=ACCOUNTS)
    status, errors = expect.answer((ran.status, ran.errors))
    if status != 1 or len(errors.splitlines()) != 1:
        raise CheckFailed(Evidence(f"`main.py steal`: status {status} and {errors!r}"))
