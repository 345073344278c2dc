"""A truth value for each 0 and 1."""

from types import FunctionType

import plain_popout


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


for owner in (plain_popout, plain_popout.PopOut):
    for name, value in [*vars(owner).items()]:
        if isinstance(value, FunctionType) and value.__module__ == "plain_popout" and name != "__init__":
            setattr(owner, name, as_truth(value))

from plain_popout import *
