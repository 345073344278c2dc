"""The order of a suite's runs: what nobody can know of it, and what always holds."""

from collections import Counter

import pytest

from grader.student_tests.order import WHOLE, drawn_order, mixed, some_of
from grader.student_tests.reach import LeftOut

ALONE: dict[str, LeftOut] = {f"faulty{n}": (f"test{n}",) for n in range(20)}
TOGETHER: dict[str, LeftOut] = {f"faulty{n}": ("test",) for n in range(20)}


@pytest.mark.parametrize(
    ("chosen", "left_out", "places"), [(TOGETHER, "test", 21), (ALONE, "test3", 2)]
)
def test_the_right_solution_may_be_anywhere_among_the_faulty_ones(
    chosen: dict[str, LeftOut], left_out: str, places: int
) -> None:
    found: Counter[int] = Counter()
    for _ in range(40 * places):
        mine = [name for other, name in drawn_order(chosen) if other == (left_out,)]
        found[mine.index("")] += 1
    assert set(found) == set(range(places))
    assert max(found.values()) < 2 * 40


def test_every_faulty_solution_is_run_and_the_right_one_with_each_choice() -> None:
    runs = drawn_order({**ALONE, "untouched": None})
    expected = {((f"test{n}",), name) for n in range(20) for name in ("", f"faulty{n}")}
    assert set(runs) == expected
    assert Counter(name for _, name in runs)[""] == 20


def test_the_right_solution_is_run_eight_times_with_all_tests_alone_last() -> None:
    assert Counter(name for _, name in drawn_order(TOGETHER))[""] == 7
    whole: dict[str, LeftOut] = dict.fromkeys(TOGETHER, ())
    assert Counter(drawn_order(whole))[WHOLE] == 8


def test_where_no_test_can_notice_anything_nothing_is_run_before() -> None:
    assert drawn_order({"untouched": None}) == []


def test_the_order_of_runs_is_another_each_time() -> None:
    for chosen in (ALONE, TOGETHER):
        assert len({tuple(drawn_order(chosen)) for _ in range(5)}) == 5


def test_choices_of_tests_come_at_any_time() -> None:
    halves: dict[str, LeftOut] = {f"faulty{n}": (f"half{n % 2}",) for n in range(20)}
    assert len({tuple(left_out for left_out, _ in drawn_order(halves)) for _ in range(5)}) == 5


def test_what_is_made_again_comes_at_any_place_and_moves_nothing_else() -> None:
    order, again = drawn_order(TOGETHER), [(("test",), "again")]
    places = set()
    for _ in range(200):
        made = mixed(order, again)
        assert [key for key in made if key not in again] == order
        places.add(made.index(again[0]))
    assert len(places) > len(order) / 2


def test_of_many_some_are_drawn_and_of_few_all() -> None:
    order = drawn_order(ALONE)
    assert len({tuple(some_of(order, 3)) for _ in range(5)}) > 1
    assert set(some_of(order, 3)) <= set(order)
    assert Counter(some_of(order, 1000)) == Counter(order)
