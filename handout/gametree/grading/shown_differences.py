"""How values are compared, and where they differ: the first place, and both side by side."""

import itertools
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from gametree.connect4_board import rows_of
from gametree.matrix import Matrix
from gametree.tree import Tree
from gametree.vocabulary import Definitely, Guess, est_compare

Same = Callable[[Any, Any], bool]


def same_estimate(expected: Any, got: Any) -> bool:
    """Whether both are estimates, and equal in the order of estimates."""
    return isinstance(got, Guess | Definitely) and est_compare(got, expected) == 0


def first_cell(
    got: Matrix[Any], expected: Matrix[Any], same: Same, short: Callable[..., str]
) -> str:
    """The first cell in which matrices differ, or their sizes."""
    sizes = [(m.num_cols, m.num_rows) for m in (got, expected)]
    if sizes[0] != sizes[1]:
        return "{} x {} instead of {} x {} columns and rows".format(*sizes[0], *sizes[1])
    for y in range(expected.num_rows):
        for x in range(expected.num_cols):
            g, e = got.sub(x, y), expected.sub(x, y)
            if not same(g, e):
                return f"column {x}, row {y}: {short(g)} instead of {short(e)}"
    return ""


def first_node(got: Tree[Any], expected: Tree[Any], same: Same, short: Callable[..., str]) -> str:
    """The first node in which trees differ."""
    where, path = "the root", list[int]()
    while same(got.value, expected.value) and len(got.children) == len(expected.children):
        pairs = enumerate(zip(got.children, expected.children, strict=True))
        number, (got, expected) = next((n, pair) for n, pair in pairs if not same(*pair))
        path.append(number)
        where = " of ".join(f"child {n}" for n in reversed(path))
    if not same(got.value, expected.value):
        return f"{where} is {short(got.value)} instead of {short(expected.value)}"
    children = "1 child" if len(got.children) == 1 else f"{len(got.children)} children"
    return f"{where} has {children} instead of {len(expected.children)}"


def boards_beside(
    got: Matrix[Any], expected: Matrix[Any], _same: Same
) -> tuple[Sequence[str], Any]:
    """The rows of two boards."""
    try:
        return rows_of(got), rows_of(expected)
    except KeyError:
        return [repr(got)], None


def trees_beside(got: Tree[Any], expected: Tree[Any], same: Same) -> tuple[Sequence[str], Any]:
    """The lines of a tree, marked where another one is expected."""
    return list(_beside(got, expected, same, 0)), None


def _beside(got: Any, expected: Any, same: Same, depth: int) -> Iterator[str]:
    indent = "  " * depth
    if got is None:
        yield f"{indent}(nothing)    <- expected {expected.value}"
        return
    if expected is None:
        yield f"{indent}{got.value}    <- not expected"
        return
    right = same(got.value, expected.value)
    yield f"{indent}{got.value}" + ("" if right else f"    <- expected {expected.value}")
    for g, e in itertools.zip_longest(got.children, expected.children):
        yield from _beside(g, e, same, depth + 1)
