"""Every function runs in a generator."""

from types import FunctionType

import plain_popout


def stepwise(function):
    """The work is done by a generator that gives one value."""

    def steps(arguments):
        yield function(*arguments)

    def run(*arguments):
        return next(steps(arguments))

    return run


for owner in (plain_popout, plain_popout.PopOut):
    for name, value in [*vars(owner).items()]:
        if isinstance(value, FunctionType) and value.__module__ == "plain_popout" and name != "__init__":
            setattr(owner, name, stepwise(value))

from plain_popout import *
