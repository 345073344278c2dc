"""A notebook's module as text: how its cells lie in it, and which cell a line of it is in.

The text itself says that it was made from a notebook, and which lines are which cell, so it means
the same everywhere: beside the notebook, in an archive, in a box. Writing such a head by hand has
the same effect as a notebook: cells that are run one by one.
"""

import ast
import re
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass

ENDING = ".ipynb"
HEAD = "# Made of {}: edit the notebook, not this file.\n"
_MAP = "# Its cells, as NUMBER:IN:LINES:"
_HEAD = re.compile(
    rf"# Made of [^\n]*: edit the notebook, not this file\.\n"
    rf"{_MAP}((?: \d{{1,6}}:\d{{0,6}}:\d{{1,7}})*)\n"
)
HEAD_LINES = 2
_GUARD = "try: pass\nexcept AssertionError: raise\nexcept Exception: pass\n"
_NO_CODE = "# Not code, but "


@dataclass(frozen=True, slots=True)
class Cell:
    """A code cell: its number among all cells, and that of its last run, if any (`In [7]`)."""

    number: int
    run: int | None
    text: str

    @property
    def name(self) -> str:
        """What it is called where the notebook is clear from the context."""
        return f"cell {self.number}" + ("" if self.run is None else f" (In [{self.run}])")

    @property
    def lines(self) -> int:
        """The number of its lines."""
        return self.text.count("\n") + 1


@dataclass(frozen=True, slots=True)
class CellPosition:
    """A cell in the text of its module: how many lines precede it, its name and its text."""

    before: int
    name: str
    text: str


def is_made_of(content: bytes, notebook: str) -> bool:
    """Whether a module, given its bytes, was made from a notebook of that name, now or earlier."""
    return content.startswith(f"# Made of {notebook}".encode())


def text_of(notebook: str, cells: Iterable[Cell]) -> str:
    """The text of the module made from a notebook's cells."""
    cells = list(cells)
    sizes = [f" {c.number}:{'' if c.run is None else c.run}:{c.lines}" for c in cells]
    parts = [f"# %% {cell.name}\n{cell.text}\n" for cell in cells]
    return HEAD.format(notebook) + f"{_MAP}{''.join(sizes)}\n" + "".join(parts)


def cells_of(file: str, text: str) -> tuple[CellPosition, ...] | None:
    """The cells of a module that was made from a notebook and is unchanged; else None."""
    head = _HEAD.match(text)
    if head is None:
        return None
    lines, before = text.split("\n"), HEAD_LINES
    places: list[CellPosition] = []
    for number, run, size in [part.split(":") for part in head[1].split()]:
        cell = Cell(int(number), int(run) if run else None, "")
        before, end = before + 1, before + 1 + int(size)
        own = "\n".join(lines[before:end])
        places.append(CellPosition(before, f"{notebook_of(file)}, {cell.name}", own))
        before = end
    return tuple(places) if lines[before:] == [""] else None


def notebook_of(file: str) -> str:
    """The notebook that a module's file was made from: "work.ipynb" for "work.py"."""
    return file.removesuffix(".py") + ENDING


def shown_name(file: str, text: str) -> str:
    """The name by which a student knows a file: that of its notebook, if it was made from one."""
    return file if cells_of(file, text) is None else notebook_of(file)


def shown_place(file: str, text: str, line: int) -> tuple[str, int]:
    """A line of a file as a student would find it: in a notebook, the cell and the line in it."""
    for place in cells_of(file, text) or ():
        if 0 < line - place.before <= place.text.count("\n") + 1:
            return place.name, line - place.before
    return shown_name(file, text), line


def no_code(kind: str, names: Iterable[str]) -> str:
    """A comment in place of a cell that defines names but isn't code; empty if it defines none."""
    defined = ", ".join(names)
    words = "Markdown" if kind == "markdown" else "raw text"
    return f"{_NO_CODE}{words}: {defined}" if defined else ""


def turned_into_text(files: Mapping[str, str], name: str) -> str:
    """Where a name is defined in a cell that isn't code, and what to do about it; else empty."""
    for place, text in texts_of(files):
        kind, _, names = text.removeprefix(_NO_CODE).partition(": ")
        if text.startswith(_NO_CODE) and name in names.split(", "):
            return f"{place} defines it, but is {kind}: make it a code cell"
    return ""


def texts_of(files: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    """The text of each cell in these files, with the cell's full name."""
    for file, text in files.items():
        yield from ((place.name, place.text) for place in cells_of(file, text) or ())


def tree_of(file: str, text: str) -> ast.Module:
    """The syntax tree of a module; for a notebook, without the cells that can't be parsed.

    Raises what `ast.parse` does; line numbers are those of the module.
    """
    places = cells_of(file, text)
    if places is None:
        return ast.parse(text, file)
    return ast.Module([statement for place in places for statement in _tree_of_cell(place)], [])


def each_by_itself(file: str, text: str) -> str | ast.Module:
    """A notebook's module in which an exception ends only its own cell, unless an assertion failed.

    Assertions outside of functions are tests too. Any other module is returned as its text.
    """
    places = cells_of(file, text)
    if places is None:
        return text
    module = ast.parse(f"from {__package__}.ipython_names import display, get_ipython")
    for place in places:
        own = _tree_of_cell(place) if _is_python(place) else []
        # Future imports must come first in the module.
        while own and isinstance(own[0], ast.ImportFrom) and own[0].module == "__future__":
            module.body.insert(0, own.pop(0))
        if own:
            guarded = ast.parse(_GUARD).body[0]
            guarded.body = own  # type: ignore[attr-defined]  # of `try`
            module.body.append(guarded)
    return ast.fix_missing_locations(module)


def _tree_of_cell(place: CellPosition) -> list[ast.stmt]:
    """The statements of a cell, with the module's line numbers; none if it can't be parsed."""
    with suppress(SyntaxError, ValueError):
        body = ast.parse(place.text, place.name).body
        return [ast.increment_lineno(statement, place.before) for statement in body]
    return []


def _is_python(place: CellPosition) -> bool:
    """Whether it is Python outside of a notebook, too: no top-level `await`, for example."""
    try:
        compile(place.text, place.name, "exec", dont_inherit=True)
    except (SyntaxError, ValueError):
        return False
    return True


def as_one(file: str, text: str) -> str:
    """The text of a module to run as a whole: cells that aren't Python become comments."""
    lines = text.split("\n")
    for place in cells_of(file, text) or ():
        if not _is_python(place):
            end = place.before + place.text.count("\n") + 1
            lines[place.before : end] = [f"# {line}" for line in lines[place.before : end]]
    return "\n".join(lines)
