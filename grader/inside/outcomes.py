"""What a call of a sequence comes to, so that a check can go on after a refusal.

It runs beside the code that it calls, and is believed no more than that code: the judge compares.
"""

from collections.abc import Callable, Sequence


def outcome(
    refusals: Sequence[type[Exception]], function: Callable[..., object], *arguments: object
) -> list[object] | str:
    """`[value]`, or the name of the first of the `refusals` that was raised; others are raised."""
    try:
        return [function(*arguments)]
    except tuple(refusals) as error:
        return next(kind.__name__ for kind in refusals if isinstance(error, kind))
