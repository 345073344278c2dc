"""`log.jsonl` in an output folder: who changed what, one line each, so that tampering shows.

Each line holds the hash of the one before, and its own over both: changing, removing or reordering
lines breaks the chain at that place. Rewriting everything after it breaks no link; to detect that,
note down a hash elsewhere (`head`). What staff write into files beside the hand-ins is entered when
the next report is made.
"""

import fcntl
import getpass
import json
import os
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from hashlib import sha256
from pathlib import Path
from typing import Any

from grader.course.clock import moment_now
from grader.errors import OutputError, writing

FILE = "log.jsonl"
BEGINNING = "0" * 64


@dataclass(frozen=True, slots=True)
class LogEntry:
    """One line: when, who, what was done, and its details."""

    at: str
    who: str
    what: str
    said: Mapping[str, Any]
    before: str
    hash: str


def hash_of(data: Mapping[str, object]) -> str:
    """The hash of an entry, over everything in its line except the hash itself."""
    rest = {key: value for key, value in data.items() if key != "hash"}
    return sha256(json.dumps(rest, sort_keys=True).encode()).hexdigest()


def append(out: Path, what: str, said: Mapping[str, object], who: str = "") -> LogEntry:
    """Add a line, which is on disk when this returns; raises `OutputError`."""
    path = out / FILE
    try:
        with writing(path), open(path, "a+b", opener=partial(os.open, mode=0o640)) as file:
            # The lock and the read are one step: two writers must not extend the same line.
            fcntl.flock(file, fcntl.LOCK_EX)
            file.seek(0)
            whole, _, torn = file.read().rpartition(b"\n")
            if torn:  # by a power cut, before anybody saw it
                file.truncate(len(whole) + bool(whole))
            *_, last = whole.splitlines() or [b""]
            entry = _entry(what, said, who or _user(), json.loads(last)["hash"] if last else "")
            file.write(json.dumps(entry).encode() + b"\n")
            file.flush()
            os.fsync(file.fileno())
    except (ValueError, TypeError, KeyError):
        raise OutputError(f"{path}: its last line is damaged; see grader log --check") from None
    return LogEntry(**entry)


def _entry(what: str, said: Mapping[str, object], who: str, before: str) -> dict[str, Any]:
    data: dict[str, object] = {"at": moment_now(), "who": who, "what": what, "said": said}
    data["before"] = before or BEGINNING
    return data | {"hash": hash_of(data)}


def _user() -> str:
    try:
        return getpass.getuser()
    except (OSError, KeyError):  # a user id without a name
        return str(os.getuid())


def entries(out: Path) -> list[LogEntry]:
    """All lines that can be read, in order."""
    return [LogEntry(**data) for _, data in _lines(out) if data is not None]


def head(out: Path) -> str:
    """The hash of the last line; empty if there is none."""
    found = entries(out)
    return found[-1].hash if found else ""


def _lines(out: Path) -> Iterator[tuple[int, dict[str, Any] | None]]:
    try:
        text = (out / FILE).read_text("utf-8", "replace")
    except FileNotFoundError:
        return
    except OSError as error:
        raise OutputError(f"{out / FILE}: can't be read: {error.strerror}") from None
    # A last line without a newline was torn by a power cut, before anybody saw it.
    whole, _, _ = text.rpartition("\n")
    for number, line in enumerate(whole.splitlines(), 1):
        yield number, _data(line)


def _data(line: str) -> dict[str, object] | None:
    try:
        data = json.loads(line)
        entry = LogEntry(**data)
    except (ValueError, TypeError, RecursionError):
        return None
    texts = (entry.at, entry.who, entry.what, entry.before, entry.hash)
    ours = all(isinstance(one, str) for one in texts) and isinstance(entry.said, dict)
    return dict(data) if ours else None


def faults(out: Path, noted: tuple[str, ...] = ()) -> Iterator[str]:
    """A line for each broken link in the chain, and for each noted hash that isn't in it."""
    path, before, seen = out / FILE, BEGINNING, set[str]()
    for number, data in _lines(out):
        if data is None:
            yield f"{path}:{number}: the line can't be read"
            continue
        if data["before"] != before:
            yield f"{path}:{number}: a line before it was removed, added or moved"
        if data["hash"] != hash_of(data):
            yield f"{path}:{number}: the line was changed after it was written"
        before = data["hash"]
        seen.add(before)
    for one in noted:
        if one and not any(each.startswith(one) for each in seen):
            yield f"{path}: {one} isn't in it: lines were removed or written anew"
