"""Hidden checks of the program: files, arguments and what is typed are drawn.

What is left open isn't compared: the words of prompts and messages, the order of the lines in the
file, and how a balance is written.
"""

import csv
from decimal import Decimal
from typing import Any

import pytest
from hypothesis import strategies as st

from grader.inside.values import Ran
from grader.judging.properties import drawn
from grader.student.question import Code, run

FILE = "accounts.csv"
Accounts = list[tuple[str, Decimal]]
Files = dict[str, str]

# Blanks belong to an owner's name, wherever they are.
OWNERS = ("ada", "Ada", "Zoe", "ann", " ann", "ann ", "anna", "ann b", "ann  b", "zoz", "zoë", "1")
owners = st.sampled_from(OWNERS)
balances = st.sampled_from(("0", "7", "2.50", "0.1", "0.2", "0.005", "10.10", "999999.999999"))
amounts = st.sampled_from(("1", "0.2", "0.1", "0.005", "1.25", "10", "0.000001"))
NO_AMOUNTS = (
    "0",
    "-1",
    "-0.01",
    "0.00",
    "many",
    "1,5",
    "1 2",
    "nan",
    "NaN",
    "inf",
    "-Infinity",
    "",
)
NO_COMMANDS = (
    *([], ["steal"], ["adds", "cy"], ["steal", "ada"], ["list", "ada"], ["add"], ["deposit"]),
    *(["add", "cy", "1"], ["add", "cy", "dan"], ["deposit", "ada", "1"], ["deposit", "ada", "bob"]),
)
TWO = {FILE: "ada,2.50\nbob,0\n"}


@st.composite
def files(draw: st.DrawFn, least: int = 0) -> Files:
    """A file of accounts in any order, perhaps with a blank line and an open end; or none."""
    pairs = draw(st.dictionaries(owners, balances, min_size=least, max_size=5)).items()
    lines = [f"{owner},{balance}" for owner, balance in draw(st.permutations(list(pairs)))]
    if not least and draw(st.integers(0, 4)) == 0:
        return {}
    lines[1:1] = draw(st.sampled_from(([], [], [""])))
    return {FILE: "\n".join(lines) + draw(st.sampled_from(("\n", "")))}


def accounts_in(text: str) -> Accounts:
    """The accounts of a file, by owner; raises an exception for what is no such file."""
    lines = [line for line in csv.reader(text.splitlines()) if line]
    return sorted((owner, Decimal(balance)) for owner, balance in lines)


def after(ran: Ran, before: Files) -> Accounts:
    """The accounts that there are when a program has run."""
    return accounts_in(str((before | dict(ran.files)).get(FILE) or ""))


def refused(got: Ran) -> str:
    """Whether a right command was refused, in words."""
    fine = (got.status, got.errors) == (0, "")
    return "" if fine else f"status {got.status} and {got.errors!r}, of a command that is right"


def other_accounts(before: Files, got: Ran, expected: Ran) -> str:
    """What is wrong with a run that should have changed accounts, in words."""
    there = after(got, before)
    right = there == after(expected, before)
    return refused(got) or ("" if right else f"the accounts in the file are {shown(there)}")


def other_lines(_: Files, got: Ran, expected: Ran) -> str:
    """What is wrong with a list, in words."""
    right = listed(got) == listed(expected)
    return refused(got) or ("" if right else f"it prints {got.output!r}")


def shown(accounts: Accounts) -> str:
    """Accounts as they are in a file, in one line."""
    return " ".join(f"{owner},{balance}" for owner, balance in accounts) or "none"


def no_fault(before: Files, got: Ran) -> str:
    """What is wrong with a run that should have found a fault, in words."""
    if (got.status, len(got.errors.splitlines())) != (1, 1):
        return f"status {got.status} and {got.errors!r}, of a fault: status 1, and one line"
    return "" if after(got, before) == after(Ran(), before) else "a fault changes no account"


def listed(got: Ran) -> Accounts:
    """The accounts that a program printed."""
    parts = [line.rpartition(": ") for line in got.output.splitlines()]
    return [(owner, Decimal(balance)) for owner, _, balance in parts]


def of_that_file(draw: st.DrawFn) -> tuple[Files, str]:
    """A file, and an owner in it."""
    there = draw(files(least=1))
    return there, draw(st.sampled_from([owner for owner, _ in accounts_in(there[FILE])]))


@st.composite
def additions(draw: st.DrawFn) -> tuple[Files, str]:
    """A file, and an owner who isn't in it."""
    there = draw(files())
    taken = [owner for owner, _ in after(Ran(), there)]
    return there, draw(owners.filter(lambda owner: owner not in taken))


@st.composite
def deposits(draw: st.DrawFn) -> tuple[Files, str, str]:
    """A file, an owner in it, and what is typed."""
    return *of_that_file(draw), draw(amounts) + draw(st.sampled_from(("\n", "\n", "")))


@st.composite
def wrong_owners(draw: st.DrawFn) -> tuple[Files, list[str]]:
    """A file, and a command for an owner who should be there and isn't, or the other way round."""
    if draw(st.booleans()):
        there, owner = of_that_file(draw)
        return there, ["add", owner]
    there, owner = draw(additions())
    return there, ["deposit", owner]


@pytest.mark.task("main.commands", "list prints all accounts, sorted by owner")
@drawn(files(), count=60, verdict=other_lines)
def test_list(code: Code, there: Files) -> Any:
    del code
    return run("main.py", ["list"], files=there)


@pytest.mark.task("main.commands", "an account is opened, and the others are kept")
@drawn(additions(), count=50, verdict=lambda example, *ran: other_accounts(example[0], *ran))
def test_add(code: Code, example: tuple[Files, str]) -> Any:
    del code
    there, owner = example
    return run("main.py", ["add", owner], files=there)


@pytest.mark.task("main.commands", "a deposit is put in, and the others are kept")
@drawn(deposits(), count=60, verdict=lambda example, *ran: other_accounts(example[0], *ran))
def test_deposit(code: Code, example: tuple[Files, str, str]) -> Any:
    del code
    there, owner, typed = example
    return run("main.py", ["deposit", owner], typed, there)


@pytest.mark.task("main.commands", "an owner who has an account, or none: one line, and status 1")
@drawn(wrong_owners(), count=80, verdict=lambda example, got, _: no_fault(example[0], got))
def test_owners(code: Code, example: tuple[Files, list[str]]) -> Any:
    del code
    there, argv = example
    return run("main.py", argv, "1\n", there)


@pytest.mark.task("main.commands", "no amount is typed, or none above 0: one line, and status 1")
@drawn(
    st.sampled_from(("", *[f"{typed}\n" for typed in NO_AMOUNTS])),
    count=len(NO_AMOUNTS) + 1,
    verdict=lambda _, got, __: no_fault(TWO, got),
)
def test_amounts(code: Code, typed: str) -> Any:
    del code
    return run("main.py", ["deposit", "ada"], typed, TWO)


@pytest.mark.task("main.commands", "an unknown command, or wrong arguments: one line, and status 1")
@drawn(
    st.sampled_from(NO_COMMANDS),
    count=len(NO_COMMANDS),
    verdict=lambda _, got, __: no_fault(TWO, got),
)
def test_commands(code: Code, argv: list[str]) -> Any:
    del code
    return run("main.py", argv, "1\n", TWO)
