"""Frames and series of pandas as they travel: columns with their names, dtypes and values.

Checks and judges have a `DataFrame` instead, a plain value that runs no code of a package; beside
student code the same is pandas' own (`live_frames`). A missing value (NaN, NaT, NA) is None here.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from typing import ClassVar

from grader.inside.values import Codec, Decode, Encode

FRAME, SERIES = "frame", "series"
LONGEST_DTYPE = 200
NAMES = (str, int, float, bool, bytes, tuple, date, timedelta, type(None))
# pandas' dtypes for columns whose values are all of one of these types.
USUAL: Mapping[type, str] = {
    bool: "bool",
    int: "int64",
    float: "float64",
    complex: "complex128",
    str: "str",
    datetime: "datetime64[us]",
    timedelta: "timedelta64[us]",
}
# These dtypes have no missing values: pandas then chooses another.
MISSING_NOTHING = {"bool": "object", "int64": "float64"}


@dataclass(frozen=True, slots=True)
class DataColumn:
    """A column: its name, its dtype as pandas calls it, and its values.

    An index is one too; with several levels, its name is a tuple, and so are its values.
    """

    name: object
    dtype: str
    values: tuple[object, ...]

    @property
    def text(self) -> str:
        """Its values as Python code; the dtype is not part of it."""
        return f"[{', '.join(map(repr, self.values))}]"

    @property
    def is_usual(self) -> bool:
        """Whether pandas would choose this dtype for these values."""
        return self.dtype == _dtype_of(self.values)


@dataclass(frozen=True, slots=True)
class DataSeries:
    """A series as a value; `series` makes one from a list."""

    type_name: ClassVar[str] = "Series"
    column: DataColumn
    index: DataColumn

    def __len__(self) -> int:
        return len(self.column.values)

    def __iter__(self) -> Iterator[object]:
        return iter(self.column.values)

    @property
    def name(self) -> object:
        """Its name, or None."""
        return self.column.name

    def __repr__(self) -> str:
        named = "" if self.name is None else f", name={self.name!r}"
        dtype = "" if self.column.is_usual else f", dtype={self.column.dtype!r}"
        return f"pd.Series({self.column.text}{_index_text(self.index)}{dtype}{named})"


@dataclass(frozen=True, slots=True)
class DataFrame:
    """A frame as a value; `frame` makes one from lists, `["name"]` is a column, as a series."""

    type_name: ClassVar[str] = "DataFrame"
    columns: tuple[DataColumn, ...]
    index: DataColumn

    def __len__(self) -> int:
        return len(self.index.values)

    def __getitem__(self, name: object) -> DataSeries:
        for column in self.columns:
            if column.name == name:
                return DataSeries(column, self.index)
        raise KeyError(name)

    @property
    def names(self) -> list[object]:
        """The names of its columns, in order."""
        return [column.name for column in self.columns]

    def __repr__(self) -> str:
        items = [f"{one.name!r}: {_column_text(one)}" for one in self.columns]
        content = "{" + ", ".join(items) + "}"
        if len(set(map(repr, self.names))) < len(self.names):
            rows = zip(*[one.values for one in self.columns], strict=True)
            content = f"{list(rows)!r}, columns={self.names!r}"
        return f"pd.DataFrame({content}{_index_text(self.index)})"


def _column_text(column: DataColumn) -> str:
    return column.text if column.is_usual else f"pd.Series({column.text}, dtype={column.dtype!r})"


def _index_text(index: DataColumn) -> str:
    if index.name is None and index.values == tuple(range(len(index.values))):
        return ""
    if index.name is None:
        return f", index={index.text}"
    if isinstance(index.name, tuple):
        return f", index=pd.MultiIndex.from_tuples({index.text}, names={list(index.name)!r})"
    return f", index=pd.Index({index.text}, name={index.name!r})"


def frame(
    columns: Mapping[object, Sequence[object]],
    index: Sequence[object] | None = None,
    index_name: object = None,
    dtypes: Mapping[object, str] | None = None,
) -> DataFrame:
    """A frame from lists, by column name; raises `ValueError`.

    A missing value is None or NaN. `dtypes` has those that pandas wouldn't choose by itself.

    >>> frame({"city": ["Rome", "Oslo"], "mean": [20.5, None]})["mean"].column.dtype
    'float64'
    """
    lengths = {name: len(values) for name, values in columns.items()}
    rows = len(index) if index is not None else max(lengths.values(), default=0)
    if odd := [name for name, length in lengths.items() if length != rows]:
        raise ValueError(f"{lengths[odd[0]]} values in the column {odd[0]!r} of {rows} rows")
    made = [_column(name, values, (dtypes or {}).get(name, "")) for name, values in columns.items()]
    return DataFrame(tuple(made), _index(index, rows, index_name))


def series(
    values: Sequence[object],
    index: Sequence[object] | None = None,
    name: object = None,
    index_name: object = None,
    dtype: str = "",
) -> DataSeries:
    """A series from a list; raises `ValueError`.

    >>> list(series([1, 2], index=["a", "b"]))
    [1, 2]
    """
    if index is not None and len(index) != len(values):
        raise ValueError(f"{len(values)} values of {len(index)} rows")
    column = _column(name, values, dtype)
    return DataSeries(column, _index(index, len(values), index_name))


def _index(given: Sequence[object] | None, rows: int, name: object) -> DataColumn:
    return _column(name, range(rows) if given is None else given, "")


def _column(name: object, values: Sequence[object], dtype: str) -> DataColumn:
    # Only NaN doesn't equal itself.
    plain = tuple([None if value != value else value for value in values])  # noqa: PLR0124
    return DataColumn(name, dtype or _dtype_of(plain), plain)


def _dtype_of(values: Sequence[object]) -> str:
    kinds = {type(value) for value in values if value is not None}
    kind = float if kinds == {int, float} else next(iter(kinds)) if len(kinds) == 1 else None
    dtype = USUAL.get(kind, "object") if kind else "object"
    return MISSING_NOTHING.get(dtype, dtype) if None in values else dtype


# -- on the wire -------------------------------------------------------------------------------


def write_column(column: DataColumn, encode: Encode) -> list[object]:
    """A column as data."""
    return [encode(column.name), column.dtype, encode(list(column.values))]


def read_column(data: object, decode: Decode) -> DataColumn:
    """The column from such data; raises `ValueError`."""
    match data:
        case [name, str(dtype), values] if len(dtype) <= LONGEST_DTYPE:
            found, content = decode(name), decode(values)
            if isinstance(found, NAMES) and type(content) is list:
                return DataColumn(found, dtype, tuple(content))
    raise ValueError("a column without a name, a dtype or values")


def read_frame(data: list[object], decode: Decode) -> DataFrame:
    """The frame from wire data; raises `ValueError`."""
    match data:
        case [_, list(columns), index]:
            found = DataFrame(
                tuple([read_column(one, decode) for one in columns]), read_column(index, decode)
            )
            if all(len(one.values) == len(found) for one in found.columns):
                return found
    raise ValueError("a frame whose columns don't fit its index")


def read_series(data: list[object], decode: Decode) -> DataSeries:
    """The series from wire data; raises `ValueError`."""
    match data:
        case [_, column, index]:
            found = DataSeries(read_column(column, decode), read_column(index, decode))
            if len(found) == len(found.index.values):
                return found
    raise ValueError("a series whose values don't fit its index")


def write_frame(value: DataFrame, encode: Encode) -> list[object]:
    """A frame as wire data."""
    columns = [write_column(column, encode) for column in value.columns]
    return [FRAME, columns, write_column(value.index, encode)]


def write_series(value: DataSeries, encode: Encode) -> list[object]:
    """A series as wire data."""
    return [SERIES, write_column(value.column, encode), write_column(value.index, encode)]


def frame_codecs() -> dict[type, Codec]:
    """Codecs for frames and series where pandas must not be imported."""
    return {
        DataFrame: (write_frame, {FRAME: read_frame}),
        DataSeries: (write_series, {SERIES: read_series}),
    }
