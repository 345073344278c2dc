"""Hidden checks of accounts: histories are drawn, and the reference says what comes of them."""

from decimal import Decimal
from typing import Any

import pytest
from hypothesis import strategies as st

from grader.judging.properties import drawn
from grader.student.question import Code

amounts = st.decimals("0.01", "99.99", places=2)
histories = st.lists(amounts, min_size=1, max_size=6)


def filled(code: Any, deposits: list[Decimal]) -> tuple[Any, list[Any]]:
    """An account, and the questions that fill it."""
    account = code.bank.Account("ada")
    return account, [account.deposit(amount) for amount in deposits]


@pytest.mark.task("bank.balance", "all that there is can be withdrawn")
@drawn(histories, count=40)
def test_balance(code: Code, deposits: list[Decimal]) -> Any:
    account, done = filled(code, deposits)
    return (*done, account.withdraw(sum(deposits, Decimal(0))))


@pytest.mark.task("bank.statement", "every entry, in order")
@drawn(histories, count=40)
def test_statement(code: Code, deposits: list[Decimal]) -> Any:
    account, done = filled(code, deposits)
    return (*done, account.withdraw(sum(deposits, Decimal(0))), account.statement())


@pytest.mark.task("bank.refusals", "what is there is not refused")
@drawn(amounts, count=3)
def test_withdraw_gives(code: Code, amount: Decimal) -> Any:
    account = code.bank.Account("ada")
    return account.deposit(amount), account.deposit(Decimal(1)), account.withdraw(amount)


none = st.sampled_from((Decimal(0), Decimal(-1), Decimal("-0.01")))


@pytest.mark.task("bank.refusals", "no amount can be put in")
@drawn(none, count=3)
def test_deposit_refuses(code: Code, amount: Decimal) -> Any:
    return code.bank.Account("ada").deposit(amount)


@pytest.mark.task("bank.refusals", "no amount can be taken out")
@drawn(none, count=3)
def test_withdraw_refuses(code: Code, amount: Decimal) -> Any:
    account = code.bank.Account("ada")
    return account.deposit(Decimal(2)), account.withdraw(amount)
