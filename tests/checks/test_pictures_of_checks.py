"""A picture shows what an answer is about: beside it is a board that is expected, if one is."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

from checks.boards import board_picture, rows_of
from gametree import C4State, Guess, Matrix
from grader.asking.answers import Value
from grader.authoring.reference import Reference
from grader.judging.properties import Property
from grader.student.evidence import BoardPicture
from reference.checks.boards import empty_board
from reference.checks.openings import Rivals
from reference.checks.verdicts import rivals_picture
from tests.checks.test_hidden_checks_odd_answers import properties
from tests.support import REFERENCE_FILES, make_entry

WITH_PICTURES = [param for param in properties() if param.values[0].picture]


def boards_in(value: Any) -> Iterator[tuple[str, ...]]:
    match value:
        case Matrix():
            yield rows_of(value)
        case C4State():
            yield rows_of(value.board)
        case tuple() | list():
            for part in value:
                yield from boards_in(part)


@pytest.mark.parametrize("prop", WITH_PICTURES)
def test_a_board_is_expected_only_where_one_is_returned(prop: Property) -> None:
    entry = make_entry(replace(prop, count=1), "pictures", Reference(REFERENCE_FILES))
    [example], [expected] = entry.examples, entry.expected
    answer = expected.value if isinstance(expected, Value) else None
    assert prop.picture
    picture = prop.picture(example, answer)
    if isinstance(picture, BoardPicture) and picture.expected_rows:
        assert picture.expected_rows in boards_in(answer)


@pytest.mark.parametrize(("owner", "good", "less"), [("X", 5, 2), ("O", -5, -2)])
def test_the_board_whose_estimate_is_wrong_is_drawn(owner: str, good: int, less: int) -> None:
    three, answered, two = (empty_board(size, 4) for size in (4, 5, 6))
    rivals = Rivals(owner, three, answered, two)
    for got, board in (
        ((0, good, less), three),
        ((good, -good, less), answered),
        ((good, good, good), two),
        ((good, less, less), None),
    ):
        estimates = tuple(map(Guess, got))
        assert bool(rivals.verdict(estimates)) == (board is not None)
        assert rivals_picture(rivals, estimates) == board_picture((board or three).state)
    below, above = sorted(["above", "below"], key=lambda word: (word == "above") == (owner == "X"))
    assert rivals.wanted == (
        f"Guesses, the first and the second {above} 0, the third {below} the first"
    )
