"""What the library of an assignment says about its values, looked up by their class.

A class of a library names, as `__declared_in__`, the module that declares how its values are
compared, written as Python text and drawn. Nothing is found by a name of a class or of a module,
so one library never answers for another's values, and an assignment needs no library.

`VALUES` lists dataclasses, named tuples and enums of which all is said by that. The tables, each
of which may be missing, map classes to:

* `COMPARED`: whether an answer is as good as the expected value, where fields don't decide it;
* `SEQUENCES`: tag, elements and maker of sequences, which are compared element by element;
* `TEXTS`: the stem of a variable and the Python text of objects that a question is about;
* `PLACES`: tag, finder, follower and Python text of places in such objects;
* `SEALED`: objects that write down, in `visits`, which of their parts are asked for;
* `DIFFERENCES`: the words of the first difference of two values, where fields don't show it;
* `BESIDE`: two values side by side, as rows of both, or as lines that mark differences with `<-`;
* `PICTURES`: label, kind, value, player, outcome and children of what is drawn as a tree (see
  `evidence.PictureNode`).
"""

from typing import Any


def declared(kind: type, table: str) -> Any:
    """What its library declares of a class, or of the first of its bases, in a table; or None."""
    rows = getattr(getattr(kind, "__declared_in__", None), table, {})
    if not rows:  # most values are of Python's own kinds
        return None
    return next((rows[base] for base in kind.__mro__ if base in rows), None)


def is_value(kind: type) -> bool:
    """Whether a class is one of those that its library lists as `VALUES`."""
    return kind in getattr(getattr(kind, "__declared_in__", None), "VALUES", ())


def home_of(kind: type) -> str:
    """The package of the library that declares a class; empty if none does."""
    home = getattr(kind, "__declared_in__", None)
    return "" if home is None else str(home.__name__).partition(".")[0]
