"""In a box, frames and charts are read by pandas' and matplotlib's own methods."""

from collections.abc import Iterator
from dataclasses import replace
from datetime import datetime, timedelta
from textwrap import dedent

import pytest

from grader.asking.submission import BoxPlan, Submission
from grader.assignment.load import load
from grader.errors import BrokenGrader
from grader.inside.library import NO_LIBRARY, with_packages
from grader.inside.travel.charts import Chart, ChartBars, ChartLine
from grader.inside.travel.frames import DataColumn, DataFrame, frame, series
from grader.running.boxes import packages_for
from grader.sandbox.tiers import probe, start_nursery
from grader.student.compare import difference
from grader.student.evidence import CheckFailed
from grader.student.question import CODE
from tests.support import COSTS, HANDOUT, LIMITS, ROOT, nursery_sources

PACKAGES = ("pandas", "matplotlib")
WORK = dedent(
    """
    import matplotlib.pyplot as plt
    import numpy as np
    import pandas as pd

    def same(value):
        return value

    T = pd.Timestamp("2026-07-01 12:00")
    days = pd.date_range("2026-07-01", periods=2)

    class Liar(pd.DataFrame):
        columns = property(lambda self: ["b"])
        __len__ = lambda self: 0
        __eq__ = equals = lambda self, other: True

    class Painting(plt.Figure):
        axes = property(lambda self: [])
        get_suptitle = lambda self: "forged"

    def drawn(draw, *more):
        figure, axes = plt.subplots()
        draw(axes)
        return figure

    def painting():
        figure = Painting()
        figure.add_subplot().set_title("true")
        return figure

    def grouped(axes):
        pd.DataFrame({"a": [1, 2], "b": [3, 4]}, index=["x", "y"]).plot.bar(ax=axes)

    def two():
        figure, (left, right) = plt.subplots(1, 2)
        left.set_title("left", loc="left")
        return figure

    plain = [
        pd.DataFrame({"a": [1, 2], "b": ["x", None]}),
        pd.DataFrame({"t": [T, pd.NaT]}),
        pd.DataFrame([[1, 2.5]], columns=["a", "a"]),
        pd.DataFrame({"c": ["x", "y"]}, dtype="category"),
        pd.Series([1, None], dtype="Int64"),
        pd.Series([1.5, np.inf], index=["a", "b"], name="s"),
        pd.Series({("a", 1): 2}),
        pd.Series(days).dt.to_period("D"),
        Liar({"a": [1]}),
        pd.Index(["a", "b"]),
        days,
        pd.Series(["a", "a"]).unique(),
        pd.Series([1, 2]).sum(),
        pd.NaT,
        pd.Timedelta("1h"),
    ]

    def charts():
        plt.plot([9], [9])
        return [
            drawn(lambda axes: axes.plot(days, [1, 2], label="l")),
            drawn(lambda axes: axes.bar(["b", "a"], np.array([1, 2]))),
            drawn(lambda axes: axes.barh([2, 1], [5, 6])),
            drawn(lambda axes: axes.hist([1, 1, 3], bins=[0, 2, 4])),
            drawn(lambda axes: axes.scatter([1, 2], [3, 4], label="s")),
            drawn(grouped),
            painting(),
            two(),
            plt.figure().add_subplot(),
            drawn(lambda axes: axes.plot(days.astype("datetime64[ns]").to_series(), [1, 2])),
            drawn(lambda axes: pd.Series([1, 2], index=days).plot(ax=axes)),
            drawn(lambda axes: axes.scatter(days, [1, 2])),
            drawn(lambda axes: axes.bar(days, [1, 2])),
        ]

    def beside():
        plt.plot([1], [2])

    def broken():
        return plt.Axes.get_title
    """
)
NOON, DAYS = datetime(2026, 7, 1, 12), [datetime(2026, 7, 1), datetime(2026, 7, 2)]
FRAMES = [
    frame({"a": [1, 2], "b": ["x", None]}),
    frame({"t": [NOON, None]}),
    DataFrame(
        (DataColumn("a", "int64", (1,)), DataColumn("a", "float64", (2.5,))),
        DataColumn(None, "int64", (0,)),
    ),
    frame({"c": ["x", "y"]}, dtypes={"c": "category"}),
    series([1, None], dtype="Int64"),
    series([1.5, float("inf")], index=["a", "b"]),
    series([2], index=[("a", 1)], index_name=(None, None)),
    series(["2026-07-01", "2026-07-02"], dtype="period[D]"),
    frame({"a": [1]}),
]
OTHERS = [["a", "b"], DAYS, ["a"], 3, None, timedelta(hours=1)]
CHARTS = [
    Chart(title="", xlabel="", legend=[], points=[], bars=[]),
    Chart(bars=[ChartBars(["b", "a"], [1.0, 2.0], "")], lines=[]),
    Chart(bars=[ChartBars([1.0, 2.0], [6.0, 5.0])]),
    Chart(bars=[ChartBars([1.0, 3.0], [2.0, 1.0])]),
    Chart(points=[ChartLine([1.0, 2.0], [3.0, 4.0], "s")]),
    Chart(bars=[ChartBars(["x", "y"], [1, 2], "a"), ChartBars(["x", "y"], [3, 4], "b")]),
    Chart(title="true"),
    [Chart(title="left"), Chart(title="")],
    Chart(title="", lines=[], points=[], bars=[]),
    Chart(lines=[ChartLine(DAYS, [1, 2])]),
    Chart(lines=[ChartLine(DAYS, [1, 2])]),
    Chart(points=[ChartLine(DAYS, [1, 2])]),
    Chart(bars=[ChartBars(DAYS, [1, 2])]),
]


@pytest.fixture(scope="module")
def box() -> Iterator[Submission]:
    """A hand-in in a box that has the packages."""
    tier = probe().tier
    try:
        installed = packages_for(load(ROOT / "assignments/cells/config.yaml"), tier)
    except BrokenGrader as error:
        pytest.skip(f"packages can't be installed: {error}")
    limits = replace(LIMITS, memory_bytes=1 << 30)
    nursery = start_nursery(tier, limits, nursery_sources(HANDOUT, ""), packages=installed)
    library = with_packages(NO_LIBRARY, PACKAGES, live=False)
    submission = Submission(nursery, "work", BoxPlan((("work.py", WORK),), COSTS, library=library))
    yield submission
    submission.close()
    nursery.close()


def test_frames_are_read_by_pandas_own_methods(box: Submission) -> None:
    got = box.ask(CODE.work.plain)
    expected = [*FRAMES, *OTHERS]
    assert [difference(g, e) for g, e in zip(got, expected, strict=True)] == [""] * len(expected)


def test_a_frame_comes_back_from_a_box_as_it_went(box: Submission) -> None:
    got = box.ask(CODE.work.same(FRAMES))
    assert [difference(g, e) for g, e in zip(got, FRAMES, strict=True)] == [""] * len(FRAMES)


def test_charts_are_read_by_matplotlibs_own_methods(box: Submission) -> None:
    got = box.ask(CODE.work.charts())
    assert [difference(g, e) for g, e in zip(got, CHARTS, strict=True)] == [""] * len(CHARTS)
    [line] = got[0].lines
    assert (line.x, line.y) == (DAYS, [1, 2])


def test_each_question_begins_without_figures(box: Submission) -> None:
    current = CODE.matplotlib.pyplot.gca()
    assert box.ask([CODE.work.beside(), current])[1].lines == [ChartLine([1], [2], "")]
    assert box.ask(current).lines == []


def test_what_is_no_chart_stays_in_its_box(box: Submission) -> None:
    with pytest.raises(CheckFailed):
        box.ask(CODE.work.nothing_of_that_name)
    assert type(box.ask(CODE.work.broken())).__name__ == "Handle"
