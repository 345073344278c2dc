"""How one box's functions and classes are called, as the other box sees it.

Parameters, plain defaults and annotations cross over as one text of plain values, with a list of
the classes in it. Both are only the sender's word. Any other default or annotation stays there: an
`UnsaidValue` replaces it, which equals nothing.
"""

import ast
import collections.abc
import inspect
import operator
import typing
from ast import literal_eval
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import reduce
from types import EllipsisType, GenericAlias, UnionType
from typing import Any

# The attributes by which a function or class says how it is called.
SAID = ("__signature__", "__annotations__", "__defaults__", "__kwdefaults__")
NONE = inspect.Parameter.empty
POSITIONAL = (inspect.Parameter.POSITIONAL_ONLY, inspect.Parameter.POSITIONAL_OR_KEYWORD)


class UnsaidValue:
    """Stands for a default or an annotation that isn't known here."""

    __hash__ = None  # type: ignore[assignment]

    def __eq__(self, other: object) -> bool:
        return False

    def __repr__(self) -> str:
        return "…"


# -- in the box that has them --------------------------------------------------------------------


def described(values: Mapping[str, object]) -> tuple[str, list[type]]:
    """Functions, classes and modules by name, as a text, and the classes that it refers to."""
    kinds: list[type] = []
    found = {name: (_called(value, kinds), _noted(value, kinds)) for name, value in values.items()}
    return repr(found), kinds


def in_words(annotations: Mapping[str, object]) -> tuple[str, list[type]]:
    """Annotations by name, as a text, and the classes that it refers to."""
    kinds: list[type] = []
    return repr({name: _said(one, kinds) for name, one in annotations.items()}), kinds


def mentioned(values: Iterable[object], held: Mapping[str, object]) -> tuple[str, list[type]]:
    """The meanings in a module of the names in textual annotations, in words."""
    texts = [one for value in values for one in _annotations_of(value).values()]
    names = {name for text in texts if type(text) is str for name in _names_in(text)}
    return in_words({name: held[name] for name in sorted(names & held.keys())})


def _names_in(text: str) -> Iterator[str]:
    with suppress(SyntaxError, ValueError, MemoryError, RecursionError):
        tree = ast.parse(text, mode="eval")
        yield from (node.id for node in ast.walk(tree) if isinstance(node, ast.Name))


def _annotations_of(value: Any) -> dict[str, object]:
    try:
        return inspect.get_annotations(value)
    except Exception:  # its class may raise anything
        return {}


def _called(value: Any, kinds: list[type]) -> list[object] | None:
    try:
        signature = inspect.signature(value)
    except Exception:  # it has none, or its class may raise anything
        return None
    parameters = [
        [one.name, int(one.kind), _said(one.default, kinds), _said(one.annotation, kinds)]
        for one in signature.parameters.values()
    ]
    return [parameters, _said(signature.return_annotation, kinds)]


def _noted(value: object, kinds: list[type]) -> dict[str, object]:
    return {str(name): _said(kind, kinds) for name, kind in _annotations_of(value).items()}


def _said(value: object, kinds: list[type]) -> list[object]:
    """A default or an annotation, in words."""
    origin = typing.get_origin(value)
    if value is NONE:
        return []
    if isinstance(value, EllipsisType):
        return ["..."]
    if origin is not None:
        return _said_of_alias(value, origin, kinds)
    if getattr(value, "__module__", "") == "typing":
        return _named_in_typing(getattr(value, "_name", None) or getattr(value, "__name__", ""))
    if isinstance(value, type):
        if value.__module__ == collections.abc.__name__:
            return ["abc", value.__name__]
        kinds.append(value)
        return ["class", len(kinds) - 1]
    return ["value", value] if _is_plain(value) else ["unsaid"]


def _said_of_alias(value: object, origin: object, kinds: list[type]) -> list[object]:
    parts = [
        ["list", [_said(each, kinds) for each in one]] if type(one) is list else _said(one, kinds)
        for one in typing.get_args(value)
    ]
    if type(value) is UnionType:
        return ["|", parts]
    if isinstance(value, GenericAlias):
        return ["of", _said(origin, kinds), parts]
    name = getattr(origin, "_name", None) or getattr(value, "_name", None)
    named = _named_in_typing(name)
    return ["of", named, parts] if parts else named


def _named_in_typing(name: object) -> list[object]:
    return ["typing", name] if name in typing.__all__ else ["unsaid"]


def _is_plain(value: object) -> bool:
    try:
        return bool(literal_eval(repr(value)) == value)
    except Exception:  # its class may raise anything
        return False


# -- in the other one ----------------------------------------------------------------------------


def heard(data: object) -> dict[str, dict[str, object]]:
    """How functions, classes and modules are called, by their own word, by name; see `SAID`."""
    return _read(data, _heard)


def meanings(data: object) -> dict[str, object]:
    """The annotations that `in_words` has described, by name."""
    return _read(data, _meant)


def _read(data: Any, read: Callable[[object, Sequence[object]], object]) -> dict[str, Any]:
    try:
        text, kinds = data
        return {str(name): read(said, kinds) for name, said in literal_eval(text).items()}
    except (TypeError, ValueError, SyntaxError, AttributeError, MemoryError, RecursionError):
        return {}  # a hand-in may send anything


def _heard(said: Any, kinds: Sequence[object]) -> dict[str, object]:
    called, noted = said
    annotations = {str(name): _meant(said, kinds) for name, said in noted.items()}
    found = {**dict.fromkeys(SAID), "__annotations__": annotations}
    if called is None:
        return found
    parameters = [
        inspect.Parameter(
            name,
            inspect._ParameterKind(kind),
            default=_meant(default, kinds),
            annotation=_meant(of, kinds),
        )
        for name, kind, default, of in called[0]
    ]
    signature = inspect.Signature(parameters, return_annotation=_meant(called[1], kinds))
    given = [one for one in parameters if one.default is not NONE]
    first = tuple(one.default for one in given if one.kind in POSITIONAL)
    named = {one.name: one.default for one in given if one.kind not in POSITIONAL}
    return {
        **found,
        "__signature__": signature,
        "__defaults__": first or None,
        "__kwdefaults__": named or None,
    }


def _meant(said: object, kinds: Sequence[object]) -> Any:
    """The default or annotation that these words describe."""
    with suppress(TypeError, ValueError, IndexError, AttributeError, PermissionError, SyntaxError):
        match said:
            case []:
                return NONE
            case ["..."]:
                return ...
            case ["value", value]:
                return value
            case ["class", int(at)] if issubclass(type(kinds[at]), type):
                return kinds[at]
            case ["abc", str(name)] if name in collections.abc.__all__:
                return getattr(collections.abc, name)
            case ["typing", str(name)] if name in typing.__all__:
                return getattr(typing, name)
            case ["list", [*parts]]:
                return [_meant(one, kinds) for one in parts]
            case ["|", [*parts]]:
                return reduce(operator.or_, [_meant(one, kinds) for one in parts])
            case ["of", origin, [*parts]]:
                found, of = _meant(origin, kinds), tuple(_meant(one, kinds) for one in parts)
                if isinstance(found, type) and found.__module__ != collections.abc.__name__:
                    return GenericAlias(found, of)
                return found[of[0] if len(of) == 1 else of]
    return UnsaidValue()
