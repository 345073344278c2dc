"""Every function runs in a generator."""

from types import FunctionType

import plain_select_move


def stepwise(function):
    """The work is done by a generator that gives one value."""

    def steps(arguments):
        yield function(*arguments)

    def run(*arguments):
        return next(steps(arguments))

    return run


for name, value in [*vars(plain_select_move).items()]:
    if isinstance(value, FunctionType) and value.__module__ == "plain_select_move":
        setattr(plain_select_move, name, stepwise(value))

from plain_select_move import *
