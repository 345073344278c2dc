"""Every function keeps its answers."""

from types import FunctionType

import plain_lolo


def remembering(function):
    """Keep answers across calls, by all of the arguments."""
    kept = {}

    def asked(*arguments):
        key = repr(arguments)
        if "object" in key or "function" in key or key not in kept:
            kept[key] = function(*arguments)
        answer = kept[key]
        return [*answer] if isinstance(answer, list) else answer

    return asked


for name, value in [*vars(plain_lolo).items()]:
    if isinstance(value, FunctionType) and value.__module__ == "plain_lolo":
        setattr(plain_lolo, name, remembering(value))

from plain_lolo import *
