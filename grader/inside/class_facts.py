"""What Python itself has written down for a class, whatever the class says of that.

A class can say of itself what it likes (`__name__`, `__mro__` and `__subclasscheck__` of a
metaclass): none of that is asked.
"""

_ORDER, _BASES, _NAME = (type.__dict__[name] for name in ("__mro__", "__bases__", "__name__"))


class Holder:
    """Base of classes whose objects say of themselves what `__dict__` is."""


_HELD = Holder.__dict__["__dict__"]


def mro_of(kind: type) -> tuple[type, ...]:
    """A class and those above it, in the order in which Python looks for methods."""
    order: tuple[type, ...] = _ORDER.__get__(kind)
    return order


def bases_of(kind: type) -> tuple[type, ...]:
    """The classes right above a class."""
    bases: tuple[type, ...] = _BASES.__get__(kind)
    return bases


def attribute_of(kind: type, name: str) -> object:
    """What a class, or the first of those above it that has any, holds by a name; else None."""
    return next((vars(base)[name] for base in mro_of(kind) if name in vars(base)), None)


def name_of(kind: type) -> str:
    """The name of a class."""
    return str(_NAME.__get__(kind))


def held_by(value: object) -> dict[str, object]:
    """What an object itself holds by names; raises `TypeError`."""
    held: dict[str, object] = _HELD.__get__(value) if is_below(type(value), Holder) else vars(value)
    return held


def is_below(kind: type, base: type) -> bool:
    """Whether a class is another one or below it."""
    return type.__subclasscheck__(base, kind)
