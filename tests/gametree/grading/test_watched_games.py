"""Which terminals a search visits is written down, those that it finds decided if that is asked."""

from typing import Any

import pytest

from gametree import ExplicitState, Player, TreeLeaf, TreeNode, Winner
from gametree.declared import SEALED
from gametree.grading.watched_games import WatchedGame

WON = TreeLeaf("won", Winner(Player.MAXIE))
TREE = TreeNode("a", (TreeLeaf("b", 3), WON))


def looked_at(game: Any) -> None:
    """Ask twice whether it is over in each leaf, and estimate the one that is not."""
    for move in (0, 1, 0, 1):
        game.status(game.make_move(game.start, move))
    game.estimate(game.make_move(game.start, 0))


@pytest.mark.parametrize(("decided", "visits"), [(False, ["b"]), (True, ["won", "b"])])
@pytest.mark.parametrize("sealed", [False, True])
def test_a_decided_leaf_is_there_once_if_it_counts(
    sealed: bool, decided: bool, visits: list[str]
) -> None:
    game = WatchedGame(TREE, decided=decided)
    if sealed:
        _, seal, open_sealed = SEALED[WatchedGame]
        shape, answer = seal(game)
        looked_at(open_sealed(shape, answer))
    else:
        looked_at(game)
    assert game.visits == visits


def test_the_root_itself_may_be_decided() -> None:
    game = WatchedGame(WON, decided=True)
    game.status(ExplicitState(WON, Player.MAXIE))
    assert game.visits == ["won"]
