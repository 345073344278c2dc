"""An account is a bundle of functions, which count whole millionths."""

from decimal import Decimal
from types import SimpleNamespace

from coins import Entry, Kind


class Overdrawn(ValueError):
    def __init__(self, owner, left):
        super().__init__(f"{owner} has but {left} millionths")


class NotThatMuch(Overdrawn):
    pass


def Account(owner):
    held, log = 0, []

    def book(kind, amount):
        nonlocal held
        units = int(amount.scaleb(6))
        if units < 1:
            raise ValueError("not an amount: " + str(amount))
        left = held + units if kind == "deposit" else held - units
        if left < 0:
            raise NotThatMuch(owner, held)
        held = left
        log.append((kind, amount))
        print(kind, "of", amount)
        return Decimal(held).scaleb(-6)

    return SimpleNamespace(
        deposit=lambda amount: book("deposit", amount),
        withdraw=lambda amount: book("withdrawal", amount),
        statement=lambda: {
            "entries": tuple(Entry(Kind(kind), amount) for kind, amount in log),
            "balance": Decimal(held).scaleb(-6).normalize(),
            "owner": owner,
        },
    )
