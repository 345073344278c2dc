"""The order of a suite's runs: what nobody can know of it, and what always holds."""

from collections import Counter

import pytest

from grader.student_tests.order import drawn_order, mixed, some_of

LEFT_OUT = ("test",)
FAULTY = [f"faulty{n}" for n in range(20)]


@pytest.mark.parametrize("names", [FAULTY, FAULTY[:1]])
def test_the_right_solution_may_be_anywhere_among_the_faulty_ones(names: list[str]) -> None:
    found: Counter[int] = Counter()
    places = len(names) + 1
    for _ in range(40 * places):
        order = drawn_order(LEFT_OUT, names)
        found[order.index((LEFT_OUT, ""))] += 1
    assert set(found) == set(range(places))
    assert max(found.values()) < 2 * 40


def test_every_faulty_solution_is_run_and_the_right_one_as_often_as_wanted() -> None:
    for references in (1, 3):
        runs = Counter(drawn_order(LEFT_OUT, FAULTY, references))
        assert runs == Counter({(LEFT_OUT, n): 1 for n in FAULTY} | {(LEFT_OUT, ""): references})


def test_more_runs_on_the_right_one_may_be_anywhere_after_the_first() -> None:
    orders = [drawn_order(LEFT_OUT, FAULTY, 2) for _ in range(40)]
    last = [len(order) - 1 - order[::-1].index((LEFT_OUT, "")) for order in orders]
    assert len(set(last)) > 5


def test_the_order_of_runs_is_another_each_time() -> None:
    assert len({tuple(drawn_order(LEFT_OUT, FAULTY)) for _ in range(5)}) == 5


def test_what_is_made_again_comes_at_any_place_and_moves_nothing_else() -> None:
    order, again = drawn_order(LEFT_OUT, FAULTY), [(LEFT_OUT, "again")]
    places = set()
    for _ in range(200):
        made = mixed(order, again)
        assert [key for key in made if key not in again] == order
        places.add(made.index(again[0]))
    assert len(places) > len(order) / 2


def test_of_many_some_are_drawn_and_of_few_all() -> None:
    order = drawn_order(LEFT_OUT, FAULTY, 20)
    assert len({tuple(some_of(order, 3)) for _ in range(5)}) > 1
    assert set(some_of(order, 3)) <= set(order)
    assert Counter(some_of(order, 1000)) == Counter(order)
