"""Where two texts, frames, series or charts first differ, in words.

For texts, invisible differences are described too: blanks and line ends.

What an assignment's text can hardly specify is free. For frames and series: the width of numbers
(`int32`, `int64`), whether texts are `str` or `object`, the dtype of a column without values, and
the names of an index and of a series, which a check can ask for; the kind of values, their order
and the index count. For charts: what isn't asked for, and extra words, such as a title, a label or
a legend where none is expected.
"""

from collections.abc import Callable, Sequence
from dataclasses import fields
from datetime import date, datetime, timedelta
from itertools import zip_longest
from typing import Any
from unicodedata import normalize

from grader.inside.travel.charts import Chart
from grader.inside.travel.frames import DataColumn, DataFrame, DataSeries
from grader.student.plural import numbered

Same = Callable[[object, object], bool]
Show = Callable[[object], str]
ENDS = {"": "no line end", "\n": r"the line end \n", "\r\n": r"the line end \r\n of Windows"}
MOST_ALIKE = 40  # characters of two texts that look the same
WHOLE, FLOATS = "whole numbers", "floats"
# Prefixes of dtypes and what they hold; for other dtypes the values tell.
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


def first_line(got: str, expected: str, show: Show) -> str:
    """The first line in which unequal texts differ; `show` makes Python text of a line.

    >>> first_line("a \\nb", "a\\nb", repr)
    "line 1: 'a ' instead of 'a': at the end 1 blank instead of nothing"
    >>> first_line("a\\nb", "a\\nb\\n", repr)
    'line 2: no line end instead of the line end \\\\n'
    """
    lines = zip_longest(got.splitlines(), expected.splitlines())
    for number, (g, e) in enumerate(lines, 1):
        if g is None:
            return f"line {number} is missing: {show(e)} is expected"
        if e is None:
            return f"line {number} is unexpected: {show(g)}"
        if g != e:
            return f"line {number}: {two_texts(g, e, show)}"
    return _first_line_end(got, expected)


def two_texts(got: str, expected: str, show: Show) -> str:
    """A sentence with both texts, in ASCII if they look alike."""
    if got.rstrip() == expected.rstrip() and got != expected:
        ends = [_end(text[len(text.rstrip()) :]) for text in (got, expected)]
        return f"{show(got)} instead of {show(expected)}: at the end {ends[0]} instead of {ends[1]}"
    if normalize("NFC", got) == normalize("NFC", expected):
        start = max(0, first_unlike(got, expected) - MOST_ALIKE // 2)
        pieces = [text[start:][:MOST_ALIKE] for text in (got, expected)]
        return f"{pieces[0]!a} instead of {pieces[1]!a}, which looks the same"
    return f"{show(got)} instead of {show(expected)}"


def first_unlike(text: str, other: str) -> int:
    """The index of the first differing character; if one text begins the other, its length."""
    pairs = enumerate(zip(text, other, strict=False))
    return next((i for i, (a, b) in pairs if a != b), min(len(text), len(other)))


def _end(blanks: str) -> str:
    if blanks.strip(" "):
        return repr(blanks)
    return f"{len(blanks)} blank{'s' * (len(blanks) > 1)}" if blanks else "nothing"


def _first_line_end(got: str, expected: str) -> str:
    pairs = zip(got.splitlines(keepends=True), expected.splitlines(keepends=True), strict=True)
    for number, (g, e) in enumerate(pairs, 1):
        if g != e:
            ends = [text[len(text.splitlines()[0]) :] for text in (g, e)]
            words = [ENDS.get(end, f"the line end {end!r}") for end in ends]
            return f"line {number}: {words[0]} instead of {words[1]}"
    return ""


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


def _names_differ(got: Sequence[object], expected: Sequence[object], show: Show) -> str:
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
    got: DataColumn, expected: DataColumn, rows: Sequence[object], same: Same, show: Show
) -> str:
    for row, mine, theirs in zip(rows, got.values, expected.values, strict=True):
        if not same(mine, theirs):
            return f", row {show(row)}: {_shown(mine, show)} instead of {_shown(theirs, show)}"
    words = _kinds_differ(got, expected)
    return f": it holds {words}" if words else ""


def _shown(value: object, show: Show) -> str:
    return "a missing value" if value is None else show(value)


def _kinds_differ(got: DataColumn, expected: DataColumn) -> str:
    mine, theirs = _kind(got), _kind(expected)
    if mine == theirs or not mine or not theirs:
        return ""
    # If one is missing, pandas turns whole numbers into floats by default.
    if None in expected.values and {mine, theirs} == {WHOLE, FLOATS}:
        return ""
    return f"{mine} ({got.dtype}) instead of {theirs} ({expected.dtype})"


def _kind(column: DataColumn) -> str:
    """What a column holds, in words; empty if it has no values."""
    values = [value for value in column.values if value is not None]
    if not values:
        return ""
    dtype = column.dtype.lower()
    for begin, words in KINDS.items():
        if dtype.startswith(begin):
            return words
    kinds = {KINDS_OF_VALUES.get(type(value), column.dtype) for value in values}
    return kinds.pop() if len(kinds) == 1 else "values of several kinds"


def chart_difference(got: Chart, expected: Chart, same: Same, show: Show) -> str:
    """The first difference of two charts; empty if there is none."""
    for name in ("title", "xlabel", "ylabel", "legend"):
        mine, theirs = getattr(got, name), getattr(expected, name)
        if theirs and not same(mine, theirs):
            return f"the {name} is {show(mine)} instead of {show(theirs)}"
    for name in ("lines", "points", "bars"):
        if words := _drawn_differ(name, getattr(got, name), getattr(expected, name), same, show):
            return words
    return ""


def _drawn_differ(
    name: str, got: Sequence[object], expected: Sequence[object] | None, same: Same, show: Show
) -> str:
    if expected is None:
        return ""
    if len(got) != len(expected):
        return f"{name}: {len(got)} instead of {len(expected)}"
    for number, (mine, theirs) in enumerate(zip(_matched(got, expected), expected, strict=True)):
        if words := _parts_differ(mine, theirs, same, show):
            return f"{name}[{number}]: {words}"
    return ""


def _matched(got: Sequence[Any], expected: Sequence[Any]) -> Sequence[object]:
    """What was drawn, in the expected order if labels tell; nobody sees the order."""
    labels = [one.label for one in expected]
    if sorted(map(str, labels)) == sorted(one.label for one in got) and len(set(labels)) > 1:
        return sorted(got, key=lambda one: labels.index(one.label))
    return got


def _parts_differ(got: object, expected: Any, same: Same, show: Show) -> str:
    for name in [field.name for field in fields(expected)]:
        mine, theirs = getattr(got, name), getattr(expected, name)
        if theirs not in (None, "") and not same(mine, theirs):
            return f"{name} is {show(mine)} instead of {show(theirs)}"
    return ""
