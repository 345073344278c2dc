"""Names are given when they are asked for."""

import hidden_run


def __getattr__(name):
    """Give a name when it is asked for."""
    return getattr(hidden_run, name)
