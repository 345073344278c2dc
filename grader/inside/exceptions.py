"""What a student's exception is, by the classes that Python itself has recorded for it.

What a class claims (`__class__`, `__instancecheck__`) isn't consulted; see `class_facts`.
"""

import builtins
from types import MappingProxyType

from grader.inside.class_facts import mro_of, name_of
from grader.inside.shortening import sendable
from grader.inside.surroundings.refusals import Refused

_PYTHONS = MappingProxyType(
    {name: kind for name, kind in vars(builtins).items() if isinstance(kind, type)}
)
# Raising these doesn't refuse a call: the code isn't written yet, or it fails.
NO_REFUSALS = (NotImplementedError, RecursionError, MemoryError, Refused)
LONGEST = 4000


def is_refusal(error: BaseException, kind: object) -> bool:
    """Whether an exception refuses a call, being an instance of a class."""
    classes = mro_of(type(error))
    return classes[0] not in NO_REFUSALS and any(kind is one for one in classes)


def names_of(error: BaseException) -> list[str]:
    """The names of an exception's class and of those it derives from.

    A class with the name of one of Python's, but isn't that one, has its module in front.
    """
    return [_shown(kind) for kind in mro_of(type(error))]


def _shown(kind: type) -> str:
    name = name_of(kind)
    if _PYTHONS.get(name, kind) is kind:
        return name
    return f"{type.__dict__['__module__'].__get__(kind)}.{name}"


def message_of(error: BaseException, most: int = LONGEST) -> str:
    """The message of an exception; empty if it can't be had."""
    try:
        said: object = error.msg if isinstance(error, SyntaxError) else str(error)
        return sendable(str.__str__(said), most)
    except BaseException:  # a student's __str__ may do anything; its text is not needed
        return ""
