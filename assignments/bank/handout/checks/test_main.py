"""Public checks of the program."""

from typing import Any

import pytest

from grader.inside.values import Ran
from grader.student.question import run

ACCOUNTS = {"accounts.csv": "ada,2.50\nbob,0\n"}


@pytest.mark.task("main.commands", "list shows all accounts")
def test_list(expect: Any, submission: Any) -> None:
    del submission
    expect(run("main.py", ["list"], files=ACCOUNTS), Ran(output="ada: 2.50\nbob: 0\n"))
