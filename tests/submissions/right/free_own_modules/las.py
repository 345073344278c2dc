"""The work is done in a module of one's own."""

from my_las import (
    A,
    drop_run,
    look_and_say,
)

__all__ = ["A", "drop_run", "look_and_say"]
