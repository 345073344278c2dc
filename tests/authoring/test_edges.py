"""What a strategy could draw and never does is listed, check by check."""

from hypothesis import strategies as st

from grader.authoring.edges import lines_of_edges, never_drawn
from grader.judging.properties import Property


def prop_of(strategy: st.SearchStrategy[object]) -> Property:
    return Property(strategy, 40, lambda code, example: code.work.act(example))


def not_a_square(number: int) -> bool:
    return number not in (1, 4, 9)


def test_ends_of_ranges_and_what_is_filtered_out_are_listed() -> None:
    lines = never_drawn(prop_of(st.integers(0, 30).filter(not_a_square)), "seed")
    assert "a filter: not_a_square on integers(0, 30)" in lines


def test_what_is_drawn_from_end_to_end_has_no_line() -> None:
    assert never_drawn(prop_of(st.sampled_from("abc")), "seed") == []
    assert never_drawn(prop_of(st.integers(0, 3)), "seed") == []


def test_a_line_begins_with_its_check() -> None:
    props = {"work.act/hidden/lists": prop_of(st.lists(st.booleans(), min_size=1, max_size=60))}
    lines = list(lines_of_edges(props, {"work.act/hidden/lists": "seed"}))
    assert lines == ["never drawn: work.act/hidden/lists: lists of 1 to 60: never of 60"]
