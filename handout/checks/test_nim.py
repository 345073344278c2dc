"""Public checks of nim: the examples of its page."""

from typing import Any

import pytest

from gametree import Step, Tree

END = Tree((0, 0))
ONE_LEFT = Tree((1, 0), (END,)), Tree((0, 1), (END,))
LEVELS = {
    (): [],
    (0, 0, 0): [],
    (2,): [(0,), (1,)],
    (1, 2): [(0, 2), (1, 0), (1, 1)],
    (1, 2, 3): [(0, 2, 3), (1, 0, 3), (1, 1, 3), (1, 2, 0), (1, 2, 1), (1, 2, 2)],
}
GAME_1 = Tree((1,), (Tree((0,)),))
GAME_2 = Tree((2,), (Tree((0,)), GAME_1))
GAME_1_1 = Tree((1, 1), (ONE_LEFT[1], ONE_LEFT[0]))
GAME_1_2 = Tree((1, 2), (Tree((0, 2), (END, ONE_LEFT[1])), ONE_LEFT[0], GAME_1_1))


@pytest.mark.task("nim.less_equal", "the first pile that differs decides")
def test_less_equal(submission: Any, expect: Any) -> None:
    expect(submission.nim.less_equal((0, 2), (1, 0)), True)
    expect(submission.nim.less_equal((1, 0), (1, 1)), True)
    expect(submission.nim.less_equal((1, 0), (0, 2)), False)
    expect(submission.nim.less_equal((1, 0), (1, 0)), True)


@pytest.mark.task("nim.greater_equal", "the other way round")
def test_greater_equal(submission: Any, expect: Any) -> None:
    expect(submission.nim.greater_equal((1, 1), (1, 0)), True)
    expect(submission.nim.greater_equal((0, 2), (1, 0)), False)
    expect(submission.nim.greater_equal((3,), (3,)), True)


@pytest.mark.task("nim.equal_config", "the order of the piles matters")
def test_equal_config(submission: Any, expect: Any) -> None:
    expect(submission.nim.equal_config((1, 2), (1, 2)), True)
    expect(submission.nim.equal_config((1, 2), (2, 1)), False)


@pytest.mark.task("nim.make_next_level", "the levels of docs/nim.md, in increasing order")
def test_make_next_level(submission: Any, expect: Any) -> None:
    for config, level in LEVELS.items():
        expect(submission.nim.make_next_level(config), level)


@pytest.mark.task("nim.make_game_tree", "no sticks left: a tree of one node")
def test_tree_of_nothing(submission: Any, expect: Any) -> None:
    expect(submission.nim.make_game_tree((0, 0, 0)), Tree((0, 0, 0)))


@pytest.mark.task("nim.make_game_tree", "the trees of docs/nim.md")
def test_make_game_tree(submission: Any, expect: Any) -> None:
    for tree in (GAME_1, GAME_2, GAME_1_1, GAME_1_2):
        expect(submission.nim.make_game_tree(tree.value), tree)


@pytest.mark.task("nim.min_max", "whoever is to move when no stick is left has won")
def test_leaves(submission: Any, expect: Any) -> None:
    expect(submission.nim.min_max(Tree((0, 0, 0)), Step.MAX), Tree(1))
    expect(submission.nim.min_max(Tree((0, 0, 0)), Step.MIN), Tree(0))


@pytest.mark.task("nim.min_max", "MAX and MIN alternate from level to level")
def test_min_max(submission: Any, expect: Any) -> None:
    win, loss = Tree(1, (Tree(1),)), Tree(0, (Tree(0),))
    expect(submission.nim.min_max(GAME_1, Step.MAX), loss)
    expect(submission.nim.min_max(GAME_1, Step.MIN), win)
    expect(submission.nim.min_max(GAME_2, Step.MAX), Tree(1, (Tree(0), win)))
    expect(submission.nim.min_max(GAME_1_1, Step.MAX), Tree(1, (win, win)))


@pytest.mark.task("nim.min_max", "the tree of [1, 2], as docs/nim.md prints it")
def test_min_max_printed(submission: Any, expect: Any) -> None:
    win, loss = Tree(1, (Tree(1),)), Tree(0, (Tree(0),))
    # Printed on its side the leftmost child is at the bottom.
    left, right = Tree(0, (Tree(1), loss)), Tree(0, (loss, loss))
    expect(submission.nim.min_max(GAME_1_2, Step.MAX), Tree(1, (left, win, right)))


@pytest.mark.task("nim.choose_move", "the moves of docs/nim.md")
def test_choose_move(submission: Any, expect: Any) -> None:
    expect(submission.nim.choose_move((1,)), (0, (0,)))
    expect(submission.nim.choose_move((2,)), (1, (1,)))
    expect(submission.nim.choose_move((1, 2)), (1, (1, 0)))


@pytest.mark.task("nim.choose_move", "the leftmost move where every move loses")
def test_choose_losing(submission: Any, expect: Any) -> None:
    expect(submission.nim.choose_move((1, 1, 1)), (0, (0, 1, 1)))
