"""Accounts that hold no less than nothing."""

from collections.abc import Mapping
from decimal import Decimal


class Overdrawn(ValueError):
    """More is to be withdrawn than there is."""


class Account:
    """An account with a balance of exact amounts."""

    def __init__(self, owner: str) -> None:
        self.owner = owner

    def deposit(self, amount: Decimal) -> Decimal:
        """Put an amount in; the new balance. Raises `ValueError` unless it is above 0.

        >>> Account("ada").deposit(Decimal("2.50"))  # bank.balance
        Decimal('2.50')
        """
        raise NotImplementedError("deposit")

    def withdraw(self, amount: Decimal) -> Decimal:
        """Take an amount out; the new balance.

        Raises `ValueError` unless it is above 0, and `Overdrawn`, which is one, if there is less.
        A refused withdrawal changes nothing.

        >>> Account("ada").withdraw(Decimal(1))  # bank.refusals
        Traceback (most recent call last):
        bank.Overdrawn: ada has 0
        """
        raise NotImplementedError("withdraw")

    def statement(self) -> Mapping[str, object]:
        """The owner, the balance, and all entries in their order.

        >>> Account("ada").statement()
        {'owner': 'ada', 'balance': Decimal('0'), 'entries': []}
        """
        raise NotImplementedError("statement")
