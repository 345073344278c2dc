"""Answers as they come out of a box: here nothing has to travel, but all of it must be able to.

So that checks say the same on a student's computer and where hand-ins are graded, an answer is
written down and read back, just as between a box and its judge. What can't travel is seen by its
kind alone. A function of a check gets its arguments, and gives its result, in the same way.
"""

from collections.abc import Callable, Collection
from functools import cached_property, wraps
from typing import Any

from grader.inside.library import Library, read_library, with_packages
from grader.inside.travel.watched import is_noted
from grader.inside.values import UnencodableValue
from grader.inside.wire import PLAIN_TYPES, Decoder, Encoder, dump, load
from grader.student.evidence import CheckFailed, Evidence
from grader.student.question import KeptAnswer


class ValueCarrier:
    """Passes values of the library of that name from a student's code to checks, and back.

    Values of the `packages` are live ones for the code, and plain ones for checks.
    """

    def __init__(self, library: str, packages: Collection[str] = ()) -> None:
        self._name = library
        self._packages = packages

    def prepare(self) -> None:
        """Read the library, so that whatever it declares is known before a question is asked."""
        _ = self._library

    def answer(self, give: Callable[[], Any]) -> Any:
        """What a student's code gives, as a check sees it.

        Raises `CheckFailed` if a check can't see anything of it.
        """
        try:
            return self._copied(give())
        except UnencodableValue as error:
            words = f"the value that came back can't be compared: {error}"
            raise CheckFailed(Evidence(words)) from None

    def given(self, value: Any) -> Any:
        """A value or a function of a check as a student's code gets it."""
        if type(value) in self._of_packages:
            return self._passed(value, self._library, self._live)
        given = self._library.functions.values()
        if is_noted(type(value)):
            return value
        if not callable(value) or isinstance(value, type) or value in given:
            return value

        @wraps(value)
        def call(*arguments: Any, **named: Any) -> Any:
            copies = {name: self._copied(x) for name, x in named.items()}
            answer = value(*map(self._copied, arguments), **copies)
            return self._passed(answer, self._library, self._live)

        return call

    @cached_property
    def _library(self) -> Library:
        return with_packages(read_library(self._name), self._packages, live=False)

    @cached_property
    def _live(self) -> Library:
        return with_packages(read_library(self._name), self._packages, live=True)

    @cached_property
    def _of_packages(self) -> frozenset[type]:
        return frozenset(self._library.codecs) if self._packages else frozenset()

    def _copied(self, value: Any) -> Any:
        return self._passed(value, self._live, self._library)

    def _passed(self, value: Any, written: Library, read: Library) -> Any:
        if type(value) in PLAIN_TYPES:
            return value
        kept: list[Any] = []

        def keep(one: object) -> list[Any]:
            kept.append(one if is_noted(type(one)) else KeptAnswer(one))
            return ["o", len(kept) - 1]

        data = load(dump(Encoder(written, keep).encode(value)))
        return Decoder(read, {"o": lambda data: kept[data[1]]}).decode(data)
