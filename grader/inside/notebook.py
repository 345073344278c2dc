"""Notebooks as modules: their code cells, one after the other.

Lines that only a notebook understands (`%matplotlib inline`, `!pip …`) become comments, and so does
a whole cell that is of another language (`%%bash`).
"""

import json
from collections.abc import Iterator
from typing import Any

ENDING = ".ipynb"
# Cell magics after which the rest of the cell is Python.
OF_PYTHON = ("%%time", "%%timeit", "%%capture", "%%prun")


def module_text(content: bytes) -> str:
    """The text of a module that does what a notebook does; raises `ValueError` if it is none."""
    try:
        cells = list(_code_cells(json.loads(content)))
    except (ValueError, RecursionError, KeyError, TypeError, AttributeError) as error:
        raise ValueError(f"it isn't a notebook: {type(error).__name__}") from None
    return "\n".join([f"# In [{number}]:\n{cell}\n" for number, cell in enumerate(cells, 1)])


def _code_cells(notebook: Any) -> Iterator[str]:
    # Before version 4 cells are in sheets, of which an empty notebook has none.
    sheets = [notebook] if "cells" in notebook else notebook["worksheets"]
    for cell in [cell for sheet in sheets for cell in sheet["cells"]]:
        if cell["cell_type"] == "code":
            source = cell["source"] if "source" in cell else cell["input"]
            yield _python("".join(source).splitlines())


def _python(lines: list[str]) -> str:
    first = next((line for line in lines if line.strip()), "").strip()
    foreign = first.startswith("%%") and not first.startswith(OF_PYTHON)
    return "\n".join([f"# {line}" if foreign or _is_magic(line) else line for line in lines])


def _is_magic(line: str) -> bool:
    return line.lstrip().startswith(("%", "!", "?"))
