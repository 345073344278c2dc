"""Classes of Python's library that a hand-in's class may be below, as the tests see that.

`issubclass(Color, Enum)` and `isinstance(shape, ABC)` look at the order in which Python looks for
methods, and at nothing else. A stand-in has them there behind `object`; what they have by names of
their own is asked for.
"""

from importlib import import_module
from typing import Any

from grader.inside.class_facts import mro_of, name_of

# Those that tests look for; none of which an object is a plain value, too, such as `IntEnum`.
KINDS = frozenset(
    (
        *("abc.ABC", "contextlib.AbstractContextManager", "contextlib.ContextDecorator"),
        *("enum.Enum", "enum.ReprEnum", "enum.Flag", "threading.Thread"),
        *(f"numbers.{name}" for name in ("Number", "Complex", "Real", "Rational", "Integral")),
        *(
            f"collections.abc.{name}"
            for name in (
                *("Hashable", "Sized", "Callable", "Container", "Iterable", "Iterator"),
                *("Collection", "Reversible", "Generator", "Sequence", "MutableSequence", "Set"),
                *("MutableSet", "Mapping", "MutableMapping"),
            )
        ),
    )
)


def kinds_above(kind: type) -> list[str]:
    """The names of those that a class is below."""
    return [*filter(None, map(kind_name, mro_of(kind)))]


def kind_name(kind: type) -> str:
    """The name of one of them; empty for any other class."""
    name = f"{kind.__module__}.{name_of(kind)}"
    return name if name in KINDS and kind is _kind(name) else ""


def known_kinds(names: object) -> list[type]:
    """The classes of such names; a hand-in may say any."""
    said = names if isinstance(names, list) else []
    return [_kind(name) for name in said if type(name) is str and name in KINDS]


def _kind(name: str) -> Any:
    module, _, own = name.rpartition(".")
    return getattr(import_module(module), own)
