"""The work is done in a module of one's own."""

from my_select_move import (
    MOVE_BONUS,
    SEGMENTS,
    SEGMENT_WORTH,
    WIN,
    compute_move,
    static_evaluate,
)

__all__ = ["MOVE_BONUS", "SEGMENTS", "SEGMENT_WORTH", "WIN", "compute_move", "static_evaluate"]
