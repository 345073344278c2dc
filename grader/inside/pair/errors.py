"""Exceptions between two boxes: their texts, and how to make Python's own ones again."""

import builtins
import sys
from collections.abc import Callable
from contextlib import suppress
from functools import cache
from typing import Any

from grader.inside.shortening import sendable

MOST_TEXT = 1000
# An OSError's own arguments are its number and message.
ARGUMENTS_OF_OS = 2
# Modules of Python's whose exceptions are the same on both sides.
MODULES = frozenset(
    (
        *("_csv", "_lzma", "_pickle", "_queue", "argparse", "binascii", "calendar"),
        *("configparser", "copy", "dataclasses", "decimal", "getopt", "graphlib", "ipaddress"),
        *("json.decoder", "locale", "queue", "re", "shutil", "sqlite3", "statistics", "struct"),
        *("subprocess", "tarfile", "tomllib", "urllib.error", "xml.etree.ElementTree", "zipfile"),
        *("zlib", "zoneinfo._common"),
    )
)


def is_python_error(kind: type) -> bool:
    """Whether an exception's class claims to be one of Python's own."""
    return kind.__module__ == "builtins" or kind.__module__ in MODULES


def name_of_error(kind: type) -> str:
    """The name of one of Python's exceptions for the other side."""
    return kind.__name__ if kind.__module__ == "builtins" else f"{kind.__module__}.{kind.__name__}"


def kind_of_error(name: str) -> object:
    """The class with that name, if imported: a test that names an exception has its module."""
    module, _, own = name.rpartition(".")
    if not module:
        return getattr(builtins, name, None)
    return getattr(sys.modules.get(module), own, None) if module in MODULES else None


def text_of(error: BaseException) -> str:
    """The message of an exception."""
    try:
        return sendable(str(error), MOST_TEXT)
    except BaseException:  # a student's __str__ may do anything; its text is not needed
        return ""


def made(
    names: list[str],
    arguments: tuple[object, ...],
    text: str,
    kinds: tuple[type[BaseException], ...],
) -> BaseException:
    """An exception of the first of these names that is a class of Python's among `kinds`.

    It is made from its arguments, or else from its text.
    """
    for name in names:
        kind = kind_of_error(name)
        if isinstance(kind, type) and issubclass(kind, kinds):
            for given in (arguments, (text,)):
                # Some classes need more than a text, such as UnicodeDecodeError.
                with suppress(TypeError, ValueError):
                    return _made(kind, given)
    return Exception(text)


def _made(kind: type[BaseException], arguments: tuple[object, ...]) -> BaseException:
    """An exception; if not a builtin one, without running its `__init__`."""
    return kind(*arguments) if kind.__module__ == "builtins" else kind.__new__(kind, *arguments)


def arguments_of(error: BaseException) -> list[object]:
    """The arguments that an exception was made from."""
    arguments = [*error.args]
    if isinstance(error, OSError) and len(arguments) == ARGUMENTS_OF_OS:
        # `args` leaves out the file name.
        arguments += [error.filename] if type(error.filename) is str else []
    return arguments


def with_more(
    error: BaseException, text: str | None, ask: Callable[[str], object]
) -> BaseException:
    """The same exception of Python's with the hand-in's own text, if any, and attributes.

    Attributes that it lacks are asked for.
    """
    own: object = type(error)
    kind = _with_more(own)
    arguments = arguments_of(error)
    made: BaseException = kind.__new__(kind, *arguments)
    if own.__module__ == "builtins":
        with suppress(TypeError, ValueError):  # as above
            made.__init__(*arguments)  # type: ignore[misc]
    made.args, made.__cause__ = error.args, error.__cause__
    vars(made).update(vars(error), _text=text, _ask=ask)
    return made


@cache
def _with_more(kind: type[BaseException]) -> Any:
    def say(self: Any) -> str:
        text: str | None = vars(self)["_text"]
        return kind.__str__(self) if text is None else text

    def ask(self: object, name: str) -> object:
        return vars(self)["_ask"](name)

    names = {
        "__module__": kind.__module__,
        "__qualname__": kind.__qualname__,
        "__class__": property(lambda _self: kind),
        "__str__": say,
        "__getattr__": ask,
    }
    return type(kind.__name__, (kind,), names)
