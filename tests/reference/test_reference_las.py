"""Look and say: the examples of CMU 2014 and 2012, the laws of runs, and the limits on eq."""

from itertools import groupby
from operator import eq

from hypothesis import given, settings
from hypothesis import strategies as st

from gametree import Seq
from las import drop_run, look_and_say

repeatable = settings(derandomize=True, deadline=None)

WORDS = st.lists(st.sampled_from("abc"), max_size=12)


def test_one_run_is_said_once() -> None:
    """CMU 2014 section 2, CMU 2012 section 2: the first example."""
    assert look_and_say(eq, Seq.of("hi", "hi", "hi")) == Seq.of((3, "hi"))


def test_two_runs_are_said_in_order() -> None:
    """CMU 2014 section 2, CMU 2012 section 2: the second example."""
    assert look_and_say(eq, Seq.of("bye", "hi", "hi")) == Seq.of((1, "bye"), (2, "hi"))


def test_nothing_is_said_of_the_empty_sequence() -> None:
    assert look_and_say(eq, Seq.empty()) == Seq.empty()


@repeatable
@given(WORDS)
def test_look_and_say_says_what_groupby_says(letters: list[str]) -> None:
    said = look_and_say(eq, Seq.from_list(letters))
    assert said == Seq.from_list([(len(list(run)), x) for x, run in groupby(letters)])


@repeatable
@given(st.lists(st.integers(0, 9), max_size=12))
def test_equality_is_the_callers(numbers: list[int]) -> None:
    """Runs by another equivalence: here, numbers with the same remainder by 3."""
    said = look_and_say(lambda m, n: m % 3 == n % 3, Seq.from_list(numbers))
    expected = [(len(list(run)), r) for r, run in groupby(numbers, key=lambda n: n % 3)]
    assert [(n, x % 3) for n, x in said] == expected


@repeatable
@given(WORDS)
def test_eq_is_called_less_than_once_an_element(letters: list[str]) -> None:
    """The ruling allows 2n calls."""
    calls: list[tuple[str, str]] = []

    def counted(x: str, y: str) -> bool:
        calls.append((x, y))
        return x == y

    look_and_say(counted, Seq.from_list(letters))
    assert len(calls) == max(0, len(letters) - 1)


def test_ten_thousand_elements_in_one_run_and_in_as_many_runs() -> None:
    n = 10_000
    assert look_and_say(eq, Seq.tabulate(lambda _: 0, n)) == Seq.of((n, 0))
    assert look_and_say(eq, Seq.tabulate(lambda i: i, n)) == Seq.tabulate(lambda i: (1, i), n)


def test_a_run_ends_where_another_element_begins() -> None:
    assert drop_run(eq, 1, Seq.of(1, 1, 2, 1)) == (2, Seq.of(2, 1))
    assert drop_run(eq, 1, Seq.of(2)) == (0, Seq.of(2))
