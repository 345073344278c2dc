"""Weather of some cities, as frames of pandas."""

from typing import Any

import matplotlib.pyplot as plt
import pandas as pd
from matplotlib.figure import Figure


def read_days(file: Any) -> pd.DataFrame:
    """The table of a file: `day` (times), `city`, `high` and `low` (floats), in this order.

    `file` is a name, or whatever else `pandas.read_csv` reads. Its columns may stand in another
    order. The rows go by day, those of one day by city, and are numbered from 0. What isn't known
    is missing; a row where `high` and `low` are both missing is left out.
    """
    days = pd.read_csv(file, parse_dates=["day"], dtype={"high": float, "low": float})
    days = days[["day", "city", "high", "low"]].dropna(subset=["high", "low"], how="all")
    return days.sort_values(["day", "city"], ignore_index=True)


def city_means(days: pd.DataFrame) -> pd.Series:
    """The mean of `high` of each city, by the name of the city, in the order of the alphabet.

    What is missing is not counted; a city where all of it is missing is left out. The table stays
    as it was.
    """
    return days.groupby("city")["high"].mean().dropna()


def chart(days: pd.DataFrame, city: str) -> Figure:
    """A line of `high` by `day` for one city, titled with its name, over the days that are known.

    The x axis is labelled "day", the y axis "°C". It is a figure of its own.
    """
    own = days[days["city"] == city].dropna(subset=["high"])
    figure, axes = plt.subplots()
    axes.plot(own["day"], own["high"])
    axes.set(title=city, xlabel="day", ylabel="°C")
    return figure


means = city_means(read_days("weather.csv"))
hottest = means.idxmax()
