"""What of the tests' objects a hand-in may look at, and what it may make of them.

It may do with what it is handed what a program does with that: use public attributes. But a
function leads to the module in which it was written, and with that to all expected values; what a
mock has noted is what its test looks at; and much in Python's library imports, runs, unpacks, opens
files or looks into frames. So of objects of the library those are open that are made to be handed
over; classes of the tests' own, and of packages that a course allows, are open.
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
# Of these no object has an attribute for a hand-in: they decide what becomes of a test.
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
# What a mock has for its tests alone.
OF_MOCKS = (
    *("call_args", "call_args_list", "call_count", "called", "method_calls", "mock_calls"),
    *("attach_mock", "configure_mock", "mock_add_spec", "reset_mock", "return_value"),
    *("side_effect", "await_args", "await_args_list", "await_count"),
)
# Where the library's functions are that write the fields of an object; what has more in it than
# this may say anything.
WRITERS, MOST_SHOWN = (dataclasses.__file__, reprlib.__file__), 100_000
# What the library writes with all that is in it, and what has nothing in it.
HOLDING = (list, tuple, set, frozenset, deque)
SCALARS = frozenset((int, float, complex, bool, str, bytes, type(None)))
# Asks for what an exception has.
ATTRIBUTES = "attributes"


def is_open(target: object, name: object) -> bool:
    """Whether a hand-in may have, or change, an attribute of an object of the tests'."""
    if type(name) is not str or name.startswith("_") or isinstance(target, CLOSED):
        return False
    if isinstance(target, SUSPENDED):
        return name in OF_SUSPENDED
    if isinstance(target, BaseException) and is_python_error(type(target)):
        return True  # whatever it comes of, it has been made to be read
    if _is_mock(target):
        return name not in OF_MOCKS and not name.startswith("assert")
    return _is_of_open_module(target, name)


def is_closed(target: object) -> bool:
    """Whether nothing that is written of an object is for a hand-in.

    That of a function or of what else the library has to be called, such as `partial`, says what it
    is made of.
    """
    module = type(target).__module__.partition(".")[0]
    is_called = callable(target) and module in sys.stdlib_module_names and not _is_mock(target)
    return is_called or isinstance(target, (*CLOSED, *SUSPENDED))


def tells_more(target: object) -> bool:
    """Whether a text of an object may say what no attribute gives a hand-in.

    So does that of a mock; and what the library writes of an object that has private fields, or
    has such an object in it.
    """
    todo, seen = [target], dict[int, object]()
    while todo:
        value = todo.pop()
        if type(value) in SCALARS or id(value) in seen:
            continue
        if len(seen) == MOST_SHOWN or is_closed(value) or _is_mock(value):
            return True
        seen[id(value)] = value  # so that no other one is in its place
        for name, one in _shown_fields(value):
            if name.startswith("_"):
                return True
            todo.append(one)
    return False


def _shown_fields(target: object) -> Iterator[tuple[str, object]]:
    """What the library writes of an object, with its name if it has one.

    It is nothing if its class does it. A text of an exception is that of its arguments.
    """
    for one in _elements_of(target):
        yield "", one
    if isinstance(target, SimpleNamespace):
        yield from vars(target).items()
        return
    # Nothing is asked of what may be below a class of the hand-in's.
    code = getattr(attribute_of(type(target), "__repr__"), "__code__", None)
    fields: Any = attribute_of(type(target), "__dataclass_fields__")
    if code is None or code.co_filename not in WRITERS or not fields:
        return
    yield from [(name, _held(target, name)) for name, field in fields.items() if field.repr]


def _elements_of(target: Any) -> Iterable[object]:
    """What the library writes of a container, or of an exception."""
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
    """What an exception has for a hand-in beside its arguments."""
    held = vars(error) if isinstance(error, BaseException) else {}
    return {name: value for name, value in held.items() if is_open(error, name)}


def is_code_of(target: object, name: str, *, is_plain: bool) -> bool:
    """Whether an attribute is called or computed: whoever replaces it answers for the object.

    On a mock, which has whatever it is asked for, every one is; but whatever is called isn't
    replaced by a value that `is_plain`.
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
    # What is in a slot; setting a property is its own affair.
    with suppress(Exception):
        return not is_plain and ismemberdescriptor(found) and callable(getattr(target, name))
    return False


def _is_mock(value: object) -> bool:
    mock = sys.modules.get("unittest.mock")
    return mock is not None and isinstance(value, mock.NonCallableMock)


def _is_of_open_module(target: object, name: str) -> bool:
    """Whether the class that has an attribute is one of those, or none of the library's."""
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
    """Whether it is `mock.ANY`: whoever gives it back would have given the expected value."""
    mock = sys.modules.get("unittest.mock")
    return mock is not None and value is mock.ANY
