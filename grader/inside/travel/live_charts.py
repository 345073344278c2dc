"""Figures and axes of matplotlib beside student code: read as charts, and closed.

A figure's own class isn't trusted: matplotlib's methods read what is drawn.
"""

import sys
from collections.abc import Callable, Iterable
from importlib import import_module
from typing import Any

from grader.inside.travel.charts import PLACE_KINDS, Chart, ChartBars, ChartLine, chart_codecs
from grader.inside.values import Codec, Encode

PYPLOT = "matplotlib.pyplot"
# Times of numpy that become Python's own, in the most exact units that those have.
EXACT = {"M": "datetime64[us]", "m": "timedelta64[us]"}
# The prefix of labels that matplotlib made up itself.
UNWRITTEN = "_"


def put_figures_away() -> None:
    """Close pyplot's figures, as before each cell of a notebook; variables keep theirs."""
    if pyplot := sys.modules.get(PYPLOT):
        pyplot.close("all")


def live_chart_codecs() -> dict[type, Codec]:
    """Codecs for figures and axes where matplotlib can be imported, which is done here.

    A figure with a single pair of axes becomes a chart, any other a list of charts.
    """
    figures: Any = import_module("matplotlib.figure")
    axes: Any = import_module("matplotlib.axes")

    def chart(value: object) -> Chart:
        # With a single pair of axes, the figure's title counts as theirs.
        figure = axes.Axes.get_figure(value, root=True)
        alone = figure is not None and len(figures.Figure.get_axes(figure)) == 1
        return _chart(axes.Axes, value, figures.Figure.get_suptitle(figure) if alone else "")

    def write_figure(value: object, encode: Encode) -> object:
        charts = [chart(one) for one in figures.Figure.get_axes(value)]
        return encode(charts[0] if len(charts) == 1 else charts)

    def write_axes(value: object, encode: Encode) -> Any:
        return encode(chart(value))

    return {**chart_codecs(), figures.Figure: (write_figure, {}), axes.Axes: (write_axes, {})}


def _chart(kind: Any, axes: Any, over_it: str) -> Chart:
    titles = [*[kind.get_title(axes, loc) for loc in ("center", "left", "right")], over_it]
    legend = kind.get_legend(axes)
    return Chart(
        next(filter(None, titles), ""),
        kind.get_xlabel(axes),
        kind.get_ylabel(axes),
        [_line(line, getattr(axes, "freq", None)) for line in kind.get_lines(axes)],
        [
            _points(kind.get_xaxis(axes), one)
            for one in axes.collections
            if hasattr(one, "get_offsets")
        ],
        [_bars(kind, axes, one) for one in axes.containers if hasattr(one, "patches")],
        [] if legend is None else [text.get_text() for text in legend.get_texts()],
    )


def _line(line: Any, freq: object) -> ChartLine:
    x = _plain(line.get_xdata())
    if freq is not None:  # pandas draws times as the numbers of its periods
        period: Any = import_module("pandas").Period
        x = [_plain_value(period(ordinal=at, freq=freq)) if type(at) is int else at for at in x]
    return ChartLine(x, _plain(line.get_ydata()), _label(line))


def _points(axis: object, points: Any) -> ChartLine:
    places, name = points.get_offsets().tolist(), _names(axis)
    return ChartLine([name(x) for x, _ in places], [y for _, y in places], _label(points))


def _bars(kind: Any, axes: object, bars: Any) -> ChartBars:
    flat = bars.orientation == "horizontal"
    axis = kind.get_yaxis(axes) if flat else kind.get_xaxis(axes)
    found = sorted([_bar(bar, flat=flat) for bar in bars.patches])
    names = _names(axis)
    return ChartBars([names(at) for at, _ in found], [length for _, length in found], _label(bars))


def _bar(bar: Any, *, flat: bool) -> tuple[float, float]:
    begin, size, length = (
        (bar.get_y(), bar.get_height(), bar.get_width())
        if flat
        else (bar.get_x(), bar.get_width(), bar.get_height())
    )
    return float(begin + size / 2), float(length)


def _names(axis: Any) -> Callable[[float], object]:
    """Returns what a place on an axis is called: a tick's text, a date, or just the number."""
    formatter = axis.get_major_formatter()
    if "Date" in type(formatter).__name__:
        dates: Any = import_module("matplotlib.dates")
        return lambda at: dates.num2date(at).replace(tzinfo=None)
    if type(formatter).__name__ not in ("StrCategoryFormatter", "FixedFormatter", "FuncFormatter"):
        return lambda at: at
    places = [float(place) for place in axis.get_majorticklocs()]
    texts = dict(zip(places, formatter.format_ticks(places), strict=True))

    def name(at: float) -> object:
        # Grouped bars are drawn beside the tick that they belong to.
        nearest = min(texts, key=lambda place: abs(place - at), default=at)
        return texts[nearest] if abs(nearest - at) < 0.5 else at

    return name


def _label(drawn: Any) -> str:
    label = str(drawn.get_label())
    return "" if label.startswith(UNWRITTEN) else label


def _plain(data: Any) -> list[Any]:
    """Places as Python's own values."""
    if getattr(data, "dtype", None) is not None and data.dtype.kind in EXACT:
        data = data.astype(EXACT[data.dtype.kind])
    content: Iterable[object] = data.tolist() if hasattr(data, "tolist") else data
    return [_plain_value(one) for one in content]


def _plain_value(value: object) -> object:
    for change in ("to_timestamp", "to_pydatetime", "item"):
        value = getattr(value, change, lambda same=value: same)()
    return value if type(value) in PLACE_KINDS else str(value)
