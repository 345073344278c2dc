"""What the values of the library have in common: how they print, and what a constant is."""

from __future__ import annotations

from typing import Any, ClassVar, Self


class Record:
    """A value made of named fields, printed as the expression that builds it.

    Subclasses are frozen dataclasses: equal when class and fields are equal, hashable, and
    ready for ``match`` with their fields in order.

    >>> from gametree import Guess
    >>> Guess(3)
    Guess(3)
    """

    __slots__ = ()
    __match_args__: ClassVar[Any] = ()

    def __repr__(self) -> str:
        fields = ", ".join(repr(getattr(self, name)) for name in self.__match_args__)
        return f"{type(self).__name__}({fields})"


class Constant:
    """A value without fields. Each subclass has one object, whatever makes, copies or unpickles it.

    It prints as ``constant_name``, or as a call of its class where it has none.

    >>> from gametree import DRAW, Draw
    >>> Draw() is DRAW
    True
    """

    __slots__ = ()
    __match_args__ = ()
    constant_name: ClassVar[str | None] = None
    _the_object: ClassVar[Any]

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        cls._the_object = object.__new__(cls)

    def __new__(cls) -> Self:
        """Return the one object of this class."""
        the_object: Self = cls._the_object
        return the_object

    def __reduce__(self) -> tuple[type[Any], tuple[()]]:
        """Make copy, deepcopy and pickle go through the constructor, and so to the one object."""
        return type(self), ()

    def __repr__(self) -> str:
        return self.constant_name or f"{type(self).__name__}()"
