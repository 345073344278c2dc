"""Lists where tuples of the same content are expected."""

import plain_alphabeta


def listed(value):
    return [listed(each) for each in value] if type(value) in (tuple, list) else value


def as_lists(function):
    def converted(*arguments):
        return listed(function(*arguments))

    return converted


class AlphaBeta(plain_alphabeta.AlphaBeta):
    """The same, method by method."""


for name, method in vars(plain_alphabeta.AlphaBeta).items():
    if not name.startswith("__"):
        setattr(AlphaBeta, name, as_lists(method))
