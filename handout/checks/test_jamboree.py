"""Public checks of Jamboree: the traces of its page, on the two trees of the handout."""

from typing import Any

import pytest

from gametree import HANDOUT_BIG, HANDOUT_SMALL, PRUNED, BestEdge, Guess, Seq
from gametree.grading.watched_games import WatchedGame

OPEN = (PRUNED, PRUNED)


def watched(tree: Any) -> WatchedGame:
    return WatchedGame(tree, ordered=False)


@pytest.mark.task("jamboree.search", "half of the moves one by one: nine terminals")
def test_half_small(submission: Any, expect: Any) -> None:
    game = watched(HANDOUT_SMALL.tree)
    jamboree = submission.jamboree.Jamboree(game, 2, 0.5)
    question = jamboree.search(2, OPEN, game.start, Seq.of(0), Seq.of(1, 2))
    expect(question, BestEdge(1, Guess(4)), visits=list("cdeghiklm"))


@pytest.mark.task("jamboree.search", "all moves one by one: as alpha-beta")
def test_all_small(submission: Any, expect: Any) -> None:
    game = watched(HANDOUT_SMALL.tree)
    jamboree = submission.jamboree.Jamboree(game, 2, 1.0)
    question = jamboree.search(2, OPEN, game.start, Seq.of(0, 1, 2), Seq.empty())
    expect(question, BestEdge(1, Guess(4)), visits=list("cdeghik"))


@pytest.mark.task("jamboree.search", "half of the moves on the big tree: six terminals")
def test_half_big(submission: Any, expect: Any) -> None:
    game = watched(HANDOUT_BIG.tree)
    jamboree = submission.jamboree.Jamboree(game, 4, 0.5)
    question = jamboree.search(4, OPEN, game.start, Seq.of(0), Seq.of(1))
    expect(question, BestEdge(0, Guess(3)), visits=list("efhlmq"))


@pytest.mark.task("jamboree.next_move", "the moves chosen on both trees")
def test_next_move(submission: Any, expect: Any) -> None:
    small, big = watched(HANDOUT_SMALL.tree), watched(HANDOUT_BIG.tree)
    expect(submission.jamboree.Jamboree(small, 2, 0.5).next_move(small.start), 1)
    expect(submission.jamboree.Jamboree(big, 4, 0.5).next_move(big.start), 0)
