"""The work is done in a module of one's own."""

from my_alphabeta import (
    AlphaBeta,
)

__all__ = ["AlphaBeta"]
