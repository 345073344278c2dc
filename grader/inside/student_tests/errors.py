"""Exceptions on their way between two boxes: their words, and making one of Python's own again."""

import builtins
from contextlib import suppress

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
