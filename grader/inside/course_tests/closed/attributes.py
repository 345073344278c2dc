"""Which attributes of the tests' objects a hand-in may read, and which it may set.

It may use what it is handed as a program would: by public attributes. But a function leads to the
module that it was written in, and so to all expected values; a mock's records are what its test
looks at; and much of Python's library imports, runs, unpacks, opens files or looks into frames. So
of the library's objects only those are open that are made to be handed over; classes of the tests'
own, and of packages that a course allows, are open.
"""

import dataclasses
import reprlib
import sys
from collections import deque
from collections.abc import Iterable, Iterator
from contextlib import suppress
from inspect import getattr_static, ismemberdescriptor
from string import Formatter
from types import (
    AsyncGeneratorType,
    CodeType,
    CoroutineType,
    FrameType,
    FunctionType,
    GeneratorType,
    ModuleType,
    SimpleNamespace,
    TracebackType,
)
from typing import Any

from grader.inside.class_facts import attribute_of, is_below
from grader.inside.pair.errors import is_python_error
from grader.inside.pair.peer import FUNCTIONS

# What leads from one object to the frames and modules around it.
CLOSED = (*FUNCTIONS, ModuleType, CodeType, FrameType, TracebackType, Formatter)
# Objects of these packages have no attributes for a hand-in: they decide the result of a test.
TEST_TOOLS = frozenset(("_pytest", "grader", "hypothesis", "pluggy", "py", "pytest"))
# Modules of Python's library whose objects are made to be handed over.
OPEN_MODULES = frozenset(
    (
        *("builtins", "abc", "types", "typing", "enum", "dataclasses", "numbers", "copy"),
        *("collections", "_collections", "array", "heapq", "graphlib", "weakref", "_weakref"),
        *("datetime", "_datetime", "_pydatetime", "zoneinfo", "calendar", "time"),
        *("decimal", "_decimal", "_pydecimal", "fractions", "statistics", "random", "_random"),
        *("re", "string", "uuid", "struct", "_struct", "hashlib", "_hashlib", "hmac", "ipaddress"),
        *("_md5", "_sha1", "_sha2", "_sha256", "_sha512", "_sha3", "_blake2", "zlib"),
        *("io", "_io", "codecs", "tempfile", "csv", "_csv", "json", "configparser", "logging"),
        *("xml", "_elementtree", "html", "email", "sqlite3", "_sqlite3", "argparse", "optparse"),
        *("queue", "_queue", "threading", "_thread", "asyncio", "_asyncio", "concurrent"),
        *("contextlib", "contextvars", "_contextvars", "functools", "itertools", "operator"),
        *("gzip", "bz2", "_bz2", "lzma", "_lzma", "sched", "selectors", "socket", "_socket"),
        *("http", "urllib", "difflib", "textwrap", "pathlib", "unittest.mock"),
    )
)
SUSPENDED = (GeneratorType, CoroutineType, AsyncGeneratorType)
OF_SUSPENDED = ("send", "throw", "close")
# What a mock keeps for its tests only.
OF_MOCKS = (
    *("call_args", "call_args_list", "call_count", "called", "method_calls", "mock_calls"),
    *("attach_mock", "configure_mock", "mock_add_spec", "reset_mock", "return_value"),
    *("side_effect", "await_args", "await_args_list", "await_count"),
)
# Files of the library's functions that write an object's fields; an object with more parts than
# `MOST_SHOWN` counts as one whose text may say anything.
WRITERS, MOST_SHOWN = (dataclasses.__file__, reprlib.__file__), 100_000
# Containers that the library writes with all of their elements, and values without any.
HOLDING = (list, tuple, set, frozenset, deque)
SCALARS = frozenset((int, float, complex, bool, str, bytes, type(None)))
# The operation that asks for an exception's attributes.
ATTRIBUTES = "attributes"


def is_open(target: object, name: object) -> bool:
    """Whether a hand-in may have, or change, an attribute of an object of the tests'."""
    if type(name) is not str or name.startswith("_") or isinstance(target, CLOSED):
        return False
    if isinstance(target, SUSPENDED):
        return name in OF_SUSPENDED
    if isinstance(target, BaseException) and is_python_error(type(target)):
        return True  # wherever it comes from, it is made to be read
    if _is_mock(target):
        return name not in OF_MOCKS and not name.startswith("assert")
    return _is_of_open_module(target, name)


def is_closed(target: object) -> bool:
    """Whether a hand-in may see no text of an object.

    The text of a function, or of other callables of the library such as `partial`, shows what it is
    made of.
    """
    module = type(target).__module__.partition(".")[0]
    is_called = callable(target) and module in sys.stdlib_module_names and not _is_mock(target)
    return is_called or isinstance(target, (*CLOSED, *SUSPENDED))


def tells_more(target: object) -> bool:
    """Whether a text of an object may say something that no attribute gives a hand-in.

    A mock's text may, and so may the library's text of an object with private fields, or of one
    that contains such an object.
    """
    todo, seen = [target], dict[int, object]()
    while todo:
        value = todo.pop()
        if type(value) in SCALARS or id(value) in seen:
            continue
        if len(seen) == MOST_SHOWN or is_closed(value) or _is_mock(value):
            return True
        seen[id(value)] = value  # keep it alive: else another may get its id
        for name, one in _shown_fields(value):
            if name.startswith("_"):
                return True
            todo.append(one)
    return False


def _shown_fields(target: object) -> Iterator[tuple[str, object]]:
    """What the library's `__repr__` writes of an object, each with its name if it has one.

    Nothing if its own class writes it. The text of an exception is that of its arguments.
    """
    for one in _elements_of(target):
        yield "", one
    if isinstance(target, SimpleNamespace):
        yield from vars(target).items()
        return
    # Look these up statically: the class may derive from one of the hand-in's.
    code = getattr(attribute_of(type(target), "__repr__"), "__code__", None)
    fields: Any = attribute_of(type(target), "__dataclass_fields__")
    if code is None or code.co_filename not in WRITERS or not fields:
        return
    yield from [(name, _held(target, name)) for name, field in fields.items() if field.repr]


def _elements_of(target: Any) -> Iterable[object]:
    """What the library writes of a container's elements, or an exception's arguments."""
    kind = type(target)
    if is_below(kind, BaseException):
        return BaseException.args.__get__(target)  # type: ignore[attr-defined,no-any-return]
    writer = attribute_of(kind, "__repr__")
    module = str(writer.__module__) if isinstance(writer, FunctionType) else "builtins"
    if module.partition(".")[0] not in sys.stdlib_module_names:
        return ()
    if is_below(kind, dict):
        return (*dict.keys(target), *dict.values(target))
    made_of = next((one for one in HOLDING if is_below(kind, one)), None)
    return () if made_of is None else made_of.__iter__(target)


def _held(target: object, name: str) -> object:
    with suppress(AttributeError):
        return object.__getattribute__(target, name)
    return None


def attributes_of(error: object) -> dict[str, object]:
    """What an exception offers a hand-in besides its arguments."""
    held = vars(error) if isinstance(error, BaseException) else {}
    return {name: value for name, value in held.items() if is_open(error, name)}


def is_code_of(target: object, name: str, *, is_plain: bool) -> bool:
    """Whether an attribute is called or computed: replacing it would answer for the object.

    A mock has any attribute that it is asked for, so all of a mock's count; but a value that
    `is_plain` never replaces something that is called.
    """
    found = getattr_static(target, name, None)
    kind = type(found)
    if callable(found) or (hasattr(kind, "__get__") and not hasattr(kind, "__set__")):
        return True
    if _is_mock(target):
        return not is_plain
    if found is None and hasattr(type(target), "__getattr__"):
        with suppress(Exception):
            return callable(getattr(target, name)) is not is_plain
    # A slot's content decides; setting a property is that property's own business.
    with suppress(Exception):
        return not is_plain and ismemberdescriptor(found) and callable(getattr(target, name))
    return False


def _is_mock(value: object) -> bool:
    mock = sys.modules.get("unittest.mock")
    return mock is not None and isinstance(value, mock.NonCallableMock)


def _is_of_open_module(target: object, name: str) -> bool:
    """Whether the class that defines an attribute is open, or isn't the library's."""
    kinds = type(target).__mro__
    module = next((kind for kind in kinds if name in vars(kind)), kinds[0]).__module__
    package = module.partition(".")[0]
    if package not in sys.stdlib_module_names and package not in TEST_TOOLS:
        return True
    return module in OPEN_MODULES or package in OPEN_MODULES


def is_metaclass(value: object) -> bool:
    """Whether classes can be made by calling it."""
    return isinstance(value, type) and issubclass(value, type)


def equals_everything(value: object) -> bool:
    """Whether it is `mock.ANY`: returning it would pass for any expected value."""
    mock = sys.modules.get("unittest.mock")
    return mock is not None and value is mock.ANY
