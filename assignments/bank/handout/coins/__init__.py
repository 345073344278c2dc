"""What an entry of a statement is made of."""

from dataclasses import dataclass
from decimal import Decimal
from enum import Enum


class Kind(Enum):
    """What an entry is."""

    DEPOSIT = "deposit"
    WITHDRAWAL = "withdrawal"


@dataclass(frozen=True)
class Entry:
    """One line of a statement."""

    kind: Kind
    amount: Decimal


__all__ = ["Entry", "Kind"]
