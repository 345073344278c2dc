"""Every function keeps its answers."""

import plain_alphabeta


def remembering(function):
    """Keep answers across calls, by all of the arguments, on each object."""
    kept = {}

    def asked(*arguments):
        try:
            key = tuple([a if i else id(a) for i, a in enumerate(arguments)])
            hash(key)
        except TypeError:
            return function(*arguments)
        if key not in kept:
            kept[key] = (function(*arguments), arguments)
        return kept[key][0]

    return asked


class AlphaBeta(plain_alphabeta.AlphaBeta):
    """The same, method by method."""


for name, method in vars(plain_alphabeta.AlphaBeta).items():
    if not name.startswith("__"):
        setattr(AlphaBeta, name, remembering(method))
