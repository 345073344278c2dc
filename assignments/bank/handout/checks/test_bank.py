"""Public checks of accounts."""

from decimal import Decimal
from typing import Any

import pytest
from coins import Entry, Kind

from grader.student.refusals import expect_refusal, outcome


@pytest.mark.task("bank.balance", "a deposit and a withdrawal")
def test_balance(submission: Any, expect: Any) -> None:
    account = submission.bank.Account("ada")
    steps = (account.deposit(Decimal("2.50")), account.withdraw(Decimal("1.25")))
    expect(steps, (Decimal("2.50"), Decimal("1.25")))


@pytest.mark.task("bank.refusals", "more than there is: Overdrawn, which is a ValueError")
def test_overdrawn(submission: Any, expect: Any) -> None:
    asked = submission.bank.Account("ada").withdraw(Decimal(1))
    expect_refusal(expect, asked, raises=submission.bank.Overdrawn)
    expect_refusal(expect, asked)


@pytest.mark.task("bank.refusals", "a refused withdrawal changes nothing")
def test_goes_on(submission: Any, expect: Any) -> None:
    account = submission.bank.Account("ada")
    refused = outcome(account.withdraw(Decimal(3)), submission.bank.Overdrawn)
    steps = [account.deposit(Decimal(2)), refused, account.withdraw(Decimal("0.005"))]
    expect(steps, [Decimal(2), "Overdrawn", Decimal("1.995")])


@pytest.mark.task("bank.statement", "of a new account")
def test_statement(submission: Any, expect: Any) -> None:
    expected = {"owner": "ada", "balance": Decimal(0), "entries": []}
    expect(submission.bank.Account("ada").statement(), expected)


@pytest.mark.task("bank.statement", "it shows the account as it is at that time")
def test_later(submission: Any, expect: Any) -> None:
    account = submission.bank.Account("ada")
    new = account.statement()
    filled = {"owner": "ada", "balance": Decimal(2), "entries": [Entry(Kind.DEPOSIT, Decimal(2))]}
    expected = {"owner": "ada", "balance": Decimal(0), "entries": []}
    expect([new, account.deposit(Decimal(2)), account.statement()], [expected, Decimal(2), filled])
