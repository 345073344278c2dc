"""The work is done in a module of one's own."""

from my_connect4 import (
    Connect4,
    IN_A_ROW,
    POINTS,
    fours,
    line_points,
    lines,
    sign,
)

__all__ = ["Connect4", "IN_A_ROW", "POINTS", "fours", "line_points", "lines", "sign"]
