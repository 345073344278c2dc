"""Names are given when they are asked for."""

import hidden_alphabeta


def __getattr__(name):
    """Give a name when it is asked for."""
    return getattr(hidden_alphabeta, name)
