"""Answers as they come out of a box: here nothing has to travel, but all of it must be able to.

So that checks say the same on a student's computer and where hand-ins are graded, an answer is
written down and read back, just as between a box and its judge. What can't travel is seen by its
kind alone. A function of a check gets its arguments, and gives its result, in the same way.
"""

from collections.abc import Callable
from functools import cached_property, wraps
from typing import Any

from grader.inside.library import Library, read_library
from grader.inside.values import Unencodable
from grader.inside.wire import PLAIN_TYPES, Decoder, Encoder, dump, load
from grader.student.evidence import CheckFailed, Evidence
from grader.student.question import Kept


class Passing:
    """Passes values of the library of that name from a student's code to checks."""

    def __init__(self, library: str) -> None:
        self._name = library

    def answer(self, give: Callable[[], Any]) -> Any:
        """What a student's code gives, as a check sees it.

        Raises `CheckFailed` if a check can't see anything of it.
        """
        try:
            return self._passed(give())
        except Unencodable as error:
            words = f"the value that came back can't be compared: {error}"
            raise CheckFailed(Evidence(words)) from None

    def function(self, function: Any) -> Any:
        """A function of a check as a student's code may call it; anything else as it is."""
        given = self._library.functions.values()
        if not callable(function) or isinstance(function, type) or function in given:
            return function

        @wraps(function)
        def call(*arguments: Any) -> Any:
            return self._passed(function(*map(self._passed, arguments)))

        return call

    @cached_property
    def _library(self) -> Library:
        return read_library(self._name)

    def _passed(self, value: Any) -> Any:
        if type(value) in PLAIN_TYPES:
            return value
        kept: list[Kept] = []

        def keep(one: object) -> list[Any]:
            kept.append(Kept(one))
            return ["o", len(kept) - 1]

        data = load(dump(Encoder(self._library, keep).encode(value)))
        return Decoder(self._library, {"o": lambda data: kept[data[1]]}).decode(data)
