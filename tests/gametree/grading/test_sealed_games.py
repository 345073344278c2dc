"""A sealed game plays like the drawn game, but its values are asked for one by one."""

from typing import Any

import pytest

from gametree import (
    DRAW,
    IN_PLAY,
    ExplicitGame,
    Guess,
    Over,
    Player,
    TreeLeaf,
    TreeNode,
    Winner,
)
from gametree.grading.sealed_games import ESTIMATE, STATUS, Sealed, SealedGame

WON = Winner(Player.MINNIE)
OPEN = ExplicitGame(
    TreeNode("a", (TreeLeaf("b", -2), TreeNode("c", (TreeLeaf("d", WON), TreeLeaf("e", DRAW)))))
)
SEALED_TREE: Any = TreeNode(
    "a",
    (
        TreeLeaf("b", Sealed(0, False)),  # type: ignore[arg-type]  # it stands for the value
        TreeNode("c", (TreeLeaf("d", Sealed(1, True)), TreeLeaf("e", Sealed(2, True)))),  # type: ignore[arg-type]
    ),
)
VALUES = {(ESTIMATE, 0): -2, (STATUS, 1): WON, (STATUS, 2): DRAW}
PATHS = [(), (0,), (1,), (1, 0), (1, 1)]


@pytest.fixture
def asked() -> list[tuple[int, int]]:
    return []


@pytest.fixture
def game(asked: list[tuple[int, int]]) -> SealedGame:
    def ask(what: int, leaf: int) -> Any:
        asked.append((what, leaf))
        return VALUES[what, leaf]

    return SealedGame(SEALED_TREE, ask)


def state(game: ExplicitGame, path: tuple[int, ...]) -> Any:
    found = game.start
    for move in path:
        found = game.make_move(found, move)
    return found


@pytest.mark.parametrize("path", PATHS)
def test_status_and_player_are_those_of_the_open_game(
    game: SealedGame, path: tuple[int, ...]
) -> None:
    here, there = state(game, path), state(OPEN, path)
    assert game.status(here) == OPEN.status(there)
    assert game.player(here) == OPEN.player(there)


@pytest.mark.parametrize("path", PATHS)
def test_estimates_are_those_of_the_open_game_or_fail_as_there(
    game: SealedGame, path: tuple[int, ...], capsys: pytest.CaptureFixture[str]
) -> None:
    def outcome(of: ExplicitGame) -> tuple[str, str]:
        try:
            answer = repr(of.estimate(state(of, path)))
        except ValueError as error:
            answer = str(error).partition(":")[0]
        return answer, capsys.readouterr().out

    assert outcome(game) == outcome(OPEN)


def test_a_value_is_asked_for_each_time_that_it_is_wanted(
    game: SealedGame, asked: list[tuple[int, int]]
) -> None:
    leaf, won = state(game, (0,)), state(game, (1, 0))
    assert (game.estimate(leaf), game.estimate(leaf)) == (Guess(-2), Guess(-2))
    assert (game.status(won), game.status(leaf)) == (Over(WON), IN_PLAY)
    assert asked == [(ESTIMATE, 0), (ESTIMATE, 0), (STATUS, 1)]


def test_looking_at_the_tree_asks_nothing_and_shows_no_value(
    game: SealedGame, asked: list[tuple[int, int]]
) -> None:
    text = repr(game.tree)
    assert text == (
        "TreeNode('a', (TreeLeaf('b', sealed), "
        "TreeNode('c', (TreeLeaf('d', sealed), TreeLeaf('e', sealed)))))"
    )
    assert list(game.moves(game.start)) == [0, 1]
    assert asked == []
