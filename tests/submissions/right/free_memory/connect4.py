"""Every function keeps its answers."""

from types import FunctionType

import plain_connect4


def remembering(function):
    """Keep answers across calls, by all of the arguments, on each object."""
    kept = {}

    def asked(*arguments):
        try:
            key = tuple([a if i else id(a) for i, a in enumerate(arguments)])
            hash(key)
        except TypeError:
            return function(*arguments)
        if key not in kept:
            kept[key] = (function(*arguments), arguments)
        return kept[key][0]

    return asked


for owner in (plain_connect4, plain_connect4.Connect4):
    for name, value in [*vars(owner).items()]:
        if isinstance(value, FunctionType) and value.__module__ == "plain_connect4" and name != "__init__":
            setattr(owner, name, remembering(value))

from plain_connect4 import *
