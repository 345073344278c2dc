"""A notebook is a module of its code cells, and of nothing else that is in it."""

import json
import re
from typing import Any

import pytest

from grader.inside.notebook.layout import turned_into_text
from grader.inside.notebook.reading import MOST_CELLS, MOST_CHARACTERS, module_text


def notebook(*cells: Any) -> bytes:
    kinds = [{"cell_type": "code", "source": cell} for cell in cells]
    text = {"cell_type": "markdown", "source": ["x = 1"]}
    return json.dumps({"nbformat": 4, "cells": [text, *kinds]}).encode()


def code_in(content: bytes) -> list[str]:
    lines = module_text("work.ipynb", content).splitlines()
    return [line for line in lines if not line.startswith("# ")]


def test_code_cells_follow_each_other_with_their_numbers() -> None:
    text = module_text("work.ipynb", notebook(["def act(n):\n", "    return n + 1"], "", "y = 1\n"))
    assert text == (
        "# Made of work.ipynb: edit the notebook, not this file.\n"
        "# Its cells, as NUMBER:IN:LINES: 2::2 4::1\n"
        "# %% cell 2\ndef act(n):\n    return n + 1\n"
        "# %% cell 4\ny = 1\n"
    )


@pytest.mark.parametrize("number", [3, "<b>", -1, True, None, 10**9])
def test_only_a_small_number_is_that_of_a_run(number: Any) -> None:
    cell = {"cell_type": "code", "execution_count": number, "source": "x"}
    text = module_text("work.ipynb", json.dumps({"cells": [cell]}).encode())
    assert ("# %% cell 1 (In [3])\n" in text) == (number == 3)
    assert ("# %% cell 1\n" in text) == (number != 3)


def test_old_notebooks_can_be_read() -> None:
    cells = [{"cell_type": "code", "input": ["x = 1"], "prompt_number": 4}]
    sheets = json.dumps({"worksheets": [{"cells": cells}, {}, {"cells": cells}]}).encode()
    assert code_in(sheets) == ["x = 1", "x = 1"]
    assert "# %% cell 1 (In [4])" in module_text("work.ipynb", sheets)


@pytest.mark.parametrize(
    "content", [b'{"worksheets": []}', b'{"worksheets": [{}]}', b'{"cells": []}']
)
def test_an_empty_notebook_is_an_empty_module(content: bytes) -> None:
    assert code_in(content) == []


@pytest.mark.parametrize(
    "content",
    [
        *(b"", b"[]", b"{}", b"\xff", b"[" * 100_000, b'{"cells": [1]}', b'{"cells": 5}'),
        *(b'{"cells": null}', b'{"worksheets": [1]}', b'{"worksheets": 3}', b"null", b'"cells"'),
        b'{"cells": [{"cell_type": "code"}]}',
        b'{"cells": [{"cell_type": "code", "source": [1]}]}',
        b'{"cells": [{"cell_type": "code", "source": null}]}',
    ],
    ids=lambda content: content[:20].decode("latin-1"),
)
def test_what_is_no_notebook_is_refused(content: bytes) -> None:
    with pytest.raises(ValueError, match=r"isn't a notebook|is damaged|is empty|isn't UTF-8"):
        module_text("work.ipynb", content)


def test_a_notebook_that_nobody_wrote_is_refused() -> None:
    with pytest.raises(ValueError, match="more than 5,000 code cells"):
        module_text("work.ipynb", notebook(*["x"] * (MOST_CELLS + 1)))
    with pytest.raises(ValueError, match="more than 1,000,000 characters"):
        module_text("work.ipynb", notebook("x" * (MOST_CHARACTERS + 1)))


def test_a_text_that_can_not_travel_keeps_its_meaning() -> None:
    [line] = code_in(notebook("x = 'a\0b\ud800'"))
    assert line == r"x = 'a\0b\ud800'"


@pytest.mark.parametrize(
    ("content", "why"),
    [
        (b"", "work.ipynb is empty; was it saved?"),
        (b" \n", "work.ipynb is empty; was it saved?"),
        (
            b'{"cells": [\n<<<<<<< HEAD\n{}\n=======\n{}\n>>>>>>> other\n]}',
            "line 2 of work.ipynb is git's mark of a conflict: resolve it, then open it in "
            "Jupyter, and save it again",
        ),
        (
            b'{"cells": [\n{"cell_type": "code",}\n]}',
            "line 2 of work.ipynb is damaged: open it in Jupyter, and save it again",
        ),
        (b"\xff", "work.ipynb isn't UTF-8 text: open it in Jupyter, and save it again"),
        (b"[]", "it isn't a notebook: it has no cells that can be read"),
        (b'{"cells": [1]}', "it isn't a notebook: it has no cells that can be read"),
    ],
)
def test_a_damaged_notebook_is_refused_with_what_to_do(content: bytes, why: str) -> None:
    with pytest.raises(ValueError, match=f"^{re.escape(why)}$"):
        module_text("work.ipynb", content)


def test_a_definition_in_a_cell_that_is_not_code_is_found_again() -> None:
    cells = [
        {"cell_type": "code", "source": "x = 1"},
        {"cell_type": "markdown", "source": ["def act(n):\n", "    return n"]},
        {"cell_type": "raw", "source": "class Game:\n    pass"},
        {"cell_type": "markdown", "source": None},
        {"cell_type": "markdown", "source": "define x"},
    ]
    files = {"work.py": module_text("work.ipynb", json.dumps({"cells": cells}).encode())}
    words = [turned_into_text(files, name) for name in ("act", "Game", "x", "return")]
    assert words == [
        "work.ipynb, cell 2 defines it, but is Markdown: make it a code cell",
        "work.ipynb, cell 3 defines it, but is raw text: make it a code cell",
        "",
        "",
    ]
    assert " 4:" not in files["work.py"].splitlines()[1]
