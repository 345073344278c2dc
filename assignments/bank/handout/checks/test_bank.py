"""Public checks of accounts."""

from decimal import Decimal
from typing import Any

import pytest

from grader.student.refusals import expect_refusal


@pytest.mark.task("bank.balance", "a deposit and a withdrawal")
def test_balance(submission: Any, expect: Any) -> None:
    account = submission.bank.Account("ada")
    steps = (account.deposit(Decimal("2.50")), account.withdraw(Decimal("1.25")))
    expect(steps, (Decimal("2.50"), Decimal("1.25")))


@pytest.mark.task("bank.refusals", "more than there is")
def test_overdrawn(submission: Any, expect: Any) -> None:
    expect_refusal(expect, submission.bank.Account("ada").withdraw(Decimal(1)))


@pytest.mark.task("bank.statement", "of a new account")
def test_statement(submission: Any, expect: Any) -> None:
    expected = {"owner": "ada", "balance": Decimal(0), "entries": []}
    expect(submission.bank.Account("ada").statement(), expected)
