"""Wide examples differ in a part from those of a check, whatever these are made of."""

from dataclasses import dataclass
from typing import Any

import pytest
from hypothesis import strategies as st

from grader.judging.answer_key import draw, drawn_to_list, record
from grader.judging.listed import ListedExample
from grader.judging.properties import Property
from tests.support import LIBRARY, Reference, question

CHECK = "work.act/hidden/drawn"
NUMBERS = Property(st.integers(0, 9), 40, lambda _code, n: question(n))
REFERENCE = Reference({"work.py": "def act(n): return [0] * n and n\n"})


@dataclass(frozen=True)
class Board:
    """A record that checks its parts."""

    rows: tuple[str, ...]
    level: int

    def __post_init__(self) -> None:
        if self.level < 0:
            raise ValueError("below the ground")


BOARDS = st.builds(
    Board, st.lists(st.sampled_from(("xo", "ox")), min_size=2).map(tuple), st.just(3)
)


def wide(strategy: st.SearchStrategy[Any], count: int = 60) -> tuple[Any, ...]:
    return draw(
        Property(strategy, count, lambda _code, example: question(str(example))), "wide-7/x"
    )


def test_numbers_leave_the_range_that_is_drawn() -> None:
    found = draw(NUMBERS, "wide-7/x")
    assert any(n < 0 for n in found)
    assert any(9 < n < 30 for n in found)
    assert any(n > 2**62 for n in found)
    assert found == draw(NUMBERS, "wide-7/x") != draw(NUMBERS, "wide-8/x")


def test_texts_and_lists_change_and_records_are_asked_what_they_take() -> None:
    found = wide(BOARDS)
    assert all(isinstance(board, Board) and board.level >= 0 for board in found if board)
    assert any(board.level != 3 for board in found if isinstance(board, Board))
    rows = {row for board in found for row in board.rows}
    assert rows > {"xo", "ox"}


def test_a_part_of_one_example_is_put_into_another() -> None:
    pairs = st.sampled_from(((None, "a"), (1.5j, "b")))
    assert {(None, "b"), (1.5j, "a")} <= set(wide(pairs))


def test_what_the_reference_refuses_or_does_not_end_with_is_not_asked() -> None:
    recorded = record(NUMBERS, "wide-7/x", REFERENCE.answer, library=LIBRARY)
    assert recorded.examples
    assert set(recorded.examples) < set(draw(NUMBERS, "wide-7/x"))
    assert all(n < 2**62 for n in recorded.examples)


def test_a_question_that_takes_for_ever_to_write_down_is_left_out() -> None:
    def ask(_code: object, n: int) -> Any:
        return question(sum(1 for _ in range(10**9)) if n > 9 else n)

    assert all(n <= 9 for n in draw(Property(st.integers(0, 9), 3, ask), "wide-7/x"))


@pytest.mark.parametrize("number", [0, 5])
def test_a_wide_example_is_listed_by_its_seed_and_number(number: int) -> None:
    digest, drawn = drawn_to_list(NUMBERS, f"wide-8/{CHECK}")
    answered = Reference({"work.py": "def act(n): return 2 * n\n"})
    listed = ListedExample("wide-8", number, digest, CHECK)
    recorded = record(NUMBERS, "7/x", answered.answer, listed=[listed])
    assert recorded.examples[-1] == drawn[number][1]
    assert str(recorded.examples[-1]) in drawn[number][0]


@pytest.mark.filterwarnings("ignore")
def test_a_question_that_takes_all_memory_to_write_down_is_left_out() -> None:
    def ask(_code: object, n: int) -> Any:
        return question(len(bytes(3 << 30)) if n > 9 else n)

    assert all(n <= 9 for n in draw(Property(st.integers(0, 9), 3, ask), "wide-7/x"))


def test_records_may_refuse_a_part_in_any_way() -> None:
    @dataclass(frozen=True)
    class Picky:
        level: int

        def __post_init__(self) -> None:
            if self.level != 3:
                raise IndexError(self.level)

    assert set(wide(st.just(Picky(3)), 20)) <= {Picky(3)}
