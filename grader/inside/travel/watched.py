"""Objects of a check whose calls are watched: they stay with the judge, who answers and counts.

A library lists classes in its table `WATCHED`, each with the names of its watched methods. A box
gets an empty object of such a class: its watched methods ask the judge, whose own object records
each call, in `visits`, as it is answered. So neither the order nor the number of calls can be
forged. All other methods run where they are called, through the watched ones. Where code is called
directly, as on a student's computer, it gets the object itself.
"""

from collections.abc import Callable, Mapping, Sequence
from copy import deepcopy
from functools import cache, wraps
from typing import Any

from grader.inside.shortening import cut_end

MOST_CHARACTERS = 80
# Attributes that belong to being watched, and aren't the object's own state.
VISITS, BEGAN, NUMBER, ASK = "visits", "_began_as", "_number", "_ask_judge"

Row = tuple[str, Callable[..., object], Callable[..., object]]


class CallFailed(Exception):
    """A watched method has raised an exception: `name` is its class, the text its message."""

    def __init__(self, name: str, text: str) -> None:
        super().__init__(text)
        self.name = name


def rows_of(watched: Mapping[type, Sequence[str]]) -> dict[type, Row]:
    """The classes of a `WATCHED` table as rows of a `SEALED` table.

    Raises `ValueError` if objects of one of them can't be watched.
    """
    return {kind: _row(kind, tuple(methods)) for kind, methods in watched.items()}


def _row(kind: type, methods: tuple[str, ...]) -> Row:
    watch(kind, methods)

    def seal(value: object) -> tuple[None, Callable[..., object]]:
        def answer(what: int, *arguments: object) -> object:
            if not 0 <= what < len(methods):
                raise LookupError("there is no such method")
            try:
                return getattr(value, methods[what])(*arguments)
            except Exception as error:
                raise CallFailed(type(error).__name__, str(error)) from error

        return None, answer

    def opened(_shape: None, ask: Callable[..., object]) -> object:
        made: object = object.__new__(_stand_in(kind, methods))
        object.__setattr__(made, ASK, ask)
        return made

    return f"watched.{kind.__name__}", seal, opened


def watch(kind: type, methods: Sequence[str]) -> None:
    """Make these methods of a class record their calls; raises `ValueError`."""
    if "__watched__" in vars(kind):
        return
    try:
        has_room = hasattr(object.__new__(kind), "__dict__")
    except TypeError:  # abstract, or a class with another `__new__`
        has_room = False
    if not has_room:
        words = "is abstract, has __slots__, or is a kind of number, text or container"
        raise ValueError(f"WATCHED lists {kind.__name__}, which can't be watched: it {words}")
    inherited = methods_of(kind)
    for name in methods:
        method = getattr(kind, name, None)
        if not callable(method):
            raise ValueError(f"WATCHED lists {kind.__name__}.{name}, which is no method")
        if name not in inherited or name in vars(kind):  # else its base records it already
            setattr(kind, name, _noted(name, method))
    for name, usual in (("ordered", False), ("like", None)):
        if name not in vars(kind):
            setattr(kind, name, usual)
    kind.__watched__ = (*inherited, *methods)  # type: ignore[attr-defined]


def _noted(name: str, method: Callable[..., object]) -> Callable[..., object]:
    @wraps(method)
    def noted(self: object, *arguments: object) -> object:
        shown = [cut_end(repr(one), MOST_CHARACTERS) for one in arguments]
        visits_of(self).append(f"{name}({', '.join(shown)})")
        return method(self, *arguments)

    return noted


def is_noted(kind: type) -> bool:
    """Whether calls of this class's objects are recorded."""
    return hasattr(kind, "__watched__")


def methods_of(kind: type) -> tuple[str, ...]:
    """The names of a class's methods whose calls are recorded."""
    found: tuple[str, ...] = getattr(kind, "__watched__", ())
    return found


def visits_of(watched: object) -> list[str]:
    """The calls of an object, in order; a list that may be cleared."""
    found: list[str] = vars(watched).setdefault(VISITS, [])
    return found


def rewind(watched: object) -> None:
    """Reset an object to its state when this was first called, with no recorded calls."""
    own = vars(watched)
    visits_of(watched).clear()
    kept = {name: own[name] for name in (VISITS, NUMBER, BEGAN) if name in own}
    if BEGAN not in kept:
        kept[BEGAN] = deepcopy({name: x for name, x in own.items() if name not in kept})
    own.clear()
    own.update(deepcopy(kept[BEGAN]) | kept)


def as_it_began(watched: object) -> object:
    """A copy of an object in its state before any question."""
    own = vars(watched)
    made = object.__new__(type(watched))
    vars(made).update(deepcopy(own.get(BEGAN, own)))
    return made


def set_place(watched: object, place: int) -> None:
    """Set which of a question's watched objects this is."""
    vars(watched)[NUMBER] = place


def same_place(one: object, other: object) -> bool:
    """Whether two are the same object of the same question, even if made in different processes."""
    return type(one) is type(other) and vars(one).get(NUMBER) == vars(other).get(NUMBER)


@cache
def _stand_in(kind: type, methods: tuple[str, ...]) -> type:
    asking = {name: _asking(place) for place, name in enumerate(methods)}
    return type(kind.__name__, (kind,), asking)


def _asking(place: int) -> Callable[..., object]:
    def ask(self: Any, *arguments: object) -> object:
        return self._ask_judge(place, *arguments)

    return ask
