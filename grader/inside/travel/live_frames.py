"""Frames and series beside student code, as pandas' own: made of plain ones, and written as such.

What the class of a frame says of itself is not asked: pandas' own methods read its content.
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
    """How frames and series travel where pandas can be imported, which is done for that.

    An index travels as the list of its values, and what is missing as None.
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
    """Reads and writes pandas' own values; `scalars` makes Python's own of each kind of one."""

    def __init__(self) -> None:
        pandas: Any = import_module("pandas")
        self.pandas = pandas
        self.scalars: dict[type, Callable[[Any], Any]] = {
            **dict.fromkeys((type(pandas.NaT), type(pandas.NA)), lambda _value: None),
            pandas.Timestamp: lambda value: value.to_pydatetime(warn=False),
            pandas.Timedelta: lambda value: value.to_pytimedelta(),
            # A span of time, or of numbers, is said by its text.
            **dict.fromkeys((pandas.Period, pandas.Interval), str),
        }

    def write_frame(self, value: object, encode: Encode) -> list[object]:
        """Wire data of a frame of pandas."""
        own = self.pandas.DataFrame(value)
        columns = [self._column(own.iloc[:, at], name) for at, name in enumerate(own.columns)]
        return write_frame(DataFrame(tuple(columns), self._index(own.index)), encode)

    def write_series(self, value: object, encode: Encode) -> list[object]:
        """Wire data of a series of pandas."""
        own = self.pandas.Series(value)
        return write_series(DataSeries(self._column(own, own.name), self._index(own.index)), encode)

    def write_values(self, value: object, encode: Encode) -> Any:
        """Wire data of an index, or of what a series is made of: a list."""
        return encode(list(self._values(value)))

    def write_scalar(self, value: object, encode: Encode) -> Any:
        """Wire data of a single value."""
        return encode(self._plain(value))

    def read_frame(self, data: list[object], decode: Decode) -> object:
        """The frame of pandas that wire data stands for; raises `ValueError`."""
        content = read_frame(data, decode)
        index = self._made_index(content.index)
        columns = [self._made(column, index) for column in content.columns]
        found = self.pandas.DataFrame(dict(enumerate(columns)), index)
        if content.names:
            found.columns = content.names
        return found

    def read_series(self, data: list[object], decode: Decode) -> object:
        """The series of pandas that wire data stands for; raises `ValueError`."""
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
