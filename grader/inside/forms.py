"""Special forms of questions: what no call can do, since the parts of a call are asked before it.

Each gets `ask`, which answers the question inside it, and what it is given. They run beside the
code that is asked, and are believed no more than that code: the judge compares what they answer.
"""

from collections.abc import Callable, Sequence
from typing import Any

from grader.inside.class_facts import name_of
from grader.inside.exceptions import LONGEST, is_refusal, message_of, names_of
from grader.inside.lossless import travels_whole
from grader.inside.surroundings.listening import listening, typing

Ask = Callable[..., object]
# What refusals may be: each with the name by which the check knows it.
Kinds = Sequence[tuple[str, object]]


def outcome(ask: Ask, kinds: Kinds) -> list[object] | str:
    """`[value]`, or the name of the first of the kinds that was raised; others are raised."""
    try:
        return [ask()]
    except Exception as error:
        if name := _first(error, kinds):
            return name
        raise


def refusal(
    ask: Ask, kinds: Kinds, attributes: Sequence[str], causes: Kinds
) -> list[object] | dict[str, object]:
    """`[value]`, or of an exception of these kinds what it is, says, has, and comes from."""
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
    """What is answered inside of `with manager as entered`; None where that ends an exception."""
    with manager as entered:
        return ask(entered)
    return None


def spoken(ask: Ask, lines: Sequence[str]) -> list[Any]:
    """What is printed while these lines are typed, as the pieces of a `OutputLog`.

    And what is returned if that is a text, which may have been meant to be printed.
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
    """The value, or, where it would lose its class on the way, an object of which more is asked."""
    value = ask()
    return value if travels_whole(value) else type(name_of(type(value)), (), {})()


def _first(error: BaseException, kinds: Kinds) -> str:
    return next((name for name, kind in kinds if is_refusal(error, kind)), "")
