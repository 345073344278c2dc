"""Players, outcomes, statuses, estimates, and the order of estimates (CMU lectures, section 3)."""

from itertools import product

import pytest

from gametree import (
    DRAW,
    IN_PLAY,
    Definitely,
    Draw,
    Est,
    Guess,
    InPlay,
    Over,
    Player,
    Status,
    Winner,
    est_compare,
)

MAXIE_WINS = Definitely(Winner(Player.MAXIE))
MINNIE_WINS = Definitely(Winner(Player.MINNIE))

# From worst to best for Maxie; the estimates of one row are equally good (CMU lectures, section 3).
ORDER: list[list[Est]] = [
    [MINNIE_WINS],
    [Guess(-(10**30))],
    [Guess(-1)],
    [Guess(0), Definitely(DRAW)],
    [Guess(1)],
    [Guess(10**30)],
    [MAXIE_WINS],
]
RANKED = [(rank, est) for rank, row in enumerate(ORDER) for est in row]


@pytest.mark.parametrize(("a", "b"), list(product(RANKED, RANKED)), ids=str)
def test_estimates_are_ordered_as_the_lecture_orders_them(
    a: tuple[int, Est], b: tuple[int, Est]
) -> None:
    expected = (a[0] > b[0]) - (a[0] < b[0])
    assert est_compare(a[1], b[1]) == expected


def test_est_compare_refuses_what_is_not_an_estimate() -> None:
    with pytest.raises(TypeError, match=r"not an estimate: 3 \(expected Definitely"):
        est_compare(3, Guess(3))  # type: ignore[arg-type]  # the mistake under test
    with pytest.raises(TypeError, match=r"not an estimate: DRAW"):
        est_compare(Guess(3), DRAW)  # type: ignore[arg-type]  # the mistake under test


def test_the_other_player_is_the_opponent() -> None:
    assert [player.other for player in Player] == [Player.MINNIE, Player.MAXIE]


def test_players_print_as_their_names() -> None:
    assert [str(player) for player in Player] == ["Maxie", "Minnie"]


def describe(status: Status) -> str:
    match status:
        case Over(Winner(player)):
            return f"{player} won"
        case Over(Draw()):
            return "drawn"
        case InPlay():
            return "in play"


def test_statuses_can_be_distinguished_by_match() -> None:
    statuses = [Over(Winner(Player.MINNIE)), Over(DRAW), IN_PLAY]
    assert [describe(status) for status in statuses] == ["Minnie won", "drawn", "in play"]
