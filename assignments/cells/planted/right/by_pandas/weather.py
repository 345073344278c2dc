import matplotlib.pyplot as plt
import pandas as pd


def read_days(file):
    days = pd.read_csv(file, usecols=["day", "city", "high", "low"]).convert_dtypes()
    days["day"] = pd.to_datetime(days["day"]).astype("datetime64[ns]")
    days = days.loc[days[["high", "low"]].notna().any(axis="columns")]
    days = days.astype({"high": "float32", "low": "Float64", "city": "string"})
    days = days.sort_values("city", kind="stable").sort_values("day", kind="stable")
    return days.reindex(columns=["day", "city", "high", "low"]).reset_index(drop=True)


def city_means(days):
    known = days[days["high"].notna()]
    return (
        known.groupby("city", as_index=True, observed=True).agg({"high": "mean"}).squeeze("columns")
    )


def chart(days, city):
    own = days[(days["city"] == city) & days["high"].notna()]
    figure, axes = plt.subplots()
    if len(own):
        own.set_index("day")["high"].plot(
            ax=axes, title=city, marker="o", legend=True, x_compat=True
        )
    else:
        axes.plot([], [])
        axes.set_title(city)
    axes.set_xlabel("day")
    axes.set_ylabel("°C")
    return axes


hottest = city_means(read_days("weather.csv")).nlargest(1).index.item()
