"""Tables whose rows are expensive to read."""

from collections.abc import Sequence
from typing import Any


class Rows:
    """A table that is read row by row, which takes its time: read no row twice.

    >>> Rows([[1.0, 2.0], [3.0, 4.0]]).row(1)
    [3.0, 4.0]
    """

    def __init__(self, rows: Sequence[Sequence[float]]) -> None:
        self._rows = rows

    def row(self, number: int) -> Any:
        """The numbers of a row; the first has the number 0. Raises `IndexError`."""
        return list(self._rows[number])

    def __repr__(self) -> str:
        return f"Rows({self._rows!r})"


__all__ = ["Rows"]
