"""Charts of matplotlib as plain values: the texts on them, and the data that is drawn.

A figure or axes that student code returns are read beside that code, by matplotlib's own methods. A
check gets a `Chart`, and gives one with what it expects; what it leaves out is free.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, fields
from datetime import date, datetime, timedelta
from decimal import Decimal
from fractions import Fraction
from typing import ClassVar

from grader.inside.values import Codec, Decode, Encode


@dataclass(frozen=True, slots=True)
class ChartLine:
    """A line, or the points of a scatter plot: their places, and the label in a legend."""

    x: Sequence[object]
    y: Sequence[float]
    label: str | None = None


@dataclass(frozen=True, slots=True)
class ChartBars:
    """Bars of one kind, in order: their places (names or numbers), lengths, and the label."""

    at: Sequence[object]
    lengths: Sequence[float]
    label: str | None = None


@dataclass(frozen=True, slots=True)
class Chart:
    """Axes: title, labels, and what is drawn, in order; None means that anything goes."""

    type_name: ClassVar[str] = "chart"
    title: str | None = None
    xlabel: str | None = None
    ylabel: str | None = None
    lines: Sequence[ChartLine] | None = None
    points: Sequence[ChartLine] | None = None
    bars: Sequence[ChartBars] | None = None
    legend: Sequence[str] | None = None

    def __repr__(self) -> str:
        named = [(one.name, getattr(self, one.name)) for one in fields(self)]
        shown = [f"{name}={value!r}" for name, value in named if value not in (None, [])]
        return f"Chart({', '.join(shown)})"


# -- on the wire -------------------------------------------------------------------------------

Check = Callable[[object], bool]


def _is_text(value: object) -> bool:
    return type(value) is str


def _is_list_of(*kinds: type) -> Check:
    return lambda value: type(value) is list and all(type(one) in kinds for one in value)


NUMBERS = (bool, int, float, complex, Decimal, Fraction)
PLACE_KINDS = (*NUMBERS, str, date, datetime, timedelta, type(None))
PLACES = _is_list_of(*PLACE_KINDS)
LENGTHS = _is_list_of(int, float, type(None))
# The fields of each, and what a box may send for them.
RECORDS: Mapping[type, tuple[str, Mapping[str, Check]]] = {
    ChartLine: ("line", {"x": PLACES, "y": PLACES, "label": _is_text}),
    ChartBars: ("bars", {"at": PLACES, "lengths": LENGTHS, "label": _is_text}),
    Chart: (
        "chart",
        {
            **dict.fromkeys(("title", "xlabel", "ylabel"), _is_text),
            **dict.fromkeys(("lines", "points"), _is_list_of(ChartLine)),
            "bars": _is_list_of(ChartBars),
            "legend": _is_list_of(str),
        },
    ),
}


def chart_codecs() -> dict[type, Codec]:
    """Codecs for charts as plain values, which are then complete."""
    return {kind: _codec(kind, tag, checks) for kind, (tag, checks) in RECORDS.items()}


def _codec(kind: type, tag: str, checks: Mapping[str, Check]) -> Codec:
    def write(value: object, encode: Encode) -> list[object]:
        return [tag, *[encode(getattr(value, name)) for name in checks]]

    def read(data: list[object], decode: Decode) -> object:
        parts = [decode(part) for part in data[1:]]
        if len(parts) != len(checks) or not all(
            fits(part) for fits, part in zip(checks.values(), parts, strict=True)
        ):
            raise ValueError(f"a {tag} with parts that are none of its own")
        return kind(*parts)

    return write, {tag: read}
