"""What the library of an assignment declares about its values, looked up by their class.

A class of a library has an attribute `__declared_in__`: the module that declares how its values are
compared, written as Python text and drawn. Nothing is looked up by the name of a class or module,
so one library never answers for another's values, and an assignment needs no library.

`VALUES` lists dataclasses, named tuples and enums that need no other declaration. The tables, each
of which may be missing, map classes to:

* `COMPARED`: whether an answer is as good as the expected value, if fields don't decide it;
* `SEQUENCES`: tag, elements and maker of sequences, which are compared element by element;
* `TEXTS`: the stem of a variable and the Python text of objects that a question is about;
* `PLACES`: tag, finder, follower and Python text of places in such objects;
* `SEALED`: objects that record, in `visits`, which of their parts are asked for;
* `DIFFERENCES`: the words for the first difference of two values, if fields don't show it;
* `BESIDE`: two values side by side, as rows of both, or as lines that mark differences with `<-`;
* `PICTURES`: label, kind, value, player, outcome and children of what is drawn as a tree (see
  `evidence.PictureNode`).
"""

from typing import Any


def declared(kind: type, table: str) -> Any:
    """A library's entry in a table for a class, or the first of its bases with one; or None."""
    rows = getattr(getattr(kind, "__declared_in__", None), table, {})
    if not rows:  # most values are of Python's own kinds
        return None
    return next((rows[base] for base in kind.__mro__ if base in rows), None)


def is_value(kind: type) -> bool:
    """Whether a class is listed in its library's `VALUES`."""
    return kind in getattr(getattr(kind, "__declared_in__", None), "VALUES", ())


def home_of(kind: type) -> str:
    """The package of the library that declares a class; empty if none does."""
    home = getattr(kind, "__declared_in__", None)
    return "" if home is None else str(home.__name__).partition(".")[0]
