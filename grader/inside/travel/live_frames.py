"""Frames and series beside student code: pandas' own, made from plain ones and written as such.

A frame's own class isn't trusted: pandas' methods read its content.
"""

from collections.abc import Callable
from importlib import import_module
from typing import Any

from grader.inside.travel.frames import (
    FRAME,
    SERIES,
    DataColumn,
    DataFrame,
    DataSeries,
    read_frame,
    read_series,
    write_frame,
    write_series,
)
from grader.inside.values import Codec, Decode, Encode


def live_frame_codecs() -> dict[type, Codec]:
    """Codecs for frames and series where pandas can be imported, which is done here.

    An index travels as a list of its values, and a missing value as None.
    """
    live = LiveFrames()
    pandas = live.pandas
    lists = (pandas.Index, pandas.api.extensions.ExtensionArray)
    return {
        pandas.DataFrame: (live.write_frame, {FRAME: live.read_frame}),
        pandas.Series: (live.write_series, {SERIES: live.read_series}),
        **dict.fromkeys(lists, (live.write_values, {})),
        **dict.fromkeys(live.scalars, (live.write_scalar, {})),
    }


class LiveFrames:
    """Reads and writes pandas' values; `scalars` converts each scalar type to Python's own."""

    def __init__(self) -> None:
        pandas: Any = import_module("pandas")
        self.pandas = pandas
        self.scalars: dict[type, Callable[[Any], Any]] = {
            **dict.fromkeys((type(pandas.NaT), type(pandas.NA)), lambda _value: None),
            pandas.Timestamp: lambda value: value.to_pydatetime(warn=False),
            pandas.Timedelta: lambda value: value.to_pytimedelta(),
            # A span of time or numbers is written as its text.
            **dict.fromkeys((pandas.Period, pandas.Interval), str),
        }

    def write_frame(self, value: object, encode: Encode) -> list[object]:
        """A frame of pandas as wire data."""
        own = self.pandas.DataFrame(value)
        columns = [self._column(own.iloc[:, at], name) for at, name in enumerate(own.columns)]
        return write_frame(DataFrame(tuple(columns), self._index(own.index)), encode)

    def write_series(self, value: object, encode: Encode) -> list[object]:
        """A series of pandas as wire data."""
        own = self.pandas.Series(value)
        return write_series(DataSeries(self._column(own, own.name), self._index(own.index)), encode)

    def write_values(self, value: object, encode: Encode) -> Any:
        """An index or a series' array as wire data: a list."""
        return encode(list(self._values(value)))

    def write_scalar(self, value: object, encode: Encode) -> Any:
        """A single value as wire data."""
        return encode(self._plain(value))

    def read_frame(self, data: list[object], decode: Decode) -> object:
        """The frame of pandas from wire data; raises `ValueError`."""
        content = read_frame(data, decode)
        index = self._made_index(content.index)
        columns = [self._made(column, index) for column in content.columns]
        found = self.pandas.DataFrame(dict(enumerate(columns)), index)
        if content.names:
            found.columns = content.names
        return found

    def read_series(self, data: list[object], decode: Decode) -> object:
        """The series of pandas from wire data; raises `ValueError`."""
        content = read_series(data, decode)
        return self._made(content.column, self._made_index(content.index))

    def _plain(self, value: object) -> object:
        kinds = (make for kind, make in self.scalars.items() if isinstance(value, kind))
        make = next(kinds, None)
        return value if make is None else make(value)

    def _values(self, content: Any) -> tuple[object, ...]:
        if isinstance(content, self.pandas.MultiIndex):
            return tuple([tuple(map(self._plain, one)) for one in content.tolist()])
        pairs = zip(content.tolist(), content.isna(), strict=True)
        return tuple([None if missing else self._plain(one) for one, missing in pairs])

    def _column(self, content: Any, name: object) -> DataColumn:
        return DataColumn(name, str(content.dtype), self._values(content))

    def _index(self, index: Any) -> DataColumn:
        several = isinstance(index, self.pandas.MultiIndex)
        return self._column(index, tuple(index.names) if several else index.name)

    def _made(self, column: DataColumn, index: object) -> object:
        return self.pandas.Series(column.values, index, column.dtype, column.name)

    def _made_index(self, column: DataColumn) -> object:
        if isinstance(column.name, tuple) and column.values:
            return self.pandas.MultiIndex.from_tuples(column.values, names=column.name)
        if column.values == tuple(range(len(column.values))):
            return self.pandas.RangeIndex(len(column.values), name=column.name)
        return self.pandas.Index(column.values, column.dtype, name=column.name)
