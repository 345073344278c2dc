"""What a library declares of its classes is found by the class, never by its name."""

import sys
from types import ModuleType

from gametree import Guess
from grader.student.library_tables import declared, home_of, is_value


class Base:
    """Declared in a library."""


class Below(Base):
    """A class of a hand-in, below one of the library."""


class Other:
    """Of no library."""


LIBRARY = ModuleType("trees.grading")
LIBRARY.VALUES = (Base,)  # type: ignore[attr-defined]
LIBRARY.TEXTS = {Base: "of a base", object: "of all"}  # type: ignore[attr-defined]
Base.__declared_in__ = LIBRARY  # type: ignore[attr-defined]


def test_what_is_declared_of_the_nearest_base_counts() -> None:
    assert [declared(kind, "TEXTS") for kind in (Base, Below)] == ["of a base", "of a base"]
    assert declared(Base, "PICTURES") is None
    assert declared(Other, "TEXTS") is None
    assert declared(int, "TEXTS") is None


def test_only_the_listed_class_itself_is_a_value() -> None:
    assert [is_value(kind) for kind in (Base, Below, Other)] == [True, False, False]
    same_name = type("Base", (), {})
    assert not is_value(same_name)


def test_the_home_of_a_class_is_the_package_of_its_library() -> None:
    assert (home_of(Base), home_of(Below), home_of(Other)) == ("trees", "trees", "")
    assert home_of(Guess) == "gametree"
    assert "gametree" in sys.modules
