"""Every function runs in a generator."""

import plain_alphabeta


def stepwise(function):
    """The work is done by a generator that gives one value."""

    def steps(arguments):
        yield function(*arguments)

    def run(*arguments):
        return next(steps(arguments))

    return run


class AlphaBeta(plain_alphabeta.AlphaBeta):
    """The same, method by method."""


for name, method in vars(plain_alphabeta.AlphaBeta).items():
    if not name.startswith("__"):
        setattr(AlphaBeta, name, stepwise(method))
