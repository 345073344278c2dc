"""Where two frames, or two series, first differ, in words.

What the text of an assignment can hardly promise is free: how wide numbers are (`int32`, `int64`),
whether texts are `str` or `object`, the dtype of a column without values, and the names of an index
and of a series, for which a check can ask. The kind of values, their order and the index count.
"""

from collections.abc import Callable, Sequence
from datetime import date, datetime, timedelta
from typing import Any

from grader.inside.travel.frames import DataColumn, DataFrame, DataSeries
from grader.student.plural import numbered

Same = Callable[[Any, Any], bool]
Show = Callable[[Any], str]
WHOLE, FLOATS = "whole numbers", "floats"
# How the dtypes of a kind begin; what others hold, their values say.
KINDS = {
    "bool": "truth values",
    "int": WHOLE,
    "uint": WHOLE,
    "float": FLOATS,
    "double": FLOATS,
    "complex": "complex numbers",
    "datetime": "times",
    "timedelta": "durations",
    "category": "categories",
    "period": "periods",
    "interval": "intervals",
}
KINDS_OF_VALUES: dict[type, str] = {
    bool: "truth values",
    int: WHOLE,
    float: FLOATS,
    str: "texts",
    datetime: "times",
    date: "dates",
    timedelta: "durations",
}


def frame_difference(got: DataFrame, expected: DataFrame, same: Same, show: Show) -> str:
    """The first difference of two frames; empty if there is none."""
    if words := _names_differ(got.names, expected.names, show):
        return words
    if words := _index_differs(got.index, expected.index, same, show):
        return words
    for mine, theirs in zip(got.columns, expected.columns, strict=True):
        if words := _values_differ(mine, theirs, expected.index.values, same, show):
            return f"column {show(theirs.name)}{words}"
    return ""


def series_difference(got: DataSeries, expected: DataSeries, same: Same, show: Show) -> str:
    """The first difference of two series; empty if there is none."""
    if words := _index_differs(got.index, expected.index, same, show):
        return words
    words = _values_differ(got.column, expected.column, expected.index.values, same, show)
    return words.removeprefix(", ").removeprefix(": ")


def _names_differ(got: Sequence[Any], expected: Sequence[Any], show: Show) -> str:
    if missing := [name for name in expected if name not in got]:
        return f"the column {show(missing[0])} is missing; there are {show(list(got))}"
    if more := [name for name in got if name not in expected]:
        return f"the column {show(more[0])} should not be there"
    if list(got) != list(expected):
        return f"the columns are {show(list(got))} instead of {show(list(expected))}"
    return ""


def _index_differs(got: DataColumn, expected: DataColumn, same: Same, show: Show) -> str:
    if len(got.values) != len(expected.values):
        return f"{numbered(len(got.values), 'row')} instead of {len(expected.values)}"
    for row, (mine, theirs) in enumerate(zip(got.values, expected.values, strict=True)):
        if not same(mine, theirs):
            return f"the index of row {row} is {show(mine)} instead of {show(theirs)}"
    words = _kinds_differ(got, expected)
    return f"the index holds {words}" if words else ""


def _values_differ(
    got: DataColumn, expected: DataColumn, rows: Sequence[Any], same: Same, show: Show
) -> str:
    for row, mine, theirs in zip(rows, got.values, expected.values, strict=True):
        if not same(mine, theirs):
            return f", row {show(row)}: {_shown(mine, show)} instead of {_shown(theirs, show)}"
    words = _kinds_differ(got, expected)
    return f": it holds {words}" if words else ""


def _shown(value: Any, show: Show) -> str:
    return "a missing value" if value is None else show(value)


def _kinds_differ(got: DataColumn, expected: DataColumn) -> str:
    mine, theirs = _kind(got), _kind(expected)
    if mine == theirs or not mine or not theirs:
        return ""
    # pandas makes floats of whole numbers where one is missing, unless it is told otherwise.
    if None in expected.values and {mine, theirs} == {WHOLE, FLOATS}:
        return ""
    return f"{mine} ({got.dtype}) instead of {theirs} ({expected.dtype})"


def _kind(column: DataColumn) -> str:
    """What a column holds, in words; empty where nothing in it says so."""
    values = [value for value in column.values if value is not None]
    if not values:
        return ""
    dtype = column.dtype.lower()
    for begin, words in KINDS.items():
        if dtype.startswith(begin):
            return words
    kinds = {KINDS_OF_VALUES.get(type(value), column.dtype) for value in values}
    return kinds.pop() if len(kinds) == 1 else "values of several kinds"
