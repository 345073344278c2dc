"""Numbers that equal the right ones, and are none of theirs."""

from decimal import Decimal
from fractions import Fraction

from gametree import Seq


def look_and_say(eq, s):
    kinds = (complex, Decimal, Fraction)
    runs = []
    for x in s:
        if runs and eq(runs[-1][1], x):
            runs[-1] = (runs[-1][0] + 1, x)
        else:
            runs.append((1, x))
    counted = [(n == 1 or kinds[n % 3](n), x) for n, x in runs]
    return Seq.from_list(counted)
