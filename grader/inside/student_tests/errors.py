"""Exceptions on their way between two boxes: their words, and making one of Python's own again."""

import builtins
from collections.abc import Callable
from contextlib import suppress
from functools import cache
from typing import Any

from grader.inside.shortening import sendable
from grader.inside.student_tests.operations import without_addresses

MOST_TEXT = 1000


def text_of(error: BaseException) -> str:
    """What an exception says, without places in memory."""
    try:
        return without_addresses(sendable(str(error), MOST_TEXT))
    except BaseException:  # a student's __str__ may do anything; its text is not needed
        return ""


def made(
    names: list[str],
    arguments: tuple[object, ...],
    text: str,
    kinds: tuple[type[BaseException], ...],
) -> BaseException:
    """An exception of the first of these classes that is one of Python's `kinds`.

    It is made of its arguments or of its text.
    """
    for name in names:
        kind = getattr(builtins, name, None)
        if isinstance(kind, type) and issubclass(kind, kinds):
            for given in (arguments, (text,)):
                # Such as UnicodeDecodeError, which is made of more than a text.
                with suppress(TypeError, ValueError):
                    return kind(*given)
    return Exception(text)


def arguments_of(error: BaseException) -> list[object]:
    """What an exception was made of, without places in memory."""
    return [without_addresses(one) if type(one) is str else one for one in error.args]


def with_more(
    error: BaseException, text: str | None, ask: Callable[[str], object]
) -> BaseException:
    """The same exception of Python's with a text of its own, if there is one, and attributes.

    What it hasn't is asked for.
    """
    own: Any = type(error)
    kind = _with_more(own)
    made: BaseException = kind.__new__(kind, *error.args)
    with suppress(TypeError, ValueError):  # as above
        made.__init__(*error.args)  # type: ignore[misc]
    made.args, made.__cause__ = error.args, error.__cause__
    vars(made).update(vars(error), _text=text, _ask=ask)
    return made


@cache
def _with_more(kind: type[BaseException]) -> Any:
    def say(self: Any) -> str:
        text: str | None = vars(self)["_text"]
        return kind.__str__(self) if text is None else text

    def ask(self: Any, name: str) -> object:
        return vars(self)["_ask"](name)

    names = {
        "__module__": kind.__module__,
        "__qualname__": kind.__qualname__,
        "__class__": property(lambda _self: kind),
        "__str__": say,
        "__getattr__": ask,
    }
    return type(kind.__name__, (kind,), names)
