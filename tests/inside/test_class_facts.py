"""What Python has written down for a class counts, whatever the class says of itself."""

from typing import Any

import pytest

from grader.inside.class_facts import (
    Holder,
    attribute_of,
    bases_of,
    held_by,
    is_below,
    mro_of,
    name_of,
)


class Lying(type):
    __name__ = "int"  # type: ignore[assignment]
    __mro__ = (int, object)  # type: ignore[assignment]
    __bases__ = (int,)

    def __subclasscheck__(cls, kind: type) -> bool:
        return True

    def mro(cls) -> list[type]:
        return super().mro()


class Base:
    shared = 1


class Liar(Base, metaclass=Lying):
    pass


def test_a_class_can_not_lie_of_its_name_and_of_those_above_it() -> None:
    assert name_of(Liar) == "Liar"
    assert mro_of(Liar) == (Liar, Base, object)
    assert bases_of(Liar) == (Base,)


def test_a_class_can_not_say_what_is_below_it() -> None:
    assert issubclass(int, Liar)
    assert not is_below(int, Liar)
    assert is_below(Liar, Base)
    assert is_below(Liar, Liar)


def test_the_nearest_class_that_holds_a_name_is_asked() -> None:
    assert attribute_of(Liar, "shared") == 1
    assert attribute_of(Liar, "missing") is None
    below = type("Below", (Base,), {"shared": None})
    assert attribute_of(type("Lower", (below,), {}), "shared") is None


class Hiding(Holder):
    def __init__(self) -> None:
        vars(type(self))  # what the class holds is no secret
        object.__setattr__(self, "own", 1)

    __dict__: Any = property(lambda _self: {"said": 2})


def test_what_an_object_holds_is_not_what_it_says() -> None:
    assert vars(Hiding()) == {"said": 2}
    assert held_by(Hiding()) == {"own": 1}
    plain = Base()
    plain.mine = 3  # type: ignore[attr-defined]
    assert held_by(plain) == {"mine": 3}
    with pytest.raises(TypeError):
        held_by(7)
