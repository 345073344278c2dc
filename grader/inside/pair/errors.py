"""Exceptions on their way between two boxes: their words, and making one of Python's own again."""

import builtins
import sys
from collections.abc import Callable
from contextlib import suppress
from functools import cache
from typing import Any

from grader.inside.shortening import sendable

MOST_TEXT = 1000
# The number of an error of the system's, and what it means.
ARGUMENTS_OF_OS = 2
# The modules of Python's own whose exceptions are the same on both sides.
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
    """Whether a class of exceptions says that it is one of Python's own."""
    return kind.__module__ == "builtins" or kind.__module__ in MODULES


def name_of_error(kind: type) -> str:
    """The name by which the other side knows a class of Python's own."""
    return kind.__name__ if kind.__module__ == "builtins" else f"{kind.__module__}.{kind.__name__}"


def kind_of_error(name: str) -> object:
    """What has that name here; a test that names an exception has imported its module."""
    module, _, own = name.rpartition(".")
    if not module:
        return getattr(builtins, name, None)
    return getattr(sys.modules.get(module), own, None) if module in MODULES else None


def text_of(error: BaseException) -> str:
    """What an exception says."""
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
    """An exception of the first of these classes that is one of Python's `kinds`.

    It is made of its arguments or of its text.
    """
    for name in names:
        kind = kind_of_error(name)
        if isinstance(kind, type) and issubclass(kind, kinds):
            for given in (arguments, (text,)):
                # Such as UnicodeDecodeError, which is made of more than a text.
                with suppress(TypeError, ValueError):
                    return _made(kind, given)
    return Exception(text)


def _made(kind: type[BaseException], arguments: tuple[object, ...]) -> BaseException:
    """An exception; one of a module's class without what that does with its arguments."""
    return kind(*arguments) if kind.__module__ == "builtins" else kind.__new__(kind, *arguments)


def arguments_of(error: BaseException) -> list[object]:
    """What an exception was made of."""
    arguments = [*error.args]
    if isinstance(error, OSError) and len(arguments) == ARGUMENTS_OF_OS:
        # The file that it is about isn't among them.
        arguments += [error.filename] if type(error.filename) is str else []
    return arguments


def with_more(
    error: BaseException, text: str | None, ask: Callable[[str], object]
) -> BaseException:
    """The same exception of Python's with a text of its own, if there is one, and attributes.

    What it hasn't is asked for.
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
