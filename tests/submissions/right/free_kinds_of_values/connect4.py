"""Numbers and tuples are of subclasses; what is true or false is a number."""

from types import FunctionType

import plain_connect4


class Number(int):
    """A whole number."""


class Pair(tuple):
    """A sequence that never changes."""


def own_kind(value):
    if type(value) is int:
        return Number(value)
    if type(value) is tuple:
        return Pair(map(own_kind, value))
    if type(value) is list:
        return [own_kind(each) for each in value]
    return value


def own_kinds(function):
    def converted(*arguments):
        return own_kind(function(*arguments))

    return converted


for owner in (plain_connect4, plain_connect4.Connect4):
    for name, value in [*vars(owner).items()]:
        if isinstance(value, FunctionType) and value.__module__ == "plain_connect4" and name != "__init__":
            setattr(owner, name, own_kinds(value))

from plain_connect4 import *
