"""Containers beside `list` and `dict`, and paths, between tests and a hand-in: values, too."""

import dataclasses
from collections import (
    Counter,
    OrderedDict,
    UserDict,
    UserList,
    UserString,
    defaultdict,
    deque,
    namedtuple,
)
from collections.abc import Callable, Mapping
from functools import lru_cache
from keyword import iskeyword
from pathlib import PosixPath, PurePosixPath
from types import MappingProxyType
from typing import Any

from grader.inside.library import Library
from grader.inside.values import KINDS, Codec, Decode, Encode
from grader.inside.wire import Violation

# What makes the values that a defaultdict lacks; other functions stay where they are.
FACTORIES = {kind.__name__: kind for kind in (int, float, str, bool, list, tuple, dict, set)}

MOST_FIELDS, MOST_TEXT = 100, 2_000


def is_named_tuple(value: object) -> bool:
    """Whether an object is a tuple whose parts have names."""
    fields = getattr(type(value), "_fields", None)
    return isinstance(value, tuple) and type(fields) is tuple and set(map(type, fields)) <= {str}


def are_fields(name: str, fields: str) -> bool:
    """Whether a class of tuples may have that name, and these of its parts."""
    names = [name, *fields.split()]
    is_short = len(names) <= MOST_FIELDS and len(fields) + len(name) <= MOST_TEXT
    return is_short and len({*names[1:]}) == len(names) - 1 and all(map(_is_plain_name, names))


def _is_plain_name(name: str) -> bool:
    return name.isidentifier() and not iskeyword(name) and not name.startswith("_")


@lru_cache(maxsize=100)
def named_tuple(name: str, fields: str) -> Any:
    """A class of tuples whose parts have these names."""
    return namedtuple(name, fields, module="collections")  # as of those that have none of ours


def with_containers(library: Library) -> Library:
    """A library whose values are those containers, too, and paths."""
    return dataclasses.replace(library, codecs={**library.codecs, **CODECS})


def _same(value: object) -> Any:
    return value


def _items(value: object, encode: Encode) -> list[object]:
    return KINDS[dict][0](value, encode)[1:]


def _read_items(data: list[object], decode: Decode) -> dict[object, object]:
    found: dict[object, object] = KINDS[dict][1]["dict"](["dict", *data], decode)
    return found


def _codec_of_items(
    tag: str,
    kind: Callable[[dict[object, object]], object],
    as_dict: Callable[[Any], dict[object, object]] = _same,
) -> Codec:
    return (
        lambda value, encode: [tag, *_items(as_dict(value), encode)],
        {tag: lambda data, decode: kind(_read_items(data[1:], decode))},
    )


def _write_defaultdict(value: Any, encode: Encode) -> list[object]:
    factory = value.default_factory
    name = getattr(factory, "__name__", None)
    is_known = isinstance(factory, type) and FACTORIES.get(str(name)) is factory
    return ["defaultdict", name if is_known else encode(factory), *_items(value, encode)]


def _read_defaultdict(data: list[object], decode: Decode) -> object:
    _tag, given, *items = data if len(data) > 1 else (*data, 0)
    factory = FACTORIES.get(given) if type(given) is str else decode(given)
    if given is not None and not callable(factory):
        raise ValueError("a defaultdict that makes no values")
    return defaultdict(factory, _read_items(items, decode))


def _write_deque(value: Any, encode: Encode) -> list[object]:
    return ["deque", value.maxlen, *map(encode, deque.__iter__(value))]


def _read_deque(data: list[object], decode: Decode) -> object:
    _tag, most, *elements = data if len(data) > 1 else (*data, -1)
    if most is not None and (type(most) is not int or most < len(elements)):
        raise ValueError("a deque of more elements than it may have")
    return deque(map(decode, elements), most)


def _codec_of_paths(tag: str, kind: type[PurePosixPath]) -> Codec:
    return (
        lambda value, _: [tag, str(value)],
        {tag: lambda data, _: kind(_text_of(data))},
    )


def _text_of(data: list[object]) -> str:
    [_, text] = data
    if type(text) is not str:
        raise ValueError("a value that is no text")
    return text


# How a class of dicts may look up what is asked for in its own way.
LOOK_UP, MISSING, GET = "__getitem__", "__missing__", "get"
# Asks for that, and whether it has then kept it.
LOOKED_UP = "looked up"


class AskedTable(dict[Any, Any]):
    """A dict of the hand-in's that looks up in its `own` ways, for which it is asked.

    Whether it has something, only its content says. For a hand-in that gets it, it is a plain one.
    """

    __slots__ = ("_came", "_own", "asked")

    def __init__(self, content: dict[Any, Any], own: frozenset[str], asked: Any) -> None:
        super().__init__(content)
        # A remote object of another peer's making.
        self._came, self._own, self.asked = content, own, asked

    def _ask(self, operation: str, *operands: object) -> Any:
        return self.asked._peer.ask(operation, self.asked, *operands)

    def __getitem__(self, key: Any) -> Any:
        return self._looked_up(key) if self._is_asked(LOOK_UP, key) else super().__getitem__(key)

    def __missing__(self, key: Any) -> Any:
        if MISSING in self._own:
            return self._looked_up(key)
        raise KeyError(key)

    def get(self, key: Any, *default: Any) -> Any:
        if self._is_asked(GET, key):
            return self._ask("()", GET, (key, *default), [])
        return super().get(key, *default)

    def _is_asked(self, way: str, key: object) -> bool:
        return way in self._own and super().get(key, self) is self._came.get(key, self)

    def _looked_up(self, key: Any) -> Any:
        match self._ask(LOOKED_UP, key):
            case [value, bool(is_kept)]:
                if is_kept and LOOK_UP not in self._own:
                    self[key] = self._came[key] = value
                return value
        raise Violation("what is looked up comes without whether it is kept")


def looked_up(table: Any, key: object) -> list[object]:
    """What a dict gives for a key, and whether it has it afterwards."""
    return [table[key], dict.__contains__(table, key)]


# The kinds of fields of a dataclass, such as that of a class variable.
_FIELDS: Mapping[str, object] = {
    name: vars(dataclasses)[name] for name in ("_FIELD", "_FIELD_CLASSVAR", "_FIELD_INITVAR")
}


def _write_field(value: Any, _encode: Encode) -> list[object]:
    return ["field", value.name, value._field_type.name, value.init]


def _read_field(data: list[object], _decode: Decode) -> object:
    """A field of a dataclass: no more of it than `asdict`, `fields` and `replace` need."""
    [_tag, name, kind, is_given] = data
    found: Any = dataclasses.field(init=is_given is True)
    found.name, found._field_type = _text_of(["", name]), _FIELDS.get(_text_of(["", kind]))
    return found


CODECS: Mapping[type, Codec] = {
    dataclasses.Field: (_write_field, {"field": _read_field}),
    AskedTable: (lambda value, encode: KINDS[dict][0](dict(value), encode), {}),
    PosixPath: _codec_of_paths("path", PosixPath),
    PurePosixPath: _codec_of_paths("purepath", PurePosixPath),
    Counter: _codec_of_items("counter", Counter),
    OrderedDict: _codec_of_items("ordered", OrderedDict),
    defaultdict: (_write_defaultdict, {"defaultdict": _read_defaultdict}),
    deque: (_write_deque, {"deque": _read_deque}),
    # What is looked at through a view is what it was when it was handed over.
    type({}.keys()): _codec_of_items("keys", dict.keys, dict.fromkeys),
    type({}.items()): _codec_of_items("items", dict.items, dict),
    type({}.values()): (
        lambda value, encode: ["values", *map(encode, value)],
        {"values": lambda data, decode: dict(enumerate(map(decode, data[1:]))).values()},
    ),
    MappingProxyType: _codec_of_items("proxy", MappingProxyType, dict),
    UserDict: _codec_of_items("userdict", UserDict, lambda value: value.data),
    UserString: (
        lambda value, encode: ["usertext", encode(value.data)],
        {"usertext": lambda data, decode: UserString(decode(_text_of(data)))},
    ),
    UserList: (
        lambda value, encode: ["userlist", *map(encode, value.data)],
        {"userlist": lambda data, decode: UserList(map(decode, data[1:]))},
    ),
}
