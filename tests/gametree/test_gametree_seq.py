"""Sequences behave like unchangeable lists; their views lose nothing and copy nothing."""

import pickle
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gametree import Cons, Empty, Leaf, Nil, Node, Seq

lists = st.lists(st.integers(), max_size=40)
repeatable = settings(derandomize=True, deadline=None)


@repeatable
@given(lists)
def test_hiding_what_showl_or_showt_shows_gives_the_sequence_back(xs: list[int]) -> None:
    s = Seq.from_list(xs)
    assert Seq.hidel(s.showl()) == s
    assert Seq.hidet(s.showt()) == s


@repeatable
@given(st.integers(), lists)
def test_showing_a_hidden_list_view_gives_the_view_back(x: int, xs: list[int]) -> None:
    view = Cons(x, Seq.from_list(xs))
    assert Seq.hidel(view).showl() == view
    assert Seq.hidel(Nil()).showl() is Nil()


def test_showing_a_hidden_tree_view_gives_the_view_back_when_its_halves_are_balanced() -> None:
    views = [Empty(), Leaf(1), Node(Seq.of(1), Seq.of(2)), Node(Seq.of(1), Seq.of(2, 3))]
    assert [Seq.hidet(view).showt() for view in views] == views


def heads(s: Seq[int]) -> list[int]:
    found = []
    while True:
        match s.showl():
            case Nil():
                return found
            case Cons(head, s):
                found.append(head)


@repeatable
@given(lists)
def test_list_views_show_the_elements_in_order(xs: list[int]) -> None:
    assert heads(Seq.from_list(xs)) == xs


def leaves(s: Seq[int]) -> list[int]:
    match s.showt():
        case Empty():
            return []
        case Leaf(x):
            return [x]
        case Node(left, right):
            assert 0 <= len(right) - len(left) <= 1
            return leaves(left) + leaves(right)


@repeatable
@given(lists)
def test_tree_views_halve_the_sequence_and_show_the_elements_in_order(xs: list[int]) -> None:
    assert leaves(Seq.from_list(xs)) == xs


def parts(view: Any) -> list[Seq[int]]:
    match view:
        case Cons(_, tail):
            return [tail]
        case Node(left, right):
            return [left, right]
    raise AssertionError(view)


def test_views_share_the_elements_with_their_sequence_whatever_its_length() -> None:
    s = Seq.tabulate(lambda i: i, 10_000)
    for part in [*parts(s.showl()), *parts(s.showt()), *parts(parts(s.showl())[0].showt())]:
        assert part._backing is s._backing


@repeatable
@given(lists, lists)
def test_operations_agree_with_those_of_lists(xs: list[int], ys: list[int]) -> None:
    s, t = Seq.from_list(xs), Seq.from_list(ys)
    assert s.map(str).to_list() == [str(x) for x in xs]
    assert s.filter(lambda x: x > 0).to_list() == [x for x in xs if x > 0]
    assert s.append(t).to_list() == xs + ys
    assert s.cons(0).to_list() == [0, *xs]
    assert [s.nth(i) for i in range(len(s))] == xs
    assert s.reduce(lambda x, y: x + y, 0) == sum(xs)
    assert s.mapreduce(lambda x: [x], [], lambda a, b: a + b) == xs
    assert Seq.flatten(Seq.of(s, t, s)).to_list() == xs + ys + xs
    assert (s == t) is (xs == ys)


@repeatable
@given(lists)
def test_a_part_of_a_sequence_behaves_like_a_sequence_of_its_own(xs: list[int]) -> None:
    middle = parts(parts(Seq.from_list([1, 2, *xs]).showl())[0].showl())[0]
    assert (len(middle), middle.to_list(), middle) == (len(xs), xs, Seq.from_list(xs))
    assert hash(middle) == hash(Seq.from_list(xs))
    assert [middle.nth(i) for i in range(len(xs))] == xs
    assert middle.reduce(max, 0) == max(xs, default=0)


@pytest.mark.parametrize(
    ("built", "expected"),
    [
        (Seq.of(), []),
        (Seq.empty(), []),
        (Seq.of(1, 2), [1, 2]),
        (Seq.singleton("a"), ["a"]),
        (Seq.from_list(x for x in "ab"), ["a", "b"]),
        (Seq.tabulate(lambda i: i * i, 4), [0, 1, 4, 9]),
        (Seq.tabulate(str, 0), []),
        (Seq.flatten(Seq.empty()), []),
    ],
)
def test_constructors_hold_what_they_are_given(built: Seq[Any], expected: list[Any]) -> None:
    assert built.to_list() == expected


def tree_shape(s: Seq[str]) -> str:
    match s.showt():
        case Empty():
            return "-"
        case Leaf(x):
            return x
        case Node(left, right):
            return f"({tree_shape(left)} {tree_shape(right)})"


@pytest.mark.parametrize("text", ["", "a", "ab", "abc", "abcd", "abcdefg"])
def test_reduce_combines_in_the_shape_of_the_tree_view(text: str) -> None:
    s = Seq.from_list(text)
    assert s.reduce(lambda x, y: f"({x} {y})", "-") == tree_shape(s)
    assert s.mapreduce(lambda x: x, "-", lambda x, y: f"({x} {y})") == tree_shape(s)


def test_reduce_of_a_thousand_elements_is_ten_combinations_deep() -> None:
    depth = Seq.tabulate(lambda _: 0, 1000).reduce(lambda m, n: 1 + max(m, n), 0)
    assert depth == 10


def test_reduce1_needs_no_base_value_but_an_element() -> None:
    assert Seq.of(5).reduce1(min) == 5
    assert Seq.of("a", "b", "c").reduce1(lambda x, y: f"({x} {y})") == "(a (b c))"
    with pytest.raises(ValueError, match=r"Seq\.reduce1: the sequence is empty"):
        Seq.empty().reduce1(min)


def test_reduce_of_no_elements_is_the_base_value() -> None:
    assert Seq.empty().reduce(max, 7) == 7
    assert Seq.empty().mapreduce(len, 7, max) == 7


@pytest.mark.parametrize("i", [-1, 3, 4, -3])
def test_nth_outside_the_sequence_is_an_index_error_that_says_so(i: int) -> None:
    with pytest.raises(IndexError, match=f"Seq.nth: no index {i} in a sequence of length 3"):
        Seq.of("a", "b", "c").nth(i)


def test_nth_does_not_reach_beyond_the_ends_of_a_part() -> None:
    left, right = parts(Seq.of(1, 2, 3, 4).showt())
    for part, i in [(left, 2), (right, -1)]:
        with pytest.raises(IndexError):
            part.nth(i)


def test_a_negative_length_is_refused() -> None:
    with pytest.raises(ValueError, match="the length must not be negative, got -1"):
        Seq.tabulate(str, -1)


def test_only_views_can_be_hidden() -> None:
    with pytest.raises(TypeError, match=r"Seq\.hidel: not a list view: \(1, 2\)"):
        Seq.hidel((1, 2))  # type: ignore[arg-type]  # the mistake under test
    with pytest.raises(TypeError, match=r"Seq\.hidet: not a tree view: Nil\(\)"):
        Seq.hidet(Nil())  # type: ignore[arg-type]  # the mistake under test


def test_sequences_cannot_be_indexed_or_extended() -> None:
    s: Any = Seq.of(1, 2)
    with pytest.raises(TypeError):
        s[0]
    with pytest.raises(TypeError):
        s[0] = 5
    with pytest.raises(AttributeError):
        s.extra = 5
    assert s == Seq.of(1, 2)


def test_a_sequence_equals_sequences_only() -> None:
    s = Seq.of(1, 2)
    assert [s == [1, 2], s == (1, 2), s == Seq.of(2, 1), s == Seq.of(1)] == [False] * 4
    assert Seq.of(s, s) == Seq.of(Seq.of(1, 2), Seq.of(1, 2))


def test_eq_compares_by_the_given_function() -> None:
    def same_size(x: int, y: int) -> bool:
        return abs(x) == abs(y)

    assert Seq.of(1, -2).eq(Seq.of(-1, 2), same_size) is True
    assert Seq.of(1, 2).eq(Seq.of(1, 3), same_size) is False
    assert Seq.of(1, 2).eq(Seq.of(1), same_size) is False


def test_to_string_prints_each_element_by_the_given_function() -> None:
    assert Seq.tabulate(lambda i: i + 1, 12).to_string(str) == "<1,2,3,4,5,6,7,8,9,10,11,12>"
    assert Seq.empty().to_string(str) == "<>"


def test_a_list_view_can_be_made_by_the_names_of_its_parts() -> None:
    assert Cons(tail=Seq.of(2), head=1) == Seq.of(1, 2).showl()


@repeatable
@given(lists)
def test_iterating_over_a_sequence_and_over_a_part_of_it_gives_the_elements(xs: list[int]) -> None:
    assert list(Seq.from_list(xs)) == xs
    assert list(Seq.from_list([0, *xs]).showl().tail) == xs


def test_pickling_a_part_leaves_the_rest_behind() -> None:
    part = parts(Seq.of("x" * 1000, "y").showl())[0]
    assert len(pickle.dumps(part)) < 200
    assert pickle.loads(pickle.dumps(part)) == Seq.of("y")
