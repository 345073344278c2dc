"""The work is done in a module of one's own."""

from my_popout import (
    PopOut,
    own_bottoms,
    pop_points,
    popped,
)

__all__ = ["PopOut", "own_bottoms", "pop_points", "popped"]
