"""Values besides `list` and `dict` that cross between tests and a hand-in.

They are other containers, paths, and an `array`, a `struct_time` and a `UUID`.
"""

import dataclasses
import operator
from array import array, typecodes
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
from collections.abc import Callable, ItemsView, Iterator, KeysView, Mapping, ValuesView
from copy import deepcopy
from decimal import Decimal
from fractions import Fraction
from functools import lru_cache
from keyword import iskeyword
from pathlib import PosixPath, PurePosixPath
from time import struct_time
from types import MappingProxyType
from typing import Any
from uuid import UUID

from grader.inside.class_facts import name_of
from grader.inside.library import Library
from grader.inside.pair.signatures import in_words, meanings
from grader.inside.values import KINDS, Codec, Decode, Encode, Read
from grader.inside.wire import Violation

# Factories of a defaultdict that exist on both sides; other functions stay on their own.
FACTORIES = {
    kind.__name__: kind
    for kind in (
        *(int, float, complex, bool, str, bytes, list, tuple, dict, set, frozenset),
        *(Counter, OrderedDict, defaultdict, deque, Decimal, Fraction),
    )
}

CONSTANTS = (("NotImplemented", NotImplemented), ("...", ...))

MOST_FIELDS, MOST_TEXT = 100, 2_000
ENDS_OF_RANGE = 3
PARTS_OF_TIME = 11  # with the names that only Python's own have


def is_named_tuple(value: object) -> bool:
    """Whether an object is a tuple whose parts have names."""
    fields = getattr(type(value), "_fields", None)
    return isinstance(value, tuple) and type(fields) is tuple and set(map(type, fields)) <= {str}


def are_fields(name: str, fields: str) -> bool:
    """Whether a class of tuples may have that name and those names of fields."""
    names = [name, *fields.split()]
    is_short = len(names) <= MOST_FIELDS and len(fields) + len(name) <= MOST_TEXT
    return is_short and len({*names[1:]}) == len(names) - 1 and all(map(_is_plain_name, names))


def _is_plain_name(name: str) -> bool:
    return name.isidentifier() and not iskeyword(name) and not name.startswith("_")


@lru_cache(maxsize=100)
def named_tuple(name: str, fields: str) -> Any:
    """A class of tuples whose parts have these names."""
    return namedtuple(name, fields, module="collections")  # not ours, so no module of ours shows


def with_containers(library: Library) -> Library:
    """A library whose values include these containers, paths, and Python's constants."""
    return dataclasses.replace(
        library,
        codecs={**library.codecs, **CODECS},
        constants=(*library.constants, *CONSTANTS),
    )


def _same(value: Any) -> Any:
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


def _write_defaultdict(value: defaultdict[object, object], encode: Encode) -> list[object]:
    factory = value.default_factory
    name = name_of(factory) if isinstance(factory, type) else ""
    is_known = FACTORIES.get(name) is factory is not None
    return ["defaultdict", name if is_known else encode(factory), *_items(value, encode)]


def read_defaultdict(
    data: list[object], decode: Decode, decode_factory: Decode | None = None
) -> object:
    """A defaultdict from its data; raises `ValueError`."""
    _tag, given, *items = data if len(data) > 1 else (*data, 0)
    factory = FACTORIES.get(given) if type(given) is str else (decode_factory or decode)(given)
    if given is not None and not callable(factory):
        raise ValueError("a defaultdict that makes no values")
    return defaultdict(factory, _read_items(items, decode))


def _write_deque(value: deque[object], encode: Encode) -> list[object]:
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


def _write_range(value: range, encode: Encode) -> list[object]:
    return ["range", *[encode(int(end)) for end in (value.start, value.stop, value.step)]]


def _read_range(data: list[object], decode: Decode) -> object:
    _tag, *ends = data
    parts: Any = [*map(decode, ends)]
    if [*map(type, parts)] != [int] * ENDS_OF_RANGE:
        raise ValueError("a range of other ends than numbers")
    return range(*parts)


# The methods by which a class of dicts may look up keys in its own way.
LOOK_UP, MISSING, GET = "__getitem__", "__missing__", "get"
# The operation that looks a key up, and says whether the dict has it afterwards.
LOOKED_UP = "looked up"
# What objects are asked for: the plain values that they are by class, or what they hold.
CONTENT_OF, MADE_OF = "content", "made of"


class AskedTable:
    """A dict of the hand-in that looks up in its `own` ways, so that it is asked for each key.

    Only its content says whether it has a key. To a hand-in that gets it, it is a plain dict. It is
    also an instance of one of Python's kinds (`TABLES`).
    """

    _came: Mapping[object, object] = MappingProxyType({})
    _own: frozenset[str] = frozenset()
    # A remote object that another peer made.
    asked: Any = None

    def _ask(self, operation: str, *operands: object) -> Any:
        return self.asked._peer.ask(operation, self.asked, *operands)

    def __getitem__(self, key: object) -> object:
        plain: Any = super()
        return self._looked_up(key) if self._is_asked(LOOK_UP, key) else plain.__getitem__(key)

    def __missing__(self, key: object) -> object:
        if MISSING in self._own:
            return self._looked_up(key)
        plain: Any = super()
        if not hasattr(plain, MISSING):
            raise KeyError(key)
        return plain.__missing__(key)

    def get(self, key: object, *default: object) -> object:
        if self._is_asked(GET, key):
            return self._ask("()", GET, (key, *default), [])
        plain: Any = super()
        return plain.get(key, *default)

    def _is_asked(self, way: str, key: object) -> bool:
        return way in self._own and self._is_as_it_came(key)

    def _is_as_it_came(self, key: object) -> bool:
        return dict.get(_held_in(self), key, self) is self._came.get(key, self)

    def __copy__(self) -> object:
        return self._with(_plain(self))

    def __deepcopy__(self, memo: dict[int, object]) -> object:
        return self._with(deepcopy(_plain(self), memo))

    def _with(self, content: object) -> object:
        made = asked_table(content, self._own, self.asked)
        made._came = {key: one for key, one in made._came.items() if self._is_as_it_came(key)}
        return made

    def _looked_up(self, key: object) -> object:
        match self._ask(LOOKED_UP, key):
            case [value, bool(is_kept)]:
                if is_kept and LOOK_UP not in self._own:
                    _held_in(self)[key] = value
                    self._came = {**self._came, key: value}
                return value
        raise Violation("what is looked up comes without whether it is kept")


def _by_content(name: str, *, reflected: bool = False) -> Callable[[object, object], object]:
    """An operator on contents, without the dict's own look-ups, which those of `Counter` use."""
    operation = getattr(operator, name)

    def operate(self: object, other: object) -> object:
        operands = [_plain(one) if isinstance(one, AskedTable) else one for one in (self, other)]
        return operation(*(reversed(operands) if reflected else operands))

    return operate


# Python tries a subclass's operators first, so these apply on whichever side the table is.
BY_CONTENT: Mapping[str, object] = {
    **{f"__{name}__": _by_content(name) for name in ("eq", "ne", "lt", "le", "gt", "ge")},
    **{
        f"__{'r' * reflected}{name.strip('_')}__": _by_content(name, reflected=reflected)
        for name in ("add", "sub", "and_", "or_")
        for reflected in (False, True)
    },
}
TABLES: Mapping[type, Any] = {
    kind: type(f"Asked{kind.__name__}", (AskedTable, kind), {**BY_CONTENT})
    for kind in (dict, OrderedDict, Counter, defaultdict, UserDict)
}


def asked_table(content: object, own: frozenset[str], asked: object) -> Any:
    """An asked table of the same kind as its content."""
    made = _of_content(TABLES[type(content)], content, _held_in(content))
    made._came, made._own, made.asked = dict(_held_in(content)), own, asked
    return made


def _of_content(kind: Any, table: Any, content: Mapping[object, object]) -> Any:
    is_making = isinstance(table, defaultdict)
    return kind(table.default_factory, content) if is_making else kind(content)


def _plain(table: object) -> object:
    """A table's plain value, of Python's kind, without asking for look-ups."""
    kind = next(kind for kind, made in TABLES.items() if made is type(table))
    held = _held_in(table)
    return _of_content(kind, table, {key: dict.__getitem__(held, key) for key in [*held]})


def _codec_of_tables(kind: type) -> Codec:
    return (
        lambda value, encode: {**KINDS, **CODECS}[kind][0](_plain(value), encode),
        {},
    )


def _held_in(table: Any) -> dict[object, object]:
    """The dict that this is, or that a UserDict wraps."""
    held: dict[object, object] = table.data if isinstance(table, UserDict) else table
    return held


def looked_up(table: Any, key: object) -> list[object]:
    """What a dict gives for a key, and whether it has it afterwards."""
    return [table[key], dict.__contains__(_held_in(table), key)]


# The kinds of fields of a dataclass, such as that of a class variable.
_FIELDS: Mapping[str, object] = {
    name: vars(dataclasses)[name] for name in ("_FIELD", "_FIELD_CLASSVAR", "_FIELD_INITVAR")
}


def _write_field(value: Any, encode: Encode) -> list[object]:
    return [
        "field",
        value.name,
        value._field_type.name,
        value.init,
        encode(in_words({"": value.type})),
    ]


def _read_field(data: list[object], decode: Decode) -> object:
    """A field of a dataclass, with only what `asdict`, `fields` and `replace` need."""
    [_tag, name, kind, is_given, annotation] = data
    found: Any = dataclasses.field(init=is_given is True)
    found.type = meanings(decode(annotation)).get("")
    found.name, found._field_type = _text_of(["", name]), _FIELDS.get(_text_of(["", kind]))
    return found


def _read_array(data: list[object], decode: Decode) -> object:
    _tag, code, *elements = data if len(data) > 1 else (*data, "")
    if type(code) is not str or len(code) != 1 or code not in typecodes:
        raise ValueError("an array of no kind of elements")
    try:
        return array(code, [*map(decode, elements)])
    except (TypeError, OverflowError):
        raise ValueError("an array with an element of another kind") from None


def _write_time(value: struct_time, encode: Encode) -> list[object]:
    return ["moment", *map(encode, (*value, value.tm_zone, value.tm_gmtoff))]


def _read_time(data: list[object], decode: Decode) -> object:
    parts = [*map(decode, data[1:])]
    kinds = [*map(type, parts)]
    is_known = kinds[-2:] in ([str, int], [type(None)] * 2)
    if len(parts) != PARTS_OF_TIME or {*kinds[:-2]} != {int} or not is_known:
        raise ValueError("a time of other parts than numbers")
    return struct_time(parts)


_KEYS = _codec_of_items("keys", dict.keys, dict.fromkeys)
_ITEMS = _codec_of_items("items", dict.items, dict)
_VALUES: Codec = (
    lambda value, encode: ["values", *map(encode, value)],
    {"values": lambda data, decode: dict(enumerate(map(decode, data[1:]))).values()},
)
CODECS: Mapping[type, Codec] = {
    range: (_write_range, {"range": _read_range}),
    dataclasses.Field: (_write_field, {"field": _read_field}),
    **{made: _codec_of_tables(kind) for kind, made in TABLES.items()},
    bytearray: (
        lambda value, _: ["bytearray", bytearray.hex(value)],
        {"bytearray": lambda data, _: bytearray.fromhex(_text_of(data))},
    ),
    array: (
        lambda value, encode: ["array", value.typecode, *map(encode, value)],
        {"array": _read_array},
    ),
    struct_time: (_write_time, {"moment": _read_time}),
    UUID: (
        lambda value, _: ["uuid", UUID.__str__(value)],
        {"uuid": lambda data, _: UUID(_text_of(data))},
    ),
    PosixPath: _codec_of_paths("path", PosixPath),
    PurePosixPath: _codec_of_paths("purepath", PurePosixPath),
    Counter: _codec_of_items("counter", Counter),
    OrderedDict: _codec_of_items("ordered", OrderedDict),
    defaultdict: (_write_defaultdict, {"defaultdict": read_defaultdict}),
    deque: (_write_deque, {"deque": _read_deque}),
    # A view shows what it did when it was handed over.
    type({}.keys()): _KEYS,
    type({}.items()): _ITEMS,
    type({}.values()): _VALUES,
    # Views of other mappings become plain ones.
    KeysView: (_KEYS[0], {}),
    ItemsView: (_ITEMS[0], {}),
    ValuesView: (_VALUES[0], {}),
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


class EmptyArray:
    """An array without elements where nothing of the reference's is empty.

    Comparing a number with an empty array is vacuously true for all elements; here it never is.
    """

    def __init__(self, array: Any) -> None:
        self.array = array

    def __bool__(self) -> bool:
        return False

    def __len__(self) -> int:
        return len(self.array)

    def __iter__(self) -> Iterator[object]:
        return iter(self.array)

    def __repr__(self) -> str:
        return repr(self.array)


def is_empty_array(value: object) -> bool:
    """Whether it is an array, or a frame or series, without elements: it equals every number."""
    kind: Any = type(value)  # a mock has whatever it is asked for
    return hasattr(kind, "__array__") and getattr(value, "size", 1) == 0


def judged_arrays(
    codecs: Mapping[type, Any], judge: Callable[[object], object]
) -> dict[type, Codec]:
    """The codecs that read arrays, with `judge` returning what replaces one."""

    def judged(read: Read) -> Read:
        return lambda data, decode: judge(read(data, decode))

    return {
        kind: (write, {tag: judged(read) for tag, read in readers.items()})
        for kind, (write, readers) in codecs.items()
        if hasattr(kind, "__array__")
    }
