"""Public checks of weather."""

from datetime import datetime
from typing import Any

import pytest

from grader.inside.travel.charts import Chart, ChartLine
from grader.inside.travel.frames import frame, series
from grader.student.question import CODE

FILE = "city,low,day,high\nRome,19.5,2026-07-01,30\nOslo,14,2026-07-02,\nCork,11,2026-07-01,18.5\n"
DAYS = [datetime(2026, 7, 1), datetime(2026, 7, 1), datetime(2026, 7, 2)]
TABLE = frame(
    {
        "day": DAYS,
        "city": ["Cork", "Rome", "Oslo"],
        "high": [18.5, 30.0, None],
        "low": [11.0, 19.5, 14.0],
    }
)


@pytest.mark.task("weather.read_days", "three days in two orders")
def test_read_days(submission: Any, expect: Any) -> None:
    expect(submission.weather.read_days(CODE.io.StringIO(FILE)), TABLE)


@pytest.mark.task("weather.city_means", "one day is not known")
def test_city_means(submission: Any, expect: Any) -> None:
    expected = series([18.5, 30.0], index=["Cork", "Rome"])
    expect(submission.weather.city_means(TABLE), expected, tolerance=1e-9)


@pytest.mark.task("weather.hottest", "it is the name of a city")
def test_hottest(submission: Any, expect: Any) -> None:
    expect(
        submission.builtins.isinstance(submission.weather.hottest, submission.builtins.str), True
    )


@pytest.mark.task("weather.chart", "title and labels")
def test_chart(submission: Any, expect: Any) -> None:
    expected = Chart(title="Rome", xlabel="day", ylabel="°C")
    expect(submission.weather.chart(TABLE, "Rome"), expected)


@pytest.mark.task("weather.chart", "one line, with a point a day")
def test_line(submission: Any, expect: Any) -> None:
    expected = Chart(lines=[ChartLine(DAYS[:1], [30.0])])
    expect(submission.weather.chart(TABLE, "Rome"), expected)
