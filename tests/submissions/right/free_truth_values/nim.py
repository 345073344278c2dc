"""A truth value for each 0 and 1."""

from types import FunctionType

import plain_nim


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


for name, value in [*vars(plain_nim).items()]:
    if isinstance(value, FunctionType) and value.__module__ == "plain_nim":
        setattr(plain_nim, name, as_truth(value))

from plain_nim import *
