"""PRUNED is the lowest alpha and the highest beta; otherwise values go by their estimates."""

import pytest

from gametree import (
    DRAW,
    PARENT_PRUNE,
    PRUNED,
    BestEdge,
    Definitely,
    Guess,
    ParentPrune,
    Player,
    Pruned,
    Result,
    Value,
    Winner,
    alpha_is_less_than,
    beta_is_greater_than,
    maxalpha,
    minbeta,
)

LOW, MIDDLE, HIGH = (BestEdge(f"to {n}", Guess(n)) for n in (-2, 3, 5))
LOST, WON = (Definitely(Winner(player)) for player in (Player.MINNIE, Player.MAXIE))


@pytest.mark.parametrize(
    ("alpha", "expected"),
    [(PRUNED, True), (LOW, True), (MIDDLE, False), (HIGH, False), (BestEdge(0, LOST), True)],
)
def test_alpha_is_less_than_is_strict_and_pruned_is_below_all(alpha: Value, expected: bool) -> None:
    assert alpha_is_less_than(alpha, Guess(3)) is expected


@pytest.mark.parametrize(
    ("beta", "expected"),
    [(PRUNED, True), (LOW, False), (MIDDLE, False), (HIGH, True), (BestEdge(0, WON), True)],
)
def test_beta_is_greater_than_is_strict_and_pruned_is_above_all(
    beta: Value, expected: bool
) -> None:
    assert beta_is_greater_than(Guess(3), beta) is expected


def test_pruned_bounds_even_certain_estimates() -> None:
    assert alpha_is_less_than(PRUNED, LOST) is True
    assert beta_is_greater_than(WON, PRUNED) is True


@pytest.mark.parametrize(
    ("v", "w", "expected"),
    [
        (PRUNED, PRUNED, PRUNED),
        (PRUNED, LOW, LOW),
        (LOW, PRUNED, LOW),
        (LOW, HIGH, HIGH),
        (HIGH, LOW, HIGH),
    ],
)
def test_maxalpha_takes_the_value_that_maxie_prefers(v: Value, w: Value, expected: Value) -> None:
    assert maxalpha(v, w) is expected


@pytest.mark.parametrize(
    ("v", "w", "expected"),
    [
        (PRUNED, PRUNED, PRUNED),
        (PRUNED, HIGH, HIGH),
        (HIGH, PRUNED, HIGH),
        (LOW, HIGH, LOW),
        (HIGH, LOW, LOW),
    ],
)
def test_minbeta_takes_the_value_that_minnie_prefers(v: Value, w: Value, expected: Value) -> None:
    assert minbeta(v, w) is expected


@pytest.mark.parametrize("second", [BestEdge(1, Guess(0)), BestEdge(1, Definitely(DRAW))], ids=repr)
def test_on_a_tie_both_return_their_first_argument(second: BestEdge) -> None:
    first = BestEdge(0, Guess(0))
    assert [maxalpha(first, second), maxalpha(second, first)] == [first, second]
    assert [minbeta(first, second), minbeta(second, first)] == [first, second]


@pytest.mark.parametrize("wrong", [PARENT_PRUNE, Guess(3), (0, Guess(3))], ids=repr)
def test_what_is_not_a_value_is_refused(wrong: Value) -> None:
    for call in (
        lambda: maxalpha(LOW, wrong),
        lambda: maxalpha(wrong, LOW),
        lambda: minbeta(LOW, wrong),
        lambda: minbeta(wrong, LOW),
        lambda: alpha_is_less_than(wrong, Guess(1)),
        lambda: beta_is_greater_than(Guess(1), wrong),
    ):
        with pytest.raises(TypeError, match=r"not a value: .* \(expected BestEdge"):
            call()


def describe(result: Result) -> str:
    match result:
        case BestEdge(move, Guess(value)):
            return f"{move} for {value}"
        case Pruned():
            return "pruned"
        case ParentPrune():
            return "parent pruned"
    return "certain"


def test_results_can_be_distinguished_by_match() -> None:
    results: list[Result] = [LOW, PRUNED, PARENT_PRUNE]
    assert [describe(result) for result in results] == ["to -2 for -2", "pruned", "parent pruned"]
