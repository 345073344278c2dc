"""CSV files that staff keep beside the hand-ins: read with every fault at once, and completed."""

import csv
import io
import os
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import TypeVar
from unicodedata import normalize

from grader.errors import ConfigError, OutputError

Record = TypeVar("Record")
Row = Mapping[str, str]


def read_rows(path: Path, required: Sequence[str]) -> list[tuple[int, Row]]:
    """The rows of a file with their lines; none if it isn't there.

    Raises `ConfigError` if it can't be read or a column is missing.
    """
    try:
        text = path.read_text("utf-8-sig")
        reader = csv.DictReader(io.StringIO(text, newline=""), restkey="")
        columns = reader.fieldnames or ()
        rows = [(reader.line_num, _clean(row)) for row in reader]
    except FileNotFoundError:
        return []
    except (OSError, UnicodeDecodeError, csv.Error) as error:
        raise ConfigError(f"{path}: can't be read: {error}") from None
    lacking = [name for name in required if name not in columns]
    if lacking:
        raise ConfigError(f"{path}:1: the column {lacking[0]} is missing")
    return rows


def _clean(row: Mapping[str, str | None]) -> Row:
    return {str(key).strip(): (value or "").strip() for key, value in row.items() if key}


def records(
    path: Path,
    required: Sequence[str],
    make: Callable[[Row], Record],
    unique: tuple[str, ...] = ("student",),
) -> dict[str, list[Record]]:
    """What `make` makes of the rows, by student; no two may be the same in the `unique` columns.

    What `make` says by `ValueError` is a fault. Raises `ConfigError` with all faults, a line each.
    """
    found: dict[str, list[Record]] = {}
    faults: list[str] = []
    seen: set[tuple[str, ...]] = set()
    for line, row in read_rows(path, required):
        student = normalize("NFC", row["student"])
        key = (student, *[row.get(column, "") for column in unique[1:]])
        try:
            if key in seen:
                raise ValueError(f"{' '.join(filter(None, key))} is there already")
            seen.add(key)
            found.setdefault(student, []).append(make(row))
        except ValueError as error:
            faults.append(f"{path}:{line}: {error}")
    if faults:
        raise ConfigError("\n".join(faults))
    return found


def write_rows(path: Path, columns: Sequence[str], rows: Iterable[Row]) -> None:
    """Write a file as a whole; raises `OutputError`."""
    file = io.StringIO()
    writer = csv.DictWriter(file, columns, restval="", extrasaction="ignore", lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)
    part = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        part.write_text(file.getvalue(), "utf-8")
        part.replace(path)
    except OSError as error:
        part.unlink(missing_ok=True)
        raise OutputError(f"{path}: can't be written: {error.strerror}") from None
