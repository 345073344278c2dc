"""Arrays whose shapes say more than there is."""

import numpy as np


class Odd(np.ndarray):
    """Says that it is one number, and has no bytes."""

    shape = property(lambda self: (1,))

    def tobytes(self, *how):
        return b""


def standardized(table):
    return np.broadcast_to(np.float64(0), (10**9, 10**3))


def distances(points, others):
    return np.lib.stride_tricks.as_strided(np.zeros(1), (4096, 64), (8, 1 << 30))


def column_means(rows, count):
    return np.array([rows.row(number) for number in range(count)]).mean(axis=0).view(Odd)[:1]
