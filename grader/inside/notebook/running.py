"""Runs the cells of a notebook's module one by one: a failing cell costs only what it defines.

All of it happens where the student's code runs, and nobody trusts it.
"""

import __future__

import linecache
import os
import re
import traceback
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from inspect import CO_COROUTINE
from types import ModuleType
from typing import Any

from grader.inside.exceptions import message_of
from grader.inside.notebook.ipython_names import given, offer_ipython
from grader.inside.notebook.layout import CellPosition, cells_of, turned_into_text
from grader.inside.sources import SourceFinder
from grader.inside.travel.live_charts import put_figures_away

AWAITS = 0x2000  # `ast.PyCF_ALLOW_TOP_LEVEL_AWAIT`
# A future import also applies to the cells after it.
FUTURE = __future__.annotations.compiler_flag
MOST_WORDS = 200


@dataclass(frozen=True, slots=True)
class FailedCell:
    """A cell that ended early: where and why; `text` is the whole cell."""

    place: str
    line: int
    why: str
    text: str

    @property
    def words(self) -> str:
        """A sentence about the failure."""
        return f"{self.place}, line {self.line} failed: {self.why}"


class CellFinder(SourceFinder):
    """Finds and loads modules from their sources, those of notebooks cell by cell.

    `failed` has the failed cells by module, in import order. The file names of cells look as if
    they were `within` a folder.
    """

    def __init__(self, files: Mapping[str, str], folder: str = "", within: str = "") -> None:
        super().__init__(files, folder)
        self._within = within
        self.failed: dict[str, list[FailedCell]] = {}

    def exec_module(self, module: ModuleType) -> None:
        file = self.file_of(module.__name__)
        places = cells_of(file, self.files[file])
        if places is None:
            super().exec_module(module)
        else:
            self.failed[module.__name__] = list(run_cells(places, module.__dict__, self._within))

    def failures(self) -> list[str]:
        """A sentence about each cell that failed."""
        return [cell.words for cells in self.failed.values() for cell in cells]

    def blamed(self, name: str) -> str:
        """Which cell may explain a missing name; empty if none failed or lost its code."""
        failed = [cell for cells in self.failed.values() for cell in cells]
        # Prefer a failed cell that mentions the name.
        naming = [cell for cell in failed if re.search(rf"\b{re.escape(name)}\b", cell.text)]
        if not naming and (turned := turned_into_text(self.files, name)):
            return turned
        return next((cell.words for cell in naming or failed), "")


class CellRunner:
    """Runs cells of a notebook one after the other in one namespace."""

    def __init__(self, names: dict[str, object], folder: str = "") -> None:
        offer_ipython()
        names.update(given())
        self._names, self._folder = names, folder
        # One loop for all cells: a task started in one may be awaited in another.
        self._loop: Any = None
        self._flags = 0

    def file_of(self, place: CellPosition) -> str:
        """The file name under which a cell is compiled."""
        return os.path.join(self._folder, place.name)

    def run(self, place: CellPosition) -> None:
        """Run a cell; raises whatever it raises, or `SyntaxError` with its file's name."""
        put_figures_away()  # each cell of a notebook begins without figures
        file = self.file_of(place)
        lines = [f"{line}\n" for line in place.text.split("\n")]
        # So that tracebacks can show its lines.
        linecache.cache[file] = (len(place.text), None, lines, file)
        code = compile(place.text, file, "exec", AWAITS | self._flags, dont_inherit=True)
        self._flags |= code.co_flags & FUTURE
        awaited = eval(code, self._names)
        if code.co_flags & CO_COROUTINE:
            import asyncio  # slow to import, and few notebooks use `await`

            self._loop = self._loop or asyncio.new_event_loop()
            self._loop.run_until_complete(awaited)


def run_cells(
    places: Sequence[CellPosition], names: dict[str, object], folder: str = ""
) -> Iterator[FailedCell]:
    """Run cells one after the other in a namespace; yields those that fail."""
    runner = CellRunner(names, folder)
    for place in places:
        try:
            runner.run(place)
        except BaseException as error:  # whatever it is, the next cell still runs
            yield _failed(place, runner.file_of(place), error)


def _failed(place: CellPosition, file: str, error: BaseException) -> FailedCell:
    lines = [
        line
        for frame, line in traceback.walk_tb(error.__traceback__)
        if frame.f_code.co_filename == file
    ]
    line = lines[0] if lines else 1
    if isinstance(error, SyntaxError) and error.filename == file:
        line = error.lineno or 1
    return FailedCell(place.name, line, _why(error), place.text)


def _why(error: BaseException) -> str:
    said = message_of(error)
    text = f"{type(error).__name__}: {said}" if said else type(error).__name__
    return " ".join(text.split())[:MOST_WORDS]
