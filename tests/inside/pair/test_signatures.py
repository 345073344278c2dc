"""How functions are called, as it is said in one box and heard in another one."""

import collections.abc
import inspect
import typing
from collections.abc import Callable
from typing import Any, Literal, Optional

import pytest

from grader.inside.pair.signatures import UnsaidValue, described, heard


class Own:
    """A class of the one box."""


def _across(value: object) -> dict[str, Any]:
    return heard(described({"it": value}))["it"]


@pytest.mark.parametrize(
    "kind",
    [
        *(int, None, "text", Own, Any, list[int], dict[str, list[Own]], tuple[int, ...]),
        *(int | None, Optional[int], typing.Sequence, Literal["a", 1]),  # noqa: UP045
        typing.Union[int, str, None],  # noqa: UP007
        typing.List[int],  # noqa: UP006
        *(Callable[[int], str], typing.Callable[..., int], collections.abc.Iterable[Own]),
        collections.abc.Sized,
    ],
)
def test_an_annotation_is_the_same(kind: object) -> None:
    def function(x): ...  # type: ignore[no-untyped-def]

    function.__annotations__ = {"x": kind}
    found = _across(function)
    assert found["__annotations__"] == {"x": kind}
    assert str(found["__signature__"]) == str(inspect.signature(function))


def test_what_is_not_plain_equals_nothing() -> None:
    own = Own()

    def function(a=own, b=float("inf"), *, c=(1, [2.5], {"x": None})): ...  # type: ignore

    first, second = found = _across(function)["__defaults__"]
    assert [type(one) for one in found] == [UnsaidValue, UnsaidValue]
    assert all(one != other for one in found for other in (first, second, own, None))
    assert _across(function)["__kwdefaults__"] == {"c": (1, [2.5], {"x": None})}


@pytest.mark.parametrize(
    "data",
    [
        *(None, 3, ("", []), ("{'it': 1}", []), ("{'it': (None, 1)}", []), ("exit()", [])),
        *(("[" * 10_000, []), ("{'it': ([[['x', 9, [], []]], []], {})}", [])),
        ("{'it': ([[['x y', 1, [], []]], []], {})}", []),
    ],
)
def test_whatever_is_said_is_no_error(data: object) -> None:
    assert heard(data) == {}


@pytest.mark.parametrize(
    "said",
    [
        *(["class", 0], ["class", 5], ["typing", "sys"], ["abc", "sys"], ["of", ["class", 1], 3]),
        *(["|", []], ["|", [["value", "a"], ["value", "b"]]], ["of", ["value", 1], [[]]], [1], 7),
    ],
)
def test_an_annotation_that_means_nothing_is_unsaid(said: object) -> None:
    found = heard((repr({"it": (None, {"x": said})}), ["no class"]))
    assert type(found["it"]["__annotations__"]["x"]) is UnsaidValue
