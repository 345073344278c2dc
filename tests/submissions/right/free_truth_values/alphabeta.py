"""A truth value for each 0 and 1."""

import plain_alphabeta


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


class AlphaBeta(plain_alphabeta.AlphaBeta):
    """The same, method by method."""


for name, method in vars(plain_alphabeta.AlphaBeta).items():
    if not name.startswith("__"):
        setattr(AlphaBeta, name, as_truth(method))
