import csv
from datetime import datetime
from collections import defaultdict

import numpy as np
import pandas as pd
import matplotlib.dates
from matplotlib.figure import Figure


def read_days(file):
    opened = open(file) if isinstance(file, str) else file
    rows = []
    for row in csv.DictReader(opened):
        high, low = [float(row[name]) if row[name] else np.nan for name in ("high", "low")]
        if high == high or low == low:
            rows.append((datetime.fromisoformat(row["day"]), row["city"], high, low))
    rows.sort(key=lambda row: row[:2])
    table = pd.DataFrame(rows, columns=["day", "city", "high", "low"])
    table["city"] = table["city"].astype(object)
    return table.astype({"high": "float64", "low": "Float64"})


def city_means(days):
    found = defaultdict(list)
    for city, high in zip(days["city"], days["high"]):
        if not pd.isna(high):
            found[city].append(high)
    return pd.Series(
        {city: sum(found[city]) / len(found[city]) for city in sorted(found)}, dtype="Float64"
    )


def chart(days, city):
    # Without pyplot, and with a title over the whole figure.
    figure = Figure()
    figure.suptitle(city)
    axes = figure.add_subplot()
    known = [
        (day, high)
        for day, name, high in zip(days.day, days.city, days.high)
        if name == city and high == high
    ]
    axes.plot([day for day, _ in known], [high for _, high in known], "o--", color="red")
    axes.set_xlabel("day")
    axes.set_ylabel("°C")
    axes.grid()
    axes.xaxis.set_major_formatter(matplotlib.dates.DateFormatter("%d.%m."))
    return axes


hottest = str(city_means(read_days("weather.csv")).sort_values().index[-1])
