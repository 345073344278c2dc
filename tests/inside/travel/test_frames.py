"""Frames and series travel by columns, and are compared by what a text can promise of them."""

from datetime import datetime
from math import inf, nan
from typing import Any

import pytest

from grader.asking.plain_values import reader_of, writer_of
from grader.inside.library import NO_LIBRARY, with_packages
from grader.inside.travel.frames import DataColumn, DataFrame, DataSeries, frame, series
from grader.inside.wire import Violation, dump, load
from grader.student.claims import wrong_answer
from grader.student.compare import difference, same
from grader.student.literal import imports_of, literal

LIBRARY = with_packages(NO_LIBRARY, ["pandas"], live=False)
write, read = writer_of(LIBRARY), reader_of(LIBRARY)
NOON = datetime(2026, 7, 1, 12)
TOWNS = frame({"town": ["Rome", "Oslo"], "mean": [20.5, nan], "days": [3, 4]})


@pytest.mark.parametrize(
    "value",
    [
        TOWNS,
        frame({"a": [True], 1: [NOON], ("x", 2): [inf]}, index=["i"], index_name="n"),
        frame({}, index=[5, 6]),
        DataFrame((DataColumn("a", "int64", (1,)), DataColumn("a", "str", ("b",))), TOWNS.index),
        series([1, 2], name="s"),
        series([], dtype="float64"),
        series([1.5], index=[("a", 1)], index_name=("x", "y")),
    ],
    ids=repr,
)
def test_frames_come_back_as_they_went(value: Any) -> None:
    if isinstance(value, DataFrame) and len(set(value.names)) < len(value.names):
        value = DataFrame(value.columns, DataColumn(None, "int64", (0,)))
    assert read(load(dump(write(value)))) == value


COLUMN = ["a", "int64", ["l", 1]]


@pytest.mark.parametrize(
    "sent",
    [
        ["frame"],
        ["frame", COLUMN, COLUMN],
        ["frame", [COLUMN], ["a", "int64", ["l"]]],
        ["frame", [["a", 7, ["l", 1]]], COLUMN],
        ["frame", [["a", "x" * 201, ["l", 1]]], COLUMN],
        ["frame", [["a", "int64", 1]], COLUMN],
        ["frame", [[["l"], "int64", ["l", 1]]], COLUMN],
        ["frame", [COLUMN], COLUMN, 0],
        ["series", COLUMN],
        ["series", COLUMN, ["a", "int64", ["l", 1, 2]]],
        ["series", [*COLUMN, 0], COLUMN],
    ],
    ids=str,
)
def test_what_no_writer_of_frames_writes_is_refused(sent: list[Any]) -> None:
    with pytest.raises(Violation):
        read(sent)


@pytest.mark.parametrize(
    ("columns", "index"), [({"a": [1], "b": [1, 2]}, None), ({"a": [1]}, ["x", "y"])]
)
def test_a_frame_of_uneven_columns_is_refused(columns: Any, index: Any) -> None:
    with pytest.raises(ValueError, match="of 2 rows"):
        frame(columns, index)


def column(dtype: str, *values: Any) -> DataSeries:
    return series(values, dtype=dtype)


@pytest.mark.parametrize(
    ("got", "expected"),
    [
        (column("int32", 1), column("int64", 1)),
        (column("object", "a"), column("str", "a")),
        (column("Float64", 1.5), column("float64", 1.5)),
        (column("datetime64[ns]", NOON), column("datetime64[us]", NOON)),
        (column("object", True), column("bool", True)),
        (column("object"), column("float64")),
        (column("object", None), column("float64", None)),
        (column("Int64", 1, None), column("float64", 1.0, None)),
        (series([1], name="a"), series([1], name="b")),
        (series([1], index_name="a"), series([1])),
    ],
)
def test_what_no_text_promises_is_free(got: Any, expected: Any) -> None:
    assert same(got, expected)
    assert difference([got], [expected]) == ""


@pytest.mark.parametrize(
    ("got", "words"),
    [
        ({"town": ["Rome", "Oslo"], "mean": [20.5, nan]}, "the column 'days' is missing; there"),
        ({"town": [1], "mean": [1], "days": [1], "more": [1]}, "the column 'more' should not be"),
        ({"mean": [1, 2], "town": [1, 2], "days": [1, 2]}, "the columns are ['mean', 'town', 'da"),
        ({"town": ["Rome"], "mean": [1.0], "days": [3]}, "1 row instead of 2"),
        (
            {"town": ["Rome", "Oslo"], "mean": [20.5, 0.0], "days": [3, 4]},
            "column 'mean', row 1: 0.0 instead of a missing value",
        ),
        (
            {"town": ["Rome", "Oslo"], "mean": [20.7, None], "days": [3, 4]},
            "column 'mean', row 0: 20.7 instead of 20.5",
        ),
        (
            {"town": ["Rome", "Oslo"], "mean": [20.5, None], "days": [3.0, 4.0]},
            "column 'days': it holds floats (float64) instead of whole numbers (int64)",
        ),
    ],
)
def test_the_first_difference_of_frames_is_told(got: Any, words: str) -> None:
    assert difference(frame(got), TOWNS, tolerance=0.1).startswith(words)
    assert not same(frame(got), TOWNS)


@pytest.mark.parametrize(
    ("got", "expected", "words"),
    [
        (series([1], ["a"]), series([1]), "the index of row 0 is 'a' instead of 0"),
        (series([1], [0.0]), series([1]), "the index holds floats (float64) instead of whole"),
        (series([1, 2]), series([1, 3]), "row 1: 2 instead of 3"),
        (column("str", "1"), column("category", "1"), "it holds texts (str) instead of categories"),
        (column("object", "a", 1), column("object", "a", "1"), "row 1: 1 instead of '1'"),
        ([1], series([1]), "a Series is expected, not a list"),
        (frame({"a": [1]}), series([1]), "a Series is expected, not a DataFrame"),
    ],
)
def test_the_first_difference_of_series_is_told(got: Any, expected: Any, words: str) -> None:
    assert difference(got, expected).startswith(words)
    assert not same(got, expected)
    assert wrong_answer("f()", [got], [expected]).message != "wrong value"


def test_their_text_is_that_of_pandas() -> None:
    assert literal(frame({"a": [1, 2], "b": [1.5, None]})) == (
        "pd.DataFrame({'a': [1, 2], 'b': [1.5, None]})"
    )
    assert literal(series(["x"], index=[NOON], name="s", dtype="category")) == (
        "pd.Series(['x'], index=[datetime.datetime(2026, 7, 1, 12, 0)], dtype='category', name='s')"
    )
    assert literal(frame({"a": [1]}, index=[5], index_name="n")) == (
        "pd.DataFrame({'a': [1]}, index=pd.Index([5], name='n'))"
    )
    assert list(dict.fromkeys(imports_of(series([NOON])))) == [
        *("import pandas as pd", "import datetime")
    ]


def test_parts_of_a_frame() -> None:
    assert (len(TOWNS), TOWNS.names, list(TOWNS["days"])) == (2, ["town", "mean", "days"], [3, 4])
    assert TOWNS["mean"].column.values == (20.5, None)
    with pytest.raises(KeyError):
        TOWNS["no"]
