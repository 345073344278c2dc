"""The work is done in a module of one's own."""

from my_jamboree import (
    Jamboree,
)

__all__ = ["Jamboree"]
