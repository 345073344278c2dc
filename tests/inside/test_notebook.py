"""A notebook is a module of its code cells, and of nothing else that is in it."""

import json
from typing import Any

import pytest

from grader.inside.notebook import module_text


def notebook(*cells: Any) -> bytes:
    kinds = [{"cell_type": "code", "source": cell} for cell in cells]
    text = {"cell_type": "markdown", "source": ["x = 1"]}
    return json.dumps({"nbformat": 4, "cells": [text, *kinds]}).encode()


def test_code_cells_follow_each_other() -> None:
    text = module_text(notebook(["def act(n):\n", "    return n + 1"], "y = act(1)\n"))
    names: dict[str, Any] = {}
    exec(text, names)
    assert names["y"] == 2
    assert "x" not in names


def test_what_only_a_notebook_understands_is_a_comment() -> None:
    text = module_text(
        notebook("%matplotlib inline\nx = 1\n!pip install y\n?x", "%%bash\nls -l", "%%time\nz = 2")
    )
    names: dict[str, Any] = {}
    exec(text, names)
    assert (names["x"], names["z"]) == (1, 2)
    assert "# ls -l" in text


def test_old_notebooks_can_be_read() -> None:
    cells = [{"cell_type": "code", "input": ["x = 1"]}]
    assert "x = 1" in module_text(json.dumps({"worksheets": [{"cells": cells}]}).encode())


@pytest.mark.parametrize(
    "content",
    [
        *(b"", b"[]", b"{}", b"\xff", b"[" * 100_000, b'{"cells": [1]}', b'{"cells": 5}'),
        b'{"cells": [{"cell_type": "code"}]}',
        b'{"cells": [{"cell_type": "code", "source": [1]}]}',
    ],
    ids=lambda content: content[:20].decode("latin-1"),
)
def test_what_is_no_notebook_is_refused(content: bytes) -> None:
    with pytest.raises(ValueError, match="it isn't a notebook"):
        module_text(content)
