"""How inputs are drawn, for those who have hypothesis: one strategy a property."""

from typing import Any

from hypothesis import strategies as st

from bench.peers.workload import LAS

ITEMS: dict[str, st.SearchStrategy[Any]] = {
    "numbers": st.integers(-9, 9),
    "bits": st.integers(0, 1),
    "words": st.text("abAB", max_size=2),
    "pairs": st.tuples(st.integers(0, 2), st.integers(0, 2)).map(list),
}
VALUES = st.integers(-20, 20)
WINDOWS = st.tuples(st.none() | st.integers(-20, -1), st.none() | st.integers(1, 20))


def inputs(name: str) -> st.SearchStrategy[Any]:
    """The inputs of a property."""
    if name in LAS:
        _, kind, *long = name.split("-")
        return st.lists(ITEMS[kind], max_size=40 if long else 12)
    _, which = name.split("-")
    if which.isdecimal():
        return st.tuples(_trees(int(which)), WINDOWS).map(lambda pair: [pair[0], *pair[1]])
    return st.tuples(WINDOWS, st.integers(-19, 19)).map(lambda pair: [*pair[0], pair[1]])


def _trees(depth: int) -> st.SearchStrategy[Any]:
    if depth == 0:
        return VALUES
    return st.lists(_trees(depth - 1), min_size=1, max_size=3)
