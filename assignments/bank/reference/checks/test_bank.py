"""Hidden checks of accounts: sequences of calls are drawn, and the reference gives the answers.

There are always two accounts, so that what one knows of the other shows. A call is the number of
its account, a method and an amount.
"""

from collections.abc import Callable, Iterable
from decimal import Decimal
from typing import Any

import pytest
from coins import Entry, Kind
from hypothesis import strategies as st

from grader.judging.properties import drawn
from grader.student.question import Code
from grader.student.refusals import outcome

Call = tuple[int, str, Decimal]
Calls = tuple[tuple[str, str], list[Call]]

# Each kind of call: its method, and its amount, made of what the account holds and of a drawn one.
KINDS: dict[str, tuple[str, Callable[[Decimal, Decimal], Decimal]]] = {
    "deposit": ("deposit", lambda _, amount: amount),
    "some": ("withdraw", min),
    "all": ("withdraw", lambda held, _: held),
    "too much": ("withdraw", lambda held, amount: held + amount),
    "put in nothing": ("deposit", lambda *_: Decimal(0)),
    "put in less": ("deposit", lambda _, amount: -amount),
    "take out nothing": ("withdraw", lambda *_: Decimal(0)),
    "take out less": ("withdraw", lambda _, amount: -amount),
}
REFUSED = tuple(KINDS)[3:]
ODD = ("0.1", "0.2", "0.3", "0.005", "0.000001", "0.333333", "1", "2.50", "999999.999999")
amounts = st.decimals("0.01", "99.99", places=2) | st.sampled_from(ODD).map(Decimal)
# Two accounts of one owner are two all the same.
owners = st.tuples(*[st.sampled_from(("ada", "Bob", "zoë"))] * 2)


def sequences(*kinds: str) -> st.SearchStrategy[Calls]:
    """Two owners, and calls that begin with a deposit; all kinds are as frequent."""
    first = st.tuples(st.just(0), st.just("deposit"), amounts)
    call = st.tuples(st.integers(0, 1), st.sampled_from(kinds), amounts)
    more = st.lists(call, max_size=9) | st.lists(call, min_size=12, max_size=24)
    return st.tuples(owners, st.tuples(first, more).map(lambda calls: made([calls[0], *calls[1]])))


def made(drawn_calls: Iterable[Call]) -> list[Call]:
    """The calls of drawn kinds; those that would take some of nothing are left out."""
    held, calls = [Decimal(0), Decimal(0)], list[Call]()
    for whose, kind, amount in drawn_calls:
        method, amount_of = KINDS[kind]
        asked = amount_of(held[whose], amount)
        if kind not in ("some", "all") or asked:
            calls.append((whose, method, asked))
        if asked > 0 and (method == "deposit" or asked <= held[whose]):
            held[whose] += asked if method == "deposit" else -asked
    return calls


def two_accounts(code: Code, names: tuple[str, str]) -> list[Any]:
    """Two accounts, as questions."""
    return [code.bank.Account(owner) for owner in names]


def asked_of(account: Any, code: Code, method: str, amount: Decimal) -> Any:
    """A call that may be refused."""
    refusals = code.bank.Overdrawn, code.builtins.ValueError
    return outcome(getattr(account, method)(amount), *refusals)


@pytest.mark.task("bank.balance", "deposits and withdrawals, of all that there is, too")
@drawn(sequences("deposit", "deposit", "some", "all"), count=40)
def test_balance(code: Code, example: Calls) -> Any:
    names, calls = example
    accounts = two_accounts(code, names)
    return [getattr(accounts[whose], method)(amount) for whose, method, amount in calls]


@pytest.mark.task("bank.refusals", "some calls are refused, and the balances after that")
@drawn(sequences("deposit", *REFUSED), count=60)
def test_refusals(code: Code, example: Calls) -> Any:
    names, calls = example
    accounts = two_accounts(code, names)
    answers = [asked_of(accounts[whose], code, *call) for whose, *call in calls]
    return [*answers, *[account.deposit(Decimal(1)) for account in accounts]]


@pytest.mark.task("bank.statement", "statements of two accounts, before and after calls")
@drawn(sequences("deposit", "some", "all", "too much", "put in less"), count=60)
def test_statement(code: Code, example: Calls) -> Any:
    names, calls = example
    accounts = two_accounts(code, names)
    shown = [account.statement() for account in accounts]
    for whose, *call in calls:
        shown += [asked_of(accounts[whose], code, *call), accounts[whose].statement()]
    return shown


@pytest.mark.task("bank.statement", "a statement that its reader changes changes no account")
@drawn(sequences("deposit", "some"), count=20)
def test_changed(code: Code, example: Calls) -> Any:
    names, calls = example
    accounts = two_accounts(code, names)
    answers = [getattr(accounts[whose], method)(amount) for whose, method, amount in calls]
    entries = code.operator.getitem(accounts[0].statement(), "entries")
    more = code.operator.iadd(entries, (Entry(Kind.DEPOSIT, Decimal(9)),))
    other = code.operator.ior(accounts[0].statement(), {"owner": "eve", "balance": Decimal(9)})
    return [*answers, more, other, *[account.statement() for account in accounts]]
