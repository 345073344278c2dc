"""The text of a module says which lines are which cell, as long as it is as it was made."""

import ast

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grader.inside.notebook.layout import (
    Cell,
    as_one,
    cells_of,
    each_by_itself,
    is_made_of,
    shown_name,
    shown_place,
    text_of,
    tree_of,
)

TEXT = text_of(
    "work.ipynb", [Cell(2, 7, "x = 1\n\ny = 2"), Cell(5, None, "if\n"), Cell(6, 9, "z = 3")]
)


@given(st.lists(st.text("# %cel1:\n\u2028\x0c", max_size=12), max_size=5))
def test_cells_come_out_as_they_went_in(texts: list[str]) -> None:
    text = text_of("work.ipynb", [Cell(n, None, t) for n, t in enumerate(texts, 1)])
    assert [place.text for place in cells_of("work.py", text) or ()] == texts


def test_a_line_is_shown_in_its_cell() -> None:
    assert shown_place("work.py", TEXT, 6) == ("work.ipynb, cell 2 (In [7])", 3)
    assert shown_place("work.py", TEXT, 11) == ("work.ipynb, cell 6 (In [9])", 1)
    assert shown_place("work.py", TEXT, 0) == ("work.ipynb", 0)
    assert shown_place("work.py", "x = 1\n", 1) == ("work.py", 1)


def test_a_module_that_was_changed_by_hand_is_no_notebook() -> None:
    for text in (TEXT + "more = 1\n", TEXT.replace("z = 3\n", ""), "\n" + TEXT):
        assert cells_of("work.py", text) is None
        assert shown_name("work.py", text) == "work.py"


def test_the_tree_is_that_of_the_cells_that_are_python() -> None:
    tree = tree_of("work.py", TEXT)
    assert ast.unparse(tree) == "x = 1\ny = 2\nz = 3"
    assert [node.lineno for node in tree.body] == [4, 6, 11]
    assert ast.unparse(tree_of("work.py", "x = 1")) == "x = 1"


def test_a_module_of_a_notebook_is_known_by_its_first_line() -> None:
    assert is_made_of(TEXT.encode(), "work.ipynb")
    assert not is_made_of(TEXT.encode(), "other.ipynb")
    assert not is_made_of(b"x = 1", "work.ipynb")


def test_a_cell_that_is_no_python_is_a_comment_where_all_is_run_at_once() -> None:
    names: dict[str, int] = {}
    exec(as_one("work.py", TEXT), names)
    assert (names["x"], names["y"], names["z"]) == (1, 2, 3)
    assert as_one("work.py", TEXT).count("\n") == TEXT.count("\n")
    assert as_one("work.py", "if\n") == "if\n"


def names_of(*cells: str) -> dict[str, object]:
    text = text_of("work.ipynb", [Cell(n, None, cell) for n, cell in enumerate(cells, 1)])
    names: dict[str, object] = {}
    exec(compile(each_by_itself("work.py", text), "work.py", "exec", dont_inherit=True), names)
    return names


def test_a_cell_that_raises_costs_itself_alone() -> None:
    cells = ("x = 1", "raise KeyError", "if\n", "await f()", "display(2); y = x")
    assert names_of(*cells)["y"] == 1
    future = names_of("def f(n: Later): pass", "from __future__ import annotations\nz = 3")
    assert (future["z"], future["f"].__annotations__) == (3, {"n": "Later"})  # type: ignore[attr-defined]


def test_a_claim_that_is_wrong_is_not_passed_over() -> None:
    with pytest.raises(AssertionError):
        names_of("assert 1 == 2", "x = 1")
