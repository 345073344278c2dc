"""Immutable matrices, addressed like points in the plane: (0, 0) is at the bottom left."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import lru_cache
from typing import Generic, TypeAlias, TypeVar

from gametree.seq import Seq

A_co = TypeVar("A_co", covariant=True)
A = TypeVar("A")
Points: TypeAlias = tuple[tuple[int, int], ...]


class Matrix(Generic[A_co]):
    """An immutable matrix; ``x`` counts columns from the left, ``y`` rows from the bottom.

    Matrices are equal to matrices of the same size with equal elements, and hashable if these are.

    >>> m = Matrix.tabulate(lambda x, y: 10 * x + y, 3, 2)
    >>> print(m)
    1 11 21
    0 10 20
    >>> m.num_cols, m.num_rows
    (3, 2)
    """

    __slots__ = ("_num_cols", "_rows")

    _num_cols: int
    _rows: tuple[tuple[A_co, ...], ...]

    def __init__(self, num_cols: int, rows: Iterable[Iterable[A_co]]) -> None:
        """Take the rows, bottom row first. Raises ValueError unless each is ``num_cols`` long."""
        self._num_cols = num_cols
        self._rows = tuple(map(tuple, rows))
        if num_cols < 0 or not {num_cols}.issuperset(map(len, self._rows)):
            raise ValueError(f"Matrix: every row must have {num_cols} elements")

    @staticmethod
    def tabulate(f: Callable[[int, int], A], num_cols: int, num_rows: int) -> Matrix[A]:
        """Return the matrix with ``f(x, y)`` at (x, y). Raises ValueError for a negative size.

        >>> Matrix.tabulate(lambda x, y: x + y, 2, 3).sub(1, 2)
        3
        """
        if num_cols < 0 or num_rows < 0:
            raise ValueError(f"Matrix.tabulate: no matrix has the size {num_cols} x {num_rows}")
        return Matrix(num_cols, ([f(x, y) for x in range(num_cols)] for y in range(num_rows)))

    @property
    def num_cols(self) -> int:
        """The number of columns.

        >>> Matrix.tabulate(lambda x, y: 0, 7, 6).num_cols
        7
        """
        return self._num_cols

    @property
    def num_rows(self) -> int:
        """The number of rows.

        >>> Matrix.tabulate(lambda x, y: 0, 7, 6).num_rows
        6
        """
        return len(self._rows)

    def sub(self, x: int, y: int) -> A_co:
        """Return the element at (x, y). Raises IndexError if (x, y) is outside.

        >>> Matrix.tabulate(lambda x, y: (x, y), 7, 6).sub(4, 0)
        (4, 0)
        """
        if 0 <= x < self._num_cols and 0 <= y < len(self._rows):
            return self._rows[y][x]
        raise self._outside("sub", x, y)

    def update(self: Matrix[A], x: int, y: int, v: A) -> Matrix[A]:
        """Return a matrix with ``v`` at (x, y), else like this one, which stays as it is.

        Raises IndexError if (x, y) is outside.

        >>> m = Matrix.tabulate(lambda x, y: 0, 2, 1)
        >>> m.update(1, 0, 5).rows(), m.rows()
        (Seq.of(Seq.of(0, 5)), Seq.of(Seq.of(0, 0)))
        """
        if not (0 <= x < self._num_cols and 0 <= y < len(self._rows)):
            raise self._outside("update", x, y)
        row = self._rows[y]
        changed = (*row[:x], v, *row[x + 1 :])
        return Matrix(self._num_cols, (*self._rows[:y], changed, *self._rows[y + 1 :]))

    def rows(self) -> Seq[Seq[A_co]]:
        """Return the rows, bottom row first, each from left to right.

        >>> Matrix.tabulate(lambda x, y: 10 * x + y, 3, 2).rows()
        Seq.of(Seq.of(0, 10, 20), Seq.of(1, 11, 21))
        """
        return Seq(map(Seq, self._rows))

    def cols(self) -> Seq[Seq[A_co]]:
        """Return the columns, leftmost first, each from bottom to top.

        >>> Matrix.tabulate(lambda x, y: 10 * x + y, 3, 2).cols()
        Seq.of(Seq.of(0, 1), Seq.of(10, 11), Seq.of(20, 21))
        """
        return Seq([Seq([row[x] for row in self._rows]) for x in range(self._num_cols)])

    def diags1(self) -> Seq[Seq[A_co]]:
        """Return all diagonals that rise to the right, from the top left one to the bottom right.

        Each runs from left to right; those of a single element in the corners are included.

        >>> Matrix.tabulate(lambda x, y: 10 * x + y, 3, 2).diags1()
        Seq.of(Seq.of(1), Seq.of(0, 11), Seq.of(10, 21), Seq.of(20))
        """
        return self._along(_rising(self.num_cols, self.num_rows))

    def diags2(self) -> Seq[Seq[A_co]]:
        """Return all diagonals that fall to the right, from the bottom left one to the top right.

        Each runs from left to right; those of a single element in the corners are included.

        >>> Matrix.tabulate(lambda x, y: 10 * x + y, 3, 2).diags2()
        Seq.of(Seq.of(0), Seq.of(1, 10), Seq.of(11, 20), Seq.of(21))
        """
        return self._along(_falling(self.num_cols, self.num_rows))

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Matrix):
            return NotImplemented
        return (self._num_cols, self._rows) == (other._num_cols, other._rows)

    def __hash__(self) -> int:
        return hash(("Matrix", self._num_cols, self._rows))

    def __repr__(self) -> str:
        return f"Matrix({self._num_cols}, {self._rows!r})"

    def __str__(self) -> str:
        return "\n".join(" ".join(map(str, row)) for row in reversed(self._rows))

    def _outside(self, method: str, x: int, y: int) -> IndexError:
        size = f"{self.num_cols} x {self.num_rows}"
        return IndexError(f"Matrix.{method}: ({x}, {y}) is outside this {size} matrix")

    def _along(self, lines: tuple[Points, ...]) -> Seq[Seq[A_co]]:
        """Return the elements at the points of each line."""
        rows = self._rows
        return Seq([Seq([rows[y][x] for x, y in line]) for line in lines])


@lru_cache(maxsize=64)
def _rising(num_cols: int, num_rows: int) -> tuple[Points, ...]:
    """Return the points of each diagonal with a constant ``x - y``, each from left to right.

    Kept per size, because a search asks for the diagonals of one size of board over and over.
    """
    return tuple(
        tuple((x, x - d) for x in range(num_cols) if 0 <= x - d < num_rows)
        for d in range(1 - num_rows, num_cols)
        if num_cols and num_rows
    )


@lru_cache(maxsize=64)
def _falling(num_cols: int, num_rows: int) -> tuple[Points, ...]:
    """Return the points of each diagonal with a constant ``x + y``, each from left to right."""
    return tuple(
        tuple((x, s - x) for x in range(num_cols) if 0 <= s - x < num_rows)
        for s in range(num_cols + num_rows - 1)
        if num_cols and num_rows
    )
