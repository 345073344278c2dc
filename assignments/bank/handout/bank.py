"""Accounts that hold no less than nothing."""

from decimal import Decimal


class Overdrawn(ValueError):
    """More is to be withdrawn than there is."""


class Account:
    """An account with a balance of exact amounts, below a million and of up to six places.

    What is refused changes nothing. The words of an exception are yours.
    """

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

        Raises `ValueError` unless it is above 0, and `Overdrawn`, which is one, if there is less,
        and only then.

        >>> Account("ada").withdraw(Decimal(1))  # bank.refusals
        Traceback (most recent call last):
        bank.Overdrawn: ada has 0
        """
        raise NotImplementedError("withdraw")

    def statement(self) -> dict[str, object]:
        """The owner, the balance, and all entries, `coins.Entry`, in their order.

        It shows the account as it is now: later calls don't change it, and its reader may change
        it, which changes no account.

        >>> Account("ada").statement()
        {'owner': 'ada', 'balance': Decimal('0'), 'entries': []}
        """
        raise NotImplementedError("statement")
