"""Wide examples differ in a part from those of a check, whatever these are made of."""

from dataclasses import dataclass, replace
from typing import Any

import pytest
from hypothesis import strategies as st

from grader.judging.answer_key import draw, drawn_to_list, record
from grader.judging.drawing.changing import ChangedQuestion
from grader.judging.listed import ListedExample
from grader.judging.properties import Property
from grader.student.python_text import python_text
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


def changed_examples(prop: Property, seed: str = "wide-7/x") -> list[Any]:
    return [one for one in draw(prop, seed) if not isinstance(one, ChangedQuestion)]


def wide(strategy: st.SearchStrategy[Any], count: int = 60) -> list[Any]:
    return changed_examples(
        Property(strategy, count, lambda _code, example: question(str(example)))
    )


def calls(prop: Property) -> list[str]:
    """The calls that are made of changed questions alone."""
    found = [one for one in draw(prop, "wide-7/x") if isinstance(one, ChangedQuestion)]
    return [python_text(prop.question(one)) for one in found]


def test_numbers_leave_the_range_that_is_drawn() -> None:
    found = changed_examples(NUMBERS)
    assert any(n < 0 for n in found)
    assert any(9 < n < 30 for n in found)
    assert any(n > 2**62 for n in found)
    assert found == changed_examples(NUMBERS) != changed_examples(NUMBERS, "wide-8/x")


def test_texts_and_lists_change_and_records_are_asked_what_they_take() -> None:
    found = wide(BOARDS)
    assert all(isinstance(board, Board) and board.level >= 0 for board in found if board)
    assert any(board.level != 3 for board in found if isinstance(board, Board))
    rows = {row for board in found for row in board.rows}
    assert rows > {"xo", "ox"}


def test_what_a_check_writes_into_its_question_changes_too() -> None:
    def ask(_code: object, n: int) -> Any:
        return question(f"{n}/{n}")

    found = calls(Property(st.integers(0, 3), 150, ask))
    assert any("²" in call or "٣" in call for call in found)
    assert any(call.count("/") > 1 for call in found)


def test_what_is_asked_twice_of_one_object_stays_one_object() -> None:
    def ask(code: Any, n: int) -> Any:
        made = code.work.make(n)
        return made.first(), made.second()

    found = calls(Property(st.integers(0, 3), 40, ask))
    assert found
    assert all(call.count("make(") == 1 for call in found)


def test_a_check_with_a_verdict_of_its_own_is_asked_what_is_made_of_examples() -> None:
    def verdict(*_: object) -> str:
        return ""

    found = draw(replace(NUMBERS, verdict=verdict), "wide-7/x")
    assert all(isinstance(one, int) for one in found)


def test_a_part_of_one_example_is_put_into_another() -> None:
    pairs = st.sampled_from(((None, "a"), (1.5j, "b")))
    assert {(None, "b"), (1.5j, "a")} <= set(wide(pairs))


def test_what_the_reference_refuses_or_does_not_end_with_is_not_asked() -> None:
    recorded = record(NUMBERS, "wide-7/x", REFERENCE.answer, library=LIBRARY)
    assert recorded.examples
    assert set(recorded.examples) < set(draw(NUMBERS, "wide-7/x"))
    assert all(n < 2**62 for n in recorded.examples if isinstance(n, int))


def test_a_question_that_takes_for_ever_to_write_down_is_left_out() -> None:
    def ask(_code: object, n: int) -> Any:
        return question(sum(1 for _ in range(10**9)) if n > 9 else n)

    assert all(n <= 9 for n in changed_examples(Property(st.integers(0, 9), 3, ask)))


@pytest.mark.parametrize("number", [0, 5])
def test_a_wide_example_is_listed_by_its_seed_and_number(number: int) -> None:
    digest, drawn = drawn_to_list(NUMBERS, f"wide-8/{CHECK}")
    answered = Reference({"work.py": "def act(n): return 2 * n\n"})
    listed = ListedExample("wide-8", number, digest, CHECK)
    recorded = record(NUMBERS, "7/x", answered.answer, listed=[listed])
    assert recorded.examples[-1] == drawn[number][1]


@pytest.mark.filterwarnings("ignore")
def test_a_question_that_takes_all_memory_to_write_down_is_left_out() -> None:
    def ask(_code: object, n: int) -> Any:
        return question(len(bytes(3 << 30)) if n > 9 else n)

    assert all(n <= 9 for n in changed_examples(Property(st.integers(0, 9), 3, ask)))


def test_records_may_refuse_a_part_in_any_way() -> None:
    @dataclass(frozen=True)
    class Picky:
        level: int

        def __post_init__(self) -> None:
            if self.level != 3:
                raise IndexError(self.level)

    assert set(wide(st.just(Picky(3)), 20)) <= {Picky(3)}
