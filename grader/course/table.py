"""CSV files that staff keep beside the hand-ins: read with all faults reported at once, completed.

They are read as spreadsheets write them: with commas, semicolons or tabs; as UTF-8 (with or without
a mark), UTF-16 or Windows-1252; headings in any case; empty rows and columns. What can't be
understood is refused with its line: nothing is silently left out, and nothing guessed.
"""

import codecs
import csv
import io
import re
from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, tzinfo
from difflib import get_close_matches
from itertools import zip_longest
from pathlib import Path
from types import MappingProxyType
from typing import TypeVar

from grader.course.cells import FOR_EXCEL, alike, clean_id, csv_line, read_cell
from grader.course.clock import read_time
from grader.errors import ConfigError, writing
from grader.student.atomic_file import replacing

Record = TypeVar("Record")
Value = TypeVar("Value")
Row = Mapping[str, str]
DELIMITERS = ",;\t"
# What some people call a column; other headings that are nearly right are found by their letters.
_OTHER_HEADINGS = {"team": "group", "teams": "group", "gruppe": "group", "grund": "reason"}
_CLOSE = 0.85
_UNKNOWN = ("-", "–", "—", "n/a")
_FLAGS = {"yes": True, "no": False, "": False}
_SEPARATOR = re.compile(r'"?sep=([^"\r\n])"?[\r\n]*')  # Excel may write such a line first
_QUOTED = re.compile(r"'.*?'")
_MANY, _MOST_ROWS = 3, 5  # how many rows with a kind of fault share a line, and how many it names
_QUOTE = (
    "a quote (\") of this row isn't closed at the end of its cell; "
    'close it, or write "" for a quote within a text'
)


@dataclass(frozen=True, slots=True)
class Table:
    """A file: its headings as written, and its rows with their line numbers, by lower-case
    heading.
    """

    columns: tuple[str, ...] = ()
    rows: tuple[tuple[int, Row], ...] = ()
    delimiter: str = ","

    def with_columns(self, names: Iterable[str]) -> tuple[str, ...]:
        """The headings, plus those of `names` that aren't among them."""
        there = {column.casefold() for column in self.columns}
        return (*self.columns, *[name for name in names if name not in there])


class ByStudent(Mapping[str, Value]):
    """What a file says of each student; case, and spaces around and between, make no difference."""

    def __init__(self, found: Mapping[str, Value] = MappingProxyType({})) -> None:
        self._found = {alike(student): (student, value) for student, value in found.items()}

    def __getitem__(self, student: str) -> Value:
        return self._found[alike(student)][1]

    def __iter__(self) -> Iterator[str]:
        return iter([student for student, _ in self._found.values()])

    def __len__(self) -> int:
        return len(self._found)

    def __repr__(self) -> str:
        return repr(dict(self))

    def written(self, student: str) -> str:
        """The id of a student as the file has it; unchanged if it has none."""
        return self._found[alike(student)][0] if student in self else student


def read_table(
    path: Path,
    required: Sequence[str],
    ours: Callable[[Table], Table] = lambda table: table,
    hint: str = "",
    *,
    optional: Sequence[str] = (),
    also: Container[str] = (),
) -> Table:
    """The content of a file; an empty table if it doesn't exist.

    `ours` converts what another program made to our headings; `hint` says how to do so by hand.
    Raises `ConfigError` if it can't be read or understood, if a column is missing, or if a heading
    is nearly one of those that are `optional`, and that isn't there; those in `also` are known.
    """
    try:
        data = path.read_bytes()
    except FileNotFoundError:
        return Table()
    except OSError as error:
        raise ConfigError(f"{path}: can't be read: {error.strerror}") from None
    _refuse_other_kinds(path, data)
    text = _decoded(path, data)
    delimiter = _delimiter(text, required)
    lines = [(n, row) for n, row in _split(path, text, delimiter) if any(map(str.strip, row))]
    if not lines:
        raise ConfigError(f"{path}:1: the file is empty; its first row must have the headings")
    columns = _columns(path, *lines[0])
    faults: list[str] = []
    rows = [(n, _row(f"{path}:{n}", columns, row, delimiter, faults)) for n, row in lines[1:]]
    written = Table(tuple(filter(None, columns)), tuple(rows), delimiter)
    table = _with_clean_ids(read := ours(written))
    _require(f"{path}:{lines[0][0]}", table, required, hint)
    if read is written:
        unknown = [column for column in table.columns if column.casefold() not in also]
        _refuse_near_headings(f"{path}:{lines[0][0]}", unknown, required, optional)
    if faults:
        raise ConfigError("\n".join(faults))
    return table


def _refuse_other_kinds(path: Path, data: bytes) -> None:
    """Raise `ConfigError` for files that aren't tables, whatever they are called."""
    if data.startswith((b"PK\x03\x04", b"\xd0\xcf\x11\xe0")):
        raise ConfigError(f"{path}: it is a spreadsheet or an archive; export the sheet as CSV")
    if data.removeprefix(codecs.BOM_UTF8).lstrip()[:9].lower().startswith((b"<!doctype", b"<html")):
        raise ConfigError(f"{path}: it is a web page, perhaps of a login; download the file again")


def _with_clean_ids(table: Table) -> Table:
    rows = [
        (line, {**row, "student": clean_id(row["student"])} if "student" in row else row)
        for line, row in table.rows
    ]
    return replace(table, rows=tuple(rows))


def _require(place: str, table: Table, required: Sequence[str], hint: str) -> None:
    names = {column.casefold() for column in table.columns}
    if lacking := [name for name in required if name not in names]:
        there = ", ".join(table.columns)
        what = f"the column {lacking[0]} is missing; there are: {there}"
        raise ConfigError(f"{place}: {'; '.join(filter(None, (what, hint)))}")


def _refuse_near_headings(
    place: str, columns: Sequence[str], required: Sequence[str], optional: Sequence[str]
) -> None:
    """Raise `ConfigError` for a column that would be ignored though it seems to be one of ours."""
    there = {column.casefold(): column for column in columns}
    lacking = {_letters(name): name for name in optional if name not in there}
    for name in [name for name in there if name not in (*required, *optional)]:
        other, column = _OTHER_HEADINGS.get(name, name), there[name]
        if close := get_close_matches(_letters(other), lacking, 1, _CLOSE):
            raise ConfigError(
                f"{place}: the column {column} isn't read; name it {lacking[close[0]]} if it is "
                "that, or something quite different"
            )


def _letters(text: str) -> str:
    return re.sub(r"[\W_]", "", text)


def _encoding(data: bytes) -> str:
    if data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        return "utf-16"
    try:
        data.decode("utf-8-sig")
    except UnicodeDecodeError:
        return "cp1252"
    return "utf-8-sig"


def _decoded(path: Path, data: bytes) -> str:
    try:
        text = data.decode(_encoding(data))
    except UnicodeDecodeError:
        text = "\0"
    if "\0" in text:
        raise ConfigError(f'{path}: can\'t be read: it is no text in UTF-8; save it as "CSV UTF-8"')
    return text


def caution(path: Path) -> str:
    """A warning if the encoding of a file is a guess; empty if it isn't."""
    try:
        data = path.read_bytes()
    except OSError:
        return ""
    if _encoding(data) != "cp1252":
        return ""
    words = re.findall(r"\w*[^\W\d_a-zA-Z]+\w*", _decoded(path, data))
    seen = f' ("{words[0]}")' if words else ""
    return (
        f"{path}: it isn't UTF-8 and was read as Windows-1252; look at the names in it{seen}, "
        'and save it as "CSV UTF-8" if they are wrong'
    )


def _delimiter(text: str, required: Sequence[str]) -> str:
    """The delimiter with which most required headings are found, or else most headings."""
    if found := _SEPARATOR.match(text):
        return found[1]
    head = next((line for line in text.splitlines() if line.strip(f"{DELIMITERS} ")), "")

    def known(delimiter: str) -> tuple[int, int]:
        names = [name.strip().strip('"').casefold() for name in head.split(delimiter)]
        return len({*names}.intersection(required)), len(names)

    return max(DELIMITERS, key=known)


def _split(path: Path, text: str, delimiter: str) -> Iterator[tuple[int, list[str]]]:
    """The cells of each row, with the line where it begins."""
    file = io.StringIO(text, newline="")
    reader = csv.reader(file, delimiter=delimiter, skipinitialspace=True, strict=True)
    line = 1
    try:
        for cells in reader:
            if line > 1 or not _SEPARATOR.match(text):
                yield line, cells
            line = reader.line_num + 1
    except csv.Error as error:
        big = f"a cell has more than {csv.field_size_limit():,} characters; shorten it"
        why = big if "field limit" in str(error) and '"' not in text else _QUOTE
        raise ConfigError(f"{path}:{line}: {why}") from None


def _columns(path: Path, line: int, cells: Sequence[str]) -> list[str]:
    columns = [read_cell(cell) for cell in cells]
    names = [column.casefold() for column in columns if column]
    for at, name in enumerate(names):
        if name in names[:at]:
            raise ConfigError(f"{path}:{line}: the column {name} is there twice; keep one of them")
    return columns


def _row(
    place: str, columns: Sequence[str], cells: Sequence[str], delimiter: str, faults: list[str]
) -> Row:
    """The cells by heading; whatever can't be right is added to the faults."""
    row = {}
    for column, cell in zip_longest(columns, map(read_cell, cells), fillvalue=""):
        if column:
            row[column.casefold()] = cell
        elif cell:
            what = f"'{cell[:40]}' is under no heading"
            faults.append(f"{place}: {what}; put a text that has a '{delimiter}' in it in quotes")
        if any(delimiter in line for line in cell.splitlines()[1:]):
            # A forgotten closing quote, and another quote further down, swallow the rows in
            # between.
            faults.append(f"{place}: a quoted text goes on in the next row; {_QUOTE}")
    return row


def records(
    path: Path,
    required: Sequence[str],
    make: Callable[[Row], Record],
    unique: tuple[str, ...],
    optional: Sequence[str] = (),
) -> Mapping[str, tuple[Record, ...]]:
    """The rows of a file as records: `read_table`, and then `records_of`."""
    table = read_table(path, required, optional=optional)
    return records_of(path, table, make, unique)


def records_of(
    path: Path,
    table: Table,
    make: Callable[[Row], Record],
    unique: tuple[str, ...] = ("student",),
    one_of: Callable[[Record], Iterable[tuple[str, str]]] = lambda _record: (),
) -> Mapping[str, tuple[Record, ...]]:
    """The rows as records, by student; no two may be the same in the `unique` columns.

    `one_of` returns what only one row may have, each with its column's name. A `ValueError` of
    `make` is a fault. Raises `ConfigError` with all faults, one per line.
    """
    found: dict[str, list[Record]] = {}
    written: dict[str, str] = {}
    faults: list[tuple[int, str]] = []
    seen: dict[tuple[str, ...], int] = {}
    owners: dict[tuple[str, str], tuple[int, str]] = {}
    for line, row in table.rows:
        student = written.setdefault(alike(row["student"]), row["student"])
        key = (student, *[row.get(column, "") for column in unique[1:]])
        try:
            if (first := seen.setdefault(key, line)) != line:
                raise ValueError(_again(" ".join(filter(None, key)), first, unique[-1]))
            made = make(row)
            found.setdefault(student, []).append(made)
            for one in one_of(made):
                other, whose = owners.setdefault(one, (line, student))
                if other != line:
                    faults.append((line, _twice(*one, other, whose)))
        except ValueError as error:
            faults.append((line, str(error)))
    if faults:
        raise ConfigError("\n".join([f"{path}:{fault}" for fault in _by_kind(faults)]))
    return ByStudent({student: tuple(mine) for student, mine in found.items()})


def _again(text: str, line: int, column: str) -> str:
    more = (
        "give each an id of its own" if column == "student" else f"correct {column} in one of them"
    )
    return f"'{text}' is in line {line} too: keep one of the two rows, or {more}"


def _twice(column: str, text: str, line: int, student: str) -> str:
    return (
        f"{column}: '{text}' is in line {line} too, of {student}; it can be of one student only: "
        "correct one of them, or empty the cell"
    )


def _by_kind(faults: Sequence[tuple[int, str]]) -> Iterator[str]:
    """All faults with their lines; a kind that many rows have is reported once, with the rows."""
    kinds: dict[str, list[int]] = {}
    for line, fault in faults:
        kinds.setdefault(_QUOTED.sub("", fault), []).append(line)
    for line, fault in faults:
        first, *others = kinds[_QUOTED.sub("", fault)]
        many = len(others) + 1 >= _MANY
        if many and line == first:
            rows = ", ".join(map(str, others[:_MOST_ROWS]))
            more = f" and {len(others) - _MOST_ROWS} more" if len(others) > _MOST_ROWS else ""
            yield f"{line}: {fault} (and so in row {rows}{more})"
        elif not many:
            yield f"{line}: {fault}"


def text_of(cell: str) -> str:
    """The text of a cell; empty if it means that nothing is known, as `-` does."""
    return "" if cell.lower() in _UNKNOWN else cell


def flag(row: Row, column: str) -> bool:
    """Whether a cell says yes; raises `ValueError` for anything but yes or no."""
    text = row.get(column, "")
    if text.lower() not in _FLAGS:
        raise ValueError(f"{column}: must be yes or no, but is '{text}'")
    return _FLAGS[text.lower()]


def time_of(row: Row, column: str, zone: tzinfo | None) -> datetime:
    """The time in a cell; raises `ValueError` that says what it must be."""
    try:
        return read_time(row[column], zone)
    except ValueError as error:
        raise ValueError(f"{column}: {error}") from None


def write_rows(
    path: Path, columns: Sequence[str], rows: Iterable[Row], delimiter: str = ","
) -> None:
    """Write a file as a whole, for people and spreadsheets; raises `OutputError`."""
    names = [column.casefold() for column in columns]
    lines = [columns, *[[row.get(name, "") for name in names] for row in rows]]
    text = FOR_EXCEL + "".join([csv_line(line, delimiter) for line in lines])
    with writing(path), replacing(path, durable=True) as file:
        file.write(text.encode())
