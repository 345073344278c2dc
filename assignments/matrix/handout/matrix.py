"""Tables of numbers, as arrays of numpy.

A table has at least one row and one column. Its numbers are all float64 or all int64, between -1000
and 1000, and two that differ do so by a thousandth or more. Answers are right within a millionth.
The tables that a function gets stay as they are.
"""

import numpy as np
from tables import Rows


def standardized(table: np.ndarray) -> np.ndarray:
    """Each column less its mean, over its standard deviation; one of equal numbers becomes 0.

    The standard deviation is that of `numpy.std`. A column of 0.1 alone becomes 0, too, although
    sums of 0.1 are not exact.

    >>> standardized(np.array([[1.0, 5.0], [3.0, 5.0]])).tolist()
    [[-1.0, 0.0], [1.0, 0.0]]
    """
    raise NotImplementedError("standardized")


def distances(points: np.ndarray, others: np.ndarray) -> np.ndarray:
    """How far each point, a row, is from each of the others: a row a point, a column another.

    Raises `ValueError` if points and others have not as many coordinates. A point is at distance 0
    from an equal one.

    >>> distances(np.array([[0.0, 0.0]]), np.array([[3.0, 4.0], [0.0, 1.0]])).tolist()
    [[5.0, 1.0]]
    """
    raise NotImplementedError("distances")


def column_means(rows: Rows, count: int) -> np.ndarray:
    """The mean of each column of a table with so many rows; each is read once, in any order.

    >>> column_means(Rows([[1.0, 2.0], [3.0, 4.0]]), 2).tolist()
    [2.0, 3.0]
    """
    raise NotImplementedError("column_means")
