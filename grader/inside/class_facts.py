"""What Python itself has recorded about a class, whatever the class claims.

A class can claim anything about itself (`__name__`, `__mro__` and `__subclasscheck__` of a
metaclass): none of these is consulted.
"""

# The slots of `type` itself: a metaclass can't override what these read.
_ORDER, _BASES, _NAME = (type.__dict__[name] for name in ("__mro__", "__bases__", "__name__"))


class Holder:
    """Base of classes whose objects answer for `__dict__` themselves."""


_HELD = Holder.__dict__["__dict__"]


def mro_of(kind: type) -> tuple[type, ...]:
    """A class and its base classes, in method resolution order."""
    order: tuple[type, ...] = _ORDER.__get__(kind)
    return order


def bases_of(kind: type) -> tuple[type, ...]:
    """The direct base classes of a class."""
    bases: tuple[type, ...] = _BASES.__get__(kind)
    return bases


def attribute_of(kind: type, name: str) -> object:
    """The value of a name in a class or the first base class that has it; else None."""
    return next((vars(base)[name] for base in mro_of(kind) if name in vars(base)), None)


def name_of(kind: type) -> str:
    """The name of a class."""
    return str(_NAME.__get__(kind))


def held_by(value: object) -> dict[str, object]:
    """The attributes that an object itself holds; raises `TypeError`."""
    held: dict[str, object] = _HELD.__get__(value) if is_below(type(value), Holder) else vars(value)
    return held


def is_below(kind: type, base: type) -> bool:
    """Whether a class is `base` or a subclass of it."""
    return type.__subclasscheck__(base, kind)
