"""Calls are dataclasses."""

from dataclasses import dataclass, field


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
