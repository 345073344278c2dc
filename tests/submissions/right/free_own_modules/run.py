"""The work is done in a module of one's own."""

from my_run import (
    SEARCH_DEPTH,
    c4_hvab,
    c4_hvmm,
)

__all__ = ["SEARCH_DEPTH", "c4_hvab", "c4_hvmm"]
