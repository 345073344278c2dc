"""Known faulty solutions: the reference with one mistake each, kept as patches of its text.

`reference/mistakes/MODULE.toml` has a table for each mistake in that module:

    [starts_count_at_zero]
    about = "Runs are counted from 0."
    loses = ["runs.count"]                # exactly these tasks
    hint = "a run of one has length 1"    # optional: what students read
    points = 4                            # optional: where a task has partial credit
    replace = [["n = 1", "n = 0"]]        # in the reference's MODULE.py

Each first text of `replace` is in the reference's file exactly once. `add = "…"` is put at the end
of the file, where a definition replaces an earlier one of that name (a class may extend itself:
`class Account(Account):`). `file = "…"` is the whole file, if a mistake needs another shape.
`replace.OTHER`, `add.OTHER` and `file.OTHER` are about another module's file.
"""

import re
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from math import isfinite
from pathlib import Path
from typing import Any
from warnings import catch_warnings

from grader.assignment.config import Assignment
from grader.assignment.sources import reference_files, with_imported
from grader.errors import ConfigError, why_unread
from grader.inside.module_names import file_of

KEYS = frozenset({"about", "loses", "hint", "points", "replace", "add", "file"})
CHANGES = frozenset({"replace", "add", "file"})


@dataclass(frozen=True, slots=True)
class FaultySolution:
    """The reference with one mistake: its name, what it loses, and the files that differ.

    `points` are those of all tasks of these files together; `place` is where it is described.
    """

    name: str
    about: str
    loses: frozenset[str]
    hint: str
    points: float | None
    files: Mapping[str, str]
    place: str

    def as_handin(self, reference: Mapping[str, str]) -> dict[str, str]:
        """The files that differ, and those of the reference that they import."""
        return with_imported(self.files, {**reference, **self.files})


def faulty_of(assignment: Assignment) -> tuple[FaultySolution, ...]:
    """The known faulty solutions of an assignment, by name; raises `ConfigError`."""
    return faulty_solutions(assignment.mistakes, reference_files(assignment))


def faulty_solutions(folder: Path, reference: Mapping[str, str]) -> tuple[FaultySolution, ...]:
    """The faulty solutions that a folder describes, by name; `reference` maps names to texts.

    Raises `ConfigError` with all faults, a line each: what can't be read, a patch that doesn't fit
    the reference, two mistakes with the same name.
    """
    files = tuple([(path, _content(path)) for path in sorted(folder.glob("*.toml"))])
    return _described(files, tuple(sorted(reference.items())))


# Cached, since each module's digest, and more, depends on all of them.
@lru_cache(maxsize=8)
def _described(
    files: tuple[tuple[Path, bytes | OSError], ...], texts: tuple[tuple[str, str], ...]
) -> tuple[FaultySolution, ...]:
    faults: list[str] = []
    found: dict[str, FaultySolution] = {}
    reference = dict(texts)
    for path, content in files:
        for name, table, place in _tables(path, content, faults):
            described = _Description(name, table, place, path.stem, reference)
            own = described.faults()
            faults += own
            if name in found:
                faults.append(f"{place}: [{name}] is at {found[name].place} too; rename one")
            elif not own:
                found[name] = described.solution()
    if faults:
        raise ConfigError("\n".join(faults))
    return tuple([found[name] for name in sorted(found)])


def _content(path: Path) -> bytes | OSError:
    try:
        return path.read_bytes()
    except OSError as error:  # it is reported together with all other faults
        return error


def _tables(
    path: Path, content: bytes | OSError, faults: list[str]
) -> Iterator[tuple[str, object, str]]:
    """Name, content and place of each table of a file."""
    try:
        if isinstance(content, OSError):
            raise content
        text = content.decode()
        tables = tomllib.loads(text)
    except (OSError, ValueError) as error:
        faults.append(f"{path}: can't be read: {why_unread(error)}")
        return
    except RecursionError:
        faults.append(f"{path}: can't be read: it is nested too deeply")
        return
    lines = {name: number for number, name in _headers(text)}
    for name, table in tables.items():
        yield name, table, f"{path}:{lines.get(name, 1)}"


def _headers(text: str) -> Iterator[tuple[int, str]]:
    for number, line in enumerate(text.splitlines(), 1):
        if header := re.fullmatch(r'\["?([^"\]]+)"?\]\s*(#.*)?', line):
            yield number, header[1]


@dataclass(frozen=True, slots=True)
class _Description:
    """The table of one mistake, and the reference that it is about."""

    name: str
    table: Any
    place: str
    module: str
    reference: Mapping[str, str]

    def faults(self) -> list[str]:
        """What is wrong with it, a line each."""
        if not isinstance(self.table, dict):
            return [f"{self.place}: {self.name}: must be a table, [{self.name}]"]
        found = [f"{self.name}: unknown key {key}" for key in sorted(self.table.keys() - KEYS)]
        if not _are_texts(self.table.get("loses")):
            found.append(f'{self.name}: say what it loses, such as loses = ["module.task"]')
        if self.table.keys().isdisjoint(CHANGES):
            found.append(f"{self.name}: say what is wrong in it, by replace = [[old, new], …]")
        found += [f"{self.name}: {words}" for words in self._odd_values()]
        for file, pairs in self._of_files("replace"):
            found += self._misfits(file, pairs)
        found += [] if found else self._no_python()
        return [f"{self.place}: {line}" for line in found]

    def _no_python(self) -> Iterator[str]:
        for file, text in self.solution().files.items():
            try:  # making syntax trees would take three times as long
                with catch_warnings(action="ignore"):
                    compile(text, file, "exec", dont_inherit=True)
            except (SyntaxError, ValueError) as error:
                yield f"{self.name}: its {file} isn't Python: {error}"

    def _odd_values(self) -> Iterator[str]:
        for key in ("about", "hint"):
            if not isinstance(self.table.get(key, ""), str):
                yield f"{key} must be text"
        points = self.table.get("points", 0)
        if type(points) not in (int, float) or not isfinite(points):
            yield "points must be a number"
        for key in ("add", "file"):
            for module, text in self._of_modules(key).items():
                if not all(map(str.isidentifier, module.split("."))):
                    yield f"{module} can't be the name of a Python module"
                elif not isinstance(text, str) or "\0" in text:
                    yield f"{key} must be text without NUL"

    def solution(self) -> FaultySolution:
        """What it describes, if nothing is wrong with it."""
        table = self.table
        loses, points = frozenset(table["loses"]), table.get("points")
        files = {file: self._patched(file, pairs) for file, pairs in self._of_files("replace")}
        files |= dict(self._of_files("file"))
        for file, text in self._of_files("add"):
            files[file] = f"{files.get(file, self.reference.get(file, ''))}\n\n{text}"
        words = (table.get("about", ""), loses, table.get("hint", ""), points)
        return FaultySolution(self.name, *words, files, self.place)

    def _of_files(self, key: str) -> list[tuple[str, Any]]:
        return [(file_of(module), value) for module, value in self._of_modules(key).items()]

    def _of_modules(self, key: str) -> Mapping[str, object]:
        given = self.table.get(key, {})
        return given if isinstance(given, dict) else {self.module: given}

    def _misfits(self, file: str, pairs: Any) -> Iterator[str]:
        """What is wrong with the patches of a file."""
        text = self.reference.get(file)
        if text is None:
            yield f"{self.name}: the reference has no {file}"
        elif not _are_pairs(pairs):
            yield f"{self.name}: replace must be pairs of texts, [[old, new], …]"
        else:
            counts = [text.count(old) for old, _ in pairs]
            for number, times in enumerate(counts, 1):
                if times != 1:
                    must = f"must be in the reference's {file} once, but is there {times} times"
                    yield f"{self.name}: text {number} of replace {must}"
            if {*counts} == {1} and _overlap(_spans(text, pairs)):
                yield f"{self.name}: two texts of replace overlap; make one of them"

    def _patched(self, file: str, pairs: Sequence[tuple[str, str]]) -> str:
        text = self.reference[file]
        # Found in the reference, not in what other patches make of it: so their order is free.
        # Replaced from the end on, so that earlier positions stay right.
        for start, end, new in reversed(_spans(text, pairs)):
            text = text[:start] + new + text[end:]
        return text


def _spans(text: str, pairs: Sequence[tuple[str, str]]) -> list[tuple[int, int, str]]:
    """Begin and end of what each patch replaces, with the replacement, in order."""
    return sorted([(text.index(old), text.index(old) + len(old), new) for old, new in pairs])


def _overlap(spans: Sequence[tuple[int, int, str]]) -> bool:
    return any(end > begin for (_, end, _), (begin, _, _) in pairwise(spans))


def _are_pairs(pairs: object) -> bool:
    return isinstance(pairs, list) and all(_are_texts(pair) and len(pair) == 2 for pair in pairs)


def _are_texts(value: object) -> bool:
    return isinstance(value, list) and all(isinstance(one, str) for one in value)
