"""Notebooks as modules: the text of their code cells, in a layout that says which is which."""

import json
import posixpath
import re
from collections.abc import Iterator
from contextlib import suppress
from typing import Any

from grader.inside.notebook.escapes import python_of
from grader.inside.notebook.layout import Cell, no_code, text_of

# Nobody writes more by hand; the cost of reading a notebook grows with both.
MOST_CELLS = 5_000
MOST_CHARACTERS = 1_000_000
# What a cell holds besides its source: output, and images embedded in markdown.
SHOWN = ("outputs", "attachments")
_AGAIN = "open it in Jupyter, and save it again"
_DEFINED = re.compile(r"^(?:async +)?(?:def|class) +(\w+) *[(:]", re.MULTILINE)
_WRITES = re.compile(r"%%(?:write)?file +(?P<more>(?:-a|--append) +)?(?P<name>[^\s{}$]+)\s*")
NO_NOTEBOOK = (ValueError, RecursionError, LookupError, TypeError, AttributeError)
_CONFLICT = ("<<<<<<< ", ">>>>>>> ")


def module_text(name: str, content: bytes) -> str:
    """The text of a module that does what the notebook of that name does.

    Raises `ValueError` if it isn't a notebook, or can't have been written by hand.
    """
    try:
        cells = list(_code_cells(json.loads(content)))
    except json.JSONDecodeError as error:
        raise ValueError(_damage(name, error)) from None
    except UnicodeDecodeError:
        raise ValueError(f"{name} isn't UTF-8 text: {_AGAIN}") from None
    except NO_NOTEBOOK:
        raise ValueError("it isn't a notebook: it has no cells that can be read") from None
    if len(cells) > MOST_CELLS:
        raise ValueError(f"it has more than {MOST_CELLS:,} code cells")
    if sum(len(cell.text) for cell in cells) > MOST_CHARACTERS:
        raise ValueError(f"its code has more than {MOST_CHARACTERS:,} characters")
    return text_of(name, [Cell(c.number, c.run, python_of(c.text)) for c in cells])


def files_written(content: bytes) -> dict[str, str]:
    """The texts of the files that a notebook's cells write with `%%writefile`, by name.

    Names are relative to the notebook's folder; of absolute ones, as in Colab, only the last part
    counts.
    """
    found: dict[str, list[str]] = {}
    with suppress(*NO_NOTEBOOK):
        for cell in _code_cells(json.loads(content)):
            head, _, body = cell.text.lstrip("\n").partition("\n")
            if writes := _WRITES.fullmatch(head):
                name = writes["name"].strip("'\"")
                name = posixpath.basename(name) if name[:1] in ("/", "~") else name
                if not writes["more"]:
                    found[name] = []
                found.setdefault(name, []).append(f"{body}\n")
    return {name: "".join(parts) for name, parts in found.items()}


def without_outputs(content: bytes) -> bytes:
    """A notebook without its cells' output; anything else is returned unchanged."""
    try:
        notebook = json.loads(content)
        for cell in _cells(notebook):
            for shown in SHOWN:
                cell.pop(shown, None)
        return json.dumps(notebook).encode()
    except NO_NOTEBOOK:
        return content


def _damage(name: str, error: json.JSONDecodeError) -> str:
    """What is wrong with a text that isn't JSON, in words for somebody who has never seen JSON."""
    if not error.doc.strip():
        return f"{name} is empty; was it saved?"
    for number, line in enumerate(error.doc.splitlines(), 1):
        if line.startswith(_CONFLICT):
            return f"line {number} of {name} is git's mark of a conflict: resolve it, then {_AGAIN}"
    return f"line {error.lineno} of {name} is damaged: {_AGAIN}"


def _code_cells(notebook: object) -> Iterator[Cell]:
    for number, cell in enumerate(_cells(notebook), 1):
        if cell["cell_type"] == "code":
            source = cell["source"] if "source" in cell else cell["input"]
            text = _text("".join(source))
        else:
            source = [part for part in cell.get("source") or () if isinstance(part, str)]
            text = no_code(cell["cell_type"], _DEFINED.findall("".join(source)))
        if text.strip():
            yield Cell(number, _run(cell), text)


def _cells(notebook: Any) -> list[Any]:
    # Before nbformat 4 there were worksheets, of which an empty notebook has none.
    if "cells" in notebook:
        return list(notebook["cells"])
    return [cell for sheet in notebook["worksheets"] for cell in sheet.get("cells", ())]


def _run(cell: Any) -> int | None:
    run = cell.get("execution_count", cell.get("prompt_number"))
    return run if type(run) is int and 0 <= run < 1_000_000 else None


def _text(source: str) -> str:
    """A cell's text with the line ends that Python sees, without characters that can't be sent."""
    lines = source.replace("\r\n", "\n").replace("\r", "\n").rstrip("\n").replace("\0", "\\0")
    return lines.encode("utf-8", "backslashreplace").decode()
