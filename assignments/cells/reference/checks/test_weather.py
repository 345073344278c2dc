"""Hidden checks of weather: tables are drawn, and the reference says what is right."""

from datetime import datetime, timedelta
from typing import Any

import pytest
from hypothesis import strategies as st

from grader.inside.travel.frames import DataFrame, frame
from grader.judging.properties import drawn
from grader.student.question import Code

NEAR = 1e-9
CITIES = ("Bonn", "Cork", "Oslo", "Rome")
FIRST = datetime(2026, 7, 1)

degrees = st.integers(-20, 80).map(lambda halves: halves / 2)
rows = st.tuples(st.integers(0, 3), st.sampled_from(CITIES), st.none() | degrees, degrees)


def unlike(row: tuple[Any, ...]) -> tuple[Any, ...]:
    return row[:2]


@st.composite
def files(draw: st.DrawFn) -> str:
    """The text of a file, with its columns in some order, and with what isn't known."""
    days = draw(st.lists(rows, min_size=1, max_size=7, unique_by=unlike))
    order = draw(st.permutations(("day", "city", "high", "low")))
    lines = [_line(row, order, bare=draw(st.integers(0, 3)) == 0) for row in days]
    return "\n".join([",".join(order), *lines, ""])


def _line(row: tuple[Any, ...], order: list[str], *, bare: bool) -> str:
    number, city, high, low = row
    day = (FIRST + timedelta(days=number)).strftime("%Y-%m-%d")
    cells = {"day": day, "city": city, "high": high, "low": None if bare else low}
    return ",".join("" if cells[name] is None else str(cells[name]) for name in order)


@st.composite
def tables(draw: st.DrawFn) -> DataFrame:
    """A table as `read_days` gives it."""
    days = sorted(draw(st.lists(rows, min_size=1, max_size=9, unique_by=unlike)), key=unlike)
    return frame(
        {
            "day": [FIRST + timedelta(days=row[0]) for row in days],
            "city": [row[1] for row in days],
            "high": [row[2] for row in days],
            "low": [row[3] for row in days],
        },
        dtypes={"high": "float64"},
    )


@pytest.mark.task("weather.read_days", "agrees with the reference on drawn files")
@drawn(files(), count=25)
def test_read_days(code: Code, text: str) -> Any:
    return code.weather.read_days(code.io.StringIO(text))


@pytest.mark.task("weather.read_days", "the file that lies beside the notebook")
@drawn(st.just("weather.csv"), count=1)
def test_read_file(code: Code, name: str) -> Any:
    return code.weather.read_days(name)


@pytest.mark.task("weather.city_means", "agrees with the reference on drawn tables")
@drawn(tables(), count=25, tolerance=NEAR)
def test_city_means(code: Code, table: DataFrame) -> Any:
    return code.weather.city_means(table)


@pytest.mark.task("weather.city_means", "leaves the table as it was")
@drawn(tables(), count=5, tolerance=NEAR)
def test_city_means_again(code: Code, table: DataFrame) -> Any:
    kept = code.copy.copy(table)
    return code.weather.city_means(kept), kept


@pytest.mark.task("weather.hottest", "the city with the highest mean")
def test_hottest(submission: Any, expect: Any) -> None:
    expect(submission.weather.hottest, "Rome")


@pytest.mark.task("weather.chart", "titles, labels and data of drawn tables")
@drawn(st.tuples(tables(), st.sampled_from(CITIES)), count=8, tolerance=NEAR)
def test_chart(code: Code, example: tuple[DataFrame, str]) -> Any:
    return code.weather.chart(*example)
