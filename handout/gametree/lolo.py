"""The board of Lolo: where pieces can lie, and configurations as text.

A placement of one piece is four row masks (`BConfig`), the top row first; the bit of value 8
is the leftmost column. A configuration (`Config`) names the placements of the four pieces by
their indices: the red L and the green L in `L_POSITIONS`, the blue and the brown square in
`SQUARE_POSITIONS`. Green belongs to the computer (`Step.MAX`), red to its user (`Step.MIN`).
"""

from typing import TypeAlias

BConfig: TypeAlias = tuple[int, int, int, int]
Config: TypeAlias = tuple[int, int, int, int]

L_POSITIONS: tuple[BConfig, ...] = (
    *((4, 4, 12, 0), (2, 2, 3, 0), (0, 4, 4, 12), (0, 0, 14, 8), (0, 12, 8, 8), (0, 0, 2, 14)),
    *((14, 2, 0, 0), (8, 8, 12, 0), (12, 4, 4, 0), (8, 14, 0, 0), (7, 4, 0, 0), (1, 1, 3, 0)),
    *((3, 2, 2, 0), (1, 7, 0, 0), (0, 2, 2, 3), (0, 0, 7, 1), (0, 3, 1, 1), (0, 0, 4, 7)),
    *((0, 0, 14, 2), (0, 0, 8, 14), (0, 3, 2, 2), (0, 1, 1, 3), (7, 1, 0, 0), (4, 7, 0, 0)),
    *((12, 8, 8, 0), (14, 8, 0, 0), (2, 14, 0, 0), (3, 1, 1, 0), (0, 0, 7, 4), (0, 0, 1, 7)),
    *((0, 12, 4, 4), (0, 8, 8, 12), (0, 7, 1, 0), (6, 2, 2, 0), (0, 6, 2, 2), (0, 4, 4, 6)),
    *((6, 4, 4, 0), (2, 2, 6, 0), (0, 7, 4, 0), (0, 1, 7, 0), (0, 4, 7, 0), (4, 4, 6, 0)),
    *((0, 14, 2, 0), (0, 8, 14, 0), (0, 14, 8, 0), (0, 2, 14, 0), (0, 6, 4, 4), (0, 2, 2, 6)),
)

SQUARE_POSITIONS: tuple[BConfig, ...] = (
    *((0, 0, 0, 4), (0, 0, 0, 2), (1, 0, 0, 0), (2, 0, 0, 0), (4, 0, 0, 0), (8, 0, 0, 0)),
    *((0, 1, 0, 0), (0, 2, 0, 0), (0, 4, 0, 0), (0, 8, 0, 0), (0, 0, 1, 0), (0, 0, 2, 0)),
    *((0, 0, 4, 0), (0, 0, 8, 0), (0, 0, 0, 1), (0, 0, 0, 8)),
)

_COLUMN_BITS = (8, 4, 2, 1)


def cfg2str(c: Config) -> str:
    r"""The board as four lines, each ended by a newline.

    `1` is the red L, `2` the green L, `3` the blue square, `4` the brown one, `.` a free cell.
    REQUIRES: the four numbers of `c` are indices of the tables.
    ENSURES: legality is not checked; where pieces overlap, the one with the larger digit shows.

    >>> cfg2str((0, 1, 0, 1))
    '.12.\n.12.\n1122\n.34.\n'
    """
    pieces = _placements(c)
    return "".join(_row_text([piece[row] for piece in pieces]) for row in range(4))


def check_config(c: Config) -> bool:
    """Whether `c` is legal: its numbers are indices of the tables and no two pieces overlap.

    >>> check_config((0, 1, 0, 1)), check_config((5, 5, 0, 1)), check_config((1000, -100, 0, 0))
    (True, False, False)
    """
    red, green, blue, brown = c
    on_tables = all(index in range(len(L_POSITIONS)) for index in (red, green)) and all(
        index in range(len(SQUARE_POSITIONS)) for index in (blue, brown)
    )
    # The pieces have 4 + 4 + 1 + 1 cells, so fewer covered cells mean that two pieces overlap.
    return on_tables and cfg2str(c).count(".") == 6


def equal_config(c: Config, d: Config) -> bool:
    """Whether two configurations are the same.

    >>> equal_config((0, 1, 0, 1), (0, 1, 0, 1)), equal_config((0, 1, 0, 1), (1, 0, 0, 1))
    (True, False)
    """
    return c == d


def _placements(c: Config) -> tuple[BConfig, BConfig, BConfig, BConfig]:
    red, green, blue, brown = c
    return L_POSITIONS[red], L_POSITIONS[green], SQUARE_POSITIONS[blue], SQUARE_POSITIONS[brown]


def _row_text(masks: list[int]) -> str:
    return "".join(_cell_text(masks, bit) for bit in _COLUMN_BITS) + "\n"


def _cell_text(masks: list[int], bit: int) -> str:
    covering = [digit for digit, mask in zip("1234", masks, strict=True) if mask & bit]
    return covering[-1] if covering else "."
