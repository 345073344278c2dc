"""A truth value for each 0 and 1."""

from types import FunctionType

import plain_connect4


def truth(value):
    if type(value) is int and value in (0, 1):
        return bool(value)
    if type(value) is tuple:
        return tuple([truth(each) for each in value])
    if type(value) is list:
        return [truth(each) for each in value]
    return value


def as_truth(function):
    def converted(*arguments):
        return truth(function(*arguments))

    return converted


for owner in (plain_connect4, plain_connect4.Connect4):
    for name, value in [*vars(owner).items()]:
        if isinstance(value, FunctionType) and value.__module__ == "plain_connect4" and name != "__init__":
            setattr(owner, name, as_truth(value))

from plain_connect4 import *
