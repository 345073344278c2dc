"""Charts are plain values of which a check says the parts that it asks for."""

from dataclasses import replace
from typing import Any

import pytest

from grader.asking.plain_values import reader_of, writer_of
from grader.inside.library import NO_LIBRARY, with_packages
from grader.inside.travel.charts import Chart, ChartBars, ChartLine
from grader.inside.wire import Violation, dump, load
from grader.student.compare import difference, same

LIBRARY = with_packages(NO_LIBRARY, ["matplotlib"], live=False)
write, read = writer_of(LIBRARY), reader_of(LIBRARY)
HIGHS = ChartLine([1, 2], [3.0, 4.5], "high")
LOWS = ChartLine([1, 2], [0.0, 1.0], "low")
BARS = ChartBars(["Rome", "Oslo"], [2.0, 1.0], "")
CHART = Chart("Rome", "day", "°C", [HIGHS, LOWS], [], [BARS], ["high", "low"])


def test_charts_come_back_as_they_went() -> None:
    assert read(load(dump(write(CHART)))) == CHART


@pytest.mark.parametrize(
    "sent",
    [
        ["chart"],
        ["chart", "", "", "", ["l"], ["l"], ["l"]],
        ["chart", None, "", "", ["l"], ["l"], ["l"], ["l"]],
        ["chart", "", "", "", ["l", 1], ["l"], ["l"], ["l"]],
        ["chart", "", "", "", ["l"], ["l"], ["l"], ["l", 1]],
        ["line", ["l", ["l"]], ["l"], ""],
        ["line", 7, ["l"], ""],
        ["bars", ["l", "a"], ["l", "1"], ""],
    ],
    ids=str,
)
def test_what_no_writer_of_charts_writes_is_refused(sent: list[Any]) -> None:
    with pytest.raises(Violation):
        read(sent)


@pytest.mark.parametrize(
    ("expected", "words"),
    [
        (Chart(), ""),
        (Chart(title="Rome", xlabel="day"), ""),
        (Chart(title="", legend=[], lines=[replace(HIGHS, label=""), LOWS]), ""),
        (Chart(lines=[ChartLine([1, 2], [3, 4.5]), ChartLine([1, 2], [0, 1])]), ""),
        (Chart(lines=[LOWS, HIGHS]), ""),
        (Chart(bars=[ChartBars(["Rome", "Oslo"], [2, 1])]), ""),
        (Chart(title="rome"), "the title is 'Rome' instead of 'rome'"),
        (Chart(legend=["low"]), "the legend is ['high', 'low'] instead of ['low']"),
        (Chart(lines=[HIGHS]), "lines: 2 instead of 1"),
        (Chart(points=[HIGHS]), "points: 0 instead of 1"),
        (
            Chart(lines=[LOWS, ChartLine([1, 2], [3, 4], "high")]),
            "lines[1]: y is [3.0, 4.5] instead of [3, 4]",
        ),
        (Chart(bars=[ChartBars(["Oslo", "Rome"], [1, 2])]), "bars[0]: at is ['Rome', 'Oslo'] inst"),
    ],
)
def test_only_what_is_asked_of_a_chart_counts(expected: Chart, words: str) -> None:
    assert difference(CHART, expected).startswith(words)
    assert same(CHART, expected) == (not words)


def test_a_chart_is_no_other_value() -> None:
    assert difference([CHART], CHART) == "a chart is expected, not a list"
    assert difference(None, Chart()) == "a chart is expected, not None"
    assert repr(Chart("Rome", lines=[])) == "Chart(title='Rome')"
