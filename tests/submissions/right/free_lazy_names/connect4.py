"""Names are given when they are asked for."""

import hidden_connect4


def __getattr__(name):
    """Give a name when it is asked for."""
    return getattr(hidden_connect4, name)
