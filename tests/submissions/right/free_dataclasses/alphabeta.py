"""Calls are dataclasses."""

from dataclasses import dataclass, field

import plain_alphabeta


@dataclass
class _Call:
    """A call is an object with fields before it is made."""

    arguments: tuple
    answer: object = field(default=None, repr=False)


def stored(function):
    def made(*arguments):
        call = _Call(arguments)
        call.answer = function(*call.arguments)
        return call.answer

    return made


class AlphaBeta(plain_alphabeta.AlphaBeta):
    """The same, method by method."""


for name, method in vars(plain_alphabeta.AlphaBeta).items():
    if not name.startswith("__"):
        setattr(AlphaBeta, name, stored(method))
