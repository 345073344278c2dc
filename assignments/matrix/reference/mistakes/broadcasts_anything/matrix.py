"""Tables of numbers, as arrays of numpy."""

import numpy as np
from tables import Rows


def standardized(table: np.ndarray) -> np.ndarray:
    """Each column less its mean, over its standard deviation; one of equal numbers becomes 0.

    >>> standardized(np.array([[1.0, 5.0], [3.0, 5.0]])).tolist()
    [[-1.0, 0.0], [1.0, 0.0]]
    """
    spread = table.std(axis=0)
    constant = spread == 0
    return np.where(constant, 0.0, (table - table.mean(axis=0)) / np.where(constant, 1.0, spread))


def distances(points: np.ndarray, others: np.ndarray) -> np.ndarray:
    """How far each point, a row, is from each of the others: a row a point, a column another.

    Raises `ValueError` if points and others have not as many coordinates.

    >>> distances(np.array([[0.0, 0.0]]), np.array([[3.0, 4.0], [0.0, 1.0]])).tolist()
    [[5.0, 1.0]]
    """
    apart = points[:, np.newaxis, :] - others[np.newaxis, :, :]
    return np.sqrt((apart**2).sum(axis=2))


def column_means(rows: Rows, count: int) -> np.ndarray:
    """The mean of each column of a table with so many rows, at least one; each is read once.

    >>> column_means(Rows([[1.0, 2.0], [3.0, 4.0]]), 2).tolist()
    [2.0, 3.0]
    """
    return np.array([rows.row(number) for number in range(count)]).mean(axis=0)
