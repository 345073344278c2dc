"""What tests written for Gradescope import: decorators that record what a test is worth.

A test with partial credit passes if it gives itself the full score; otherwise its share of that is
recorded, whether or not it fails afterwards. A failure after a full score, in a teardown, leaves
nothing of it.
"""

from collections.abc import Callable
from functools import wraps
from math import inf
from types import ModuleType
from typing import Any, TypeVar

Test = TypeVar("Test", bound=Callable[..., object])
PACKAGE = "gradescope_utils"
SHARE = "__share__"
NOTED = ("weight", "number", "visibility", "hide_errors", "tags")


def modules() -> dict[str, ModuleType]:
    """The package, with what is beneath it, by names."""
    made = ModuleType(f"{PACKAGE}.autograder_utils.decorators")
    vars(made).update({name: _noting(name) for name in NOTED})
    vars(made).update(partial_credit=partial_credit, leaderboard=leaderboard)
    names = (PACKAGE, f"{PACKAGE}.autograder_utils")
    return {**{name: ModuleType(name) for name in names}, made.__name__: made}


def _noting(name: str) -> Callable[..., Callable[[Test], Test]]:
    def decorator(*values: object, **named: object) -> Callable[[Test], Test]:
        def decorate(test: Test) -> Test:
            said = (*values, *named.values())
            setattr(test, f"__{name}__", said[0] if len(said) == 1 else said)
            return test

        return decorate

    return decorator


def partial_credit(weight: float) -> Callable[[Test], Callable[..., None]]:
    """A test that reports what it earned through `set_score`."""

    def decorate(test: Test) -> Callable[..., None]:
        @wraps(test)
        def run(*given: object, **named: object) -> None:
            scores = [0.0]
            vars(run)[SHARE] = 0.0
            try:
                test(*given, **named, set_score=scores.append)
                assert scores[-1] >= weight, f"{scores[-1]:g} of {weight:g} points"
            except BaseException:
                vars(run)[SHARE] = _share(scores[-1], weight)
                raise

        run.__weight__ = weight  # type: ignore[attr-defined]
        return run

    return decorate


def _share(score: Any, weight: float) -> float:
    """The part of its weight that a test gave itself, from 0 to 1; 0 if that isn't a number.

    The score may come from a hand-in's answer, and so be anything.
    """
    if type(score) not in (int, float) or not 0 < score < inf or weight <= 0:
        return 0.0
    return float(min(score / weight, 1))


def leaderboard(*_names: str, **_named: str) -> Callable[[Test], Callable[..., None]]:
    """A test for a leaderboard, which we don't keep."""

    def decorate(test: Test) -> Callable[..., None]:
        @wraps(test)
        def run(*given: object, **named: object) -> None:
            test(*given, **named, set_leaderboard_value=lambda _value: None)

        return run

    return decorate
