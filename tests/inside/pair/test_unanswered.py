"""What an operator gives where no operand has an answer, and where one has."""

from typing import Any

import pytest

from grader.inside.pair.unanswered import operators

OPERATORS = operators()


class Length:
    def __init__(self, metres: int) -> None:
        self.metres = metres

    def __eq__(self, other: object) -> bool:
        return self.metres == other.metres if isinstance(other, Length) else NotImplemented

    __hash__ = None  # type: ignore[assignment]

    def __lt__(self, other: Any) -> bool:
        return self.metres < other.metres if isinstance(other, Length) else NotImplemented

    def __add__(self, other: Any) -> "Length":
        return Length(self.metres + other.metres) if isinstance(other, Length) else NotImplemented

    def __mul__(self, other: Any) -> "Length":
        raise TypeError("no area")


@pytest.mark.parametrize(
    ("symbol", "other", "expected"),
    [
        ("==", Length(1), True),
        ("!=", Length(1), False),
        ("<", Length(2), True),
        (">", Length(0), True),
        ("+", Length(2), Length(3)),
        *[(symbol, 5, NotImplemented) for symbol in ("==", "!=", "<", "+")],
        ("==", None, NotImplemented),
    ],
)
def test_an_operator_says_what_the_operands_say(
    symbol: str, other: object, expected: object
) -> None:
    found = OPERATORS[symbol](Length(1), other)
    assert found is expected or found == expected


@pytest.mark.parametrize(("symbol", "words"), [("-", "unsupported"), ("*", "no area")])
def test_what_is_refused_is_raised(symbol: str, words: str) -> None:
    with pytest.raises(TypeError, match=words):
        OPERATORS[symbol](Length(1), Length(1))


def test_an_object_equals_itself_and_no_other() -> None:
    one = object()
    assert OPERATORS["=="](one, one) is True
    assert OPERATORS["=="](one, object()) is NotImplemented
