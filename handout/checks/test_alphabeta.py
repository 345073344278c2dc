"""Public checks of alpha-beta: the examples of its page, on the two trees of the handout."""

from typing import Any

import pytest

from gametree import (
    HANDOUT_BIG,
    HANDOUT_SMALL,
    PARENT_PRUNE,
    PRUNED,
    BestEdge,
    Guess,
    Seq,
)
from gametree.grading.watched_games import WatchedGame

MAXIES = HANDOUT_SMALL.start
MINNIES = HANDOUT_SMALL.make_move(MAXIES, 0)
TWO, FIVE = BestEdge(0, Guess(2)), BestEdge(1, Guess(5))


def player(submission: Any) -> Any:
    return submission.alphabeta.AlphaBeta(HANDOUT_SMALL, 2)


@pytest.mark.task("alphabeta.update_ab", "Maxie raises alpha")
def test_update_alpha(submission: Any, expect: Any) -> None:
    expect(player(submission).update_ab(MAXIES, (PRUNED, PRUNED), TWO), (TWO, PRUNED))
    expect(player(submission).update_ab(MAXIES, (FIVE, PRUNED), TWO), (FIVE, PRUNED))


@pytest.mark.task("alphabeta.update_ab", "Minnie lowers beta")
def test_update_beta(submission: Any, expect: Any) -> None:
    expect(player(submission).update_ab(MINNIES, (PRUNED, FIVE), TWO), (PRUNED, TWO))
    expect(player(submission).update_ab(MINNIES, (PRUNED, TWO), PRUNED), (PRUNED, TWO))


@pytest.mark.task("alphabeta.value_for", "alpha is Maxie's, beta is Minnie's")
def test_value_for(submission: Any, expect: Any) -> None:
    expect(player(submission).value_for(MAXIES, (TWO, FIVE)), TWO)
    expect(player(submission).value_for(MINNIES, (TWO, FIVE)), FIVE)


@pytest.mark.task("alphabeta.check_bounds", "between the bounds: an edge")
def test_within_bounds(submission: Any, expect: Any) -> None:
    question = player(submission).check_bounds((TWO, FIVE), MAXIES, 3, Guess(4))
    expect(question, BestEdge(3, Guess(4)))


@pytest.mark.task("alphabeta.check_bounds", "outside of the bounds: pruned, by whose turn it is")
def test_outside_bounds(submission: Any, expect: Any) -> None:
    expect(player(submission).check_bounds((TWO, FIVE), MAXIES, 3, Guess(2)), PARENT_PRUNE)
    expect(player(submission).check_bounds((TWO, FIVE), MINNIES, 3, Guess(2)), PRUNED)
    expect(player(submission).check_bounds((TWO, FIVE), MAXIES, 3, Guess(5)), PRUNED)
    expect(player(submission).check_bounds((TWO, FIVE), MINNIES, 3, Guess(5)), PARENT_PRUNE)


@pytest.mark.task("alphabeta.search", "evaluate on the small tree")
def test_evaluate_small(submission: Any, expect: Any) -> None:
    game = WatchedGame(HANDOUT_SMALL.tree)
    minnies = game.make_move(game.start, 1)
    alphabeta = submission.alphabeta.AlphaBeta(game, 2)
    window = (BestEdge(0, Guess(-2)), PRUNED)
    expect(alphabeta.evaluate(1, window, minnies, 1), BestEdge(1, Guess(4)), visits=["g", "h", "i"])


@pytest.mark.task("alphabeta.search", "search of the small tree visits seven terminals")
def test_search_small(submission: Any, expect: Any) -> None:
    game = WatchedGame(HANDOUT_SMALL.tree)
    alphabeta = submission.alphabeta.AlphaBeta(game, 2)
    question = alphabeta.search(2, (PRUNED, PRUNED), game.start, Seq.of(0, 1, 2))
    expect(question, BestEdge(1, Guess(4)), visits=list("cdeghik"))


@pytest.mark.task("alphabeta.search", "search of the big tree visits six terminals")
def test_search_big(submission: Any, expect: Any) -> None:
    game = WatchedGame(HANDOUT_BIG.tree)
    alphabeta = submission.alphabeta.AlphaBeta(game, 4)
    question = alphabeta.search(4, (PRUNED, PRUNED), game.start, Seq.of(0, 1))
    expect(question, BestEdge(0, Guess(3)), visits=list("efhlmq"))


@pytest.mark.task("alphabeta.next_move", "the moves chosen on both trees")
def test_next_move(submission: Any, expect: Any) -> None:
    small, big = WatchedGame(HANDOUT_SMALL.tree), WatchedGame(HANDOUT_BIG.tree)
    expect(submission.alphabeta.AlphaBeta(small, 2).next_move(small.start), 1)
    expect(submission.alphabeta.AlphaBeta(big, 4).next_move(big.start), 0)
