"""Special forms of questions: what no call can do, since a call's arguments are evaluated first.

Each gets `ask`, which answers the question inside it, and its arguments. They run beside student
code, and are trusted no more than that code: the judge compares their answers.
"""

from collections.abc import Callable, Iterable, Sequence
from itertools import chain
from typing import Any

from grader.inside.class_facts import name_of
from grader.inside.exceptions import LONGEST, is_refusal, message_of, names_of
from grader.inside.library import BELOW, DECLARED_IN, PACKAGES
from grader.inside.surroundings.listening import listening, typing
from grader.inside.values import KINDS
from grader.inside.wire import MAX_DEPTH, PLAIN_TYPES

Ask = Callable[..., object]
# The exceptions that count as refusals, each with the name by which the check knows it.
Kinds = Sequence[tuple[str, object]]
# Classes whose values arrive as values of the same class.
WHOLE = frozenset((*PLAIN_TYPES, *KINDS, str, float, list, tuple))
OF_PACKAGES = frozenset((*PACKAGES, *BELOW))


def outcome(ask: Ask, kinds: Kinds) -> list[object] | str:
    """`[value]`, or the name of the first of these kinds that was raised; others propagate."""
    try:
        return [ask()]
    except Exception as error:
        if name := _first(error, kinds):
            return name
        raise


def refusal(
    ask: Ask, kinds: Kinds, attributes: Sequence[str], causes: Kinds
) -> list[object] | dict[str, object]:
    """`[value]`, or the kind, message, attributes and cause of an exception of these kinds."""
    try:
        return [ask()]
    except Exception as error:
        if not (name := _first(error, kinds)):
            raise
        cause = error.__cause__
        return {
            "kind": name,
            "says": message_of(error),
            "has": {name: getattr(error, name) for name in attributes if hasattr(error, name)},
            "cause": ["", ""] if cause is None else [_first(cause, causes), names_of(cause)[0]],
        }


def within(ask: Ask, manager: Any) -> object:
    """The answer inside of `with manager as entered`; None if the manager hides an exception."""
    with manager as entered:
        return ask(entered)
    return None


def spoken(ask: Ask, lines: Sequence[str]) -> list[Any]:
    """What is printed while these lines are typed, as the pieces of an `OutputLog`.

    Also the returned value if it is a text, which may have been meant to be printed.
    """
    with listening() as listener, typing(lines):
        value = ask()
    returned = str.__str__(value)[:LONGEST] if isinstance(value, str) else None
    return [listener.pieces(), returned]


def printed(ask: Ask, lines: Sequence[str]) -> str:
    """What is printed while these lines are typed, without prompts."""
    pieces, _ = spoken(ask, lines)
    return "".join(pieces[::2])


def shown(ask: Ask) -> object:
    """The value, or an empty object with its class's name if it would lose its class on the way."""
    value = ask()
    return value if travels_whole(value) else type(name_of(type(value)), (), {})()


def travels_whole(value: object, depth: int = 0) -> bool:
    """Whether a value and everything in it arrive with their own classes.

    An object whose class derives from a plain value's (`class Money(int)`, a named tuple, a
    `Counter`) arrives as the plain value, and any other object only by the name of its class.
    """
    kind = type(value)
    if kind not in WHOLE:
        return DECLARED_IN in vars(kind) or kind.__module__.partition(".")[0] in OF_PACKAGES
    if depth > MAX_DEPTH:  # nested too deep to be sent anyway
        return True
    return all(travels_whole(part, depth + 1) for part in _held(value))


def _held(value: object) -> Iterable[object]:
    match value:
        case dict():
            return chain(value, value.values())
        case list() | tuple() | set() | frozenset() if not PLAIN_TYPES.issuperset(map(type, value)):
            return value
    return ()


def _first(error: BaseException, kinds: Kinds) -> str:
    return next((name for name, kind in kinds if is_refusal(error, kind)), "")
