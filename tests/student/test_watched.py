"""A watched game is the drawn game, and remembers which leaves were estimated."""

import pytest

from gametree import HANDOUT_SMALL, Guess, Player, TreeLeaf, Winner
from gametree.grading.watched_games import WatchedGame


def test_the_leaves_estimated_are_remembered_in_order() -> None:
    game = WatchedGame(HANDOUT_SMALL.tree)
    for path in ((1, 2), (0, 0), (1, 2)):
        state = game.start
        for move in path:
            state = game.make_move(state, move)
        game.estimate(state)
    assert game.visits == ["i", "c", "i"]
    assert game.estimate(state) == Guess(10)


def test_what_can_not_be_estimated_is_no_visit() -> None:
    for game in (WatchedGame(TreeLeaf("a", Winner(Player.MAXIE))), WatchedGame(HANDOUT_SMALL.tree)):
        with pytest.raises(ValueError, match="estimated"):
            game.estimate(game.start)
        assert game.visits == []
