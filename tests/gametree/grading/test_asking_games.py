"""Games whose estimates take a search of their own."""

from gametree import HANDOUT_SMALL, Guess
from gametree.grading.asking_games import AskingGame


def test_each_estimate_searches_first() -> None:
    searches: list[int] = []
    game = AskingGame(HANDOUT_SMALL.tree, ("l", "m", "r"), lambda: searches.append(1))
    state = game.make_move(game.make_move(game.start, "m"), "l")
    assert searches == []
    assert game.estimate(state) == Guess(6)
    assert searches == [1]
