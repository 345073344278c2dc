"""Explicit games in other clothes: the same tree, other moves, estimates above the leaves too."""

import pytest

from gametree import (
    HANDOUT_SMALL,
    IN_PLAY,
    Definitely,
    ExplicitGame,
    Guess,
    PathGame,
    Player,
    SurePathGame,
    TreeLeaf,
    TreeNode,
    Winner,
)
from gametree.minimax import MiniMax

NAMES = ("left", "down", "right")
GAME = PathGame(HANDOUT_SMALL.tree, NAMES)


def test_the_best_move_is_that_of_the_explicit_game() -> None:
    plain = MiniMax(ExplicitGame(HANDOUT_SMALL.tree), 2).next_move(HANDOUT_SMALL.start)
    assert MiniMax(GAME, 2).next_move(GAME.start) == NAMES[plain]


def test_an_inner_node_is_guessed_to_be_worth_the_number_of_its_children() -> None:
    assert [GAME.estimate((name,)) for name in NAMES] == [Guess(3), Guess(3), Guess(3)]


def test_a_search_may_end_above_the_leaves() -> None:
    assert MiniMax(GAME, 1).next_move(GAME.start) == "left"


def test_moves_are_other_objects_each_time() -> None:
    first, again = (GAME.moves(GAME.start).to_list() for _ in range(2))
    assert first == again == list(NAMES)
    assert first[0] is not again[0]


def test_the_players_take_turns_along_a_path() -> None:
    paths = [(), ("down",), ("down", "left")]
    assert [GAME.player(path) for path in paths] == [Player.MAXIE, Player.MINNIE, Player.MAXIE]


@pytest.mark.parametrize(
    ("path", "said"),
    [(("up",), "not in tuple"), (("down", "left", "left"), "g is a leaf: no move leads on")],
)
def test_a_path_that_leads_nowhere_is_refused(path: tuple[str, ...], said: str) -> None:
    with pytest.raises(ValueError, match=said):
        GAME.status(path)


def test_a_move_that_a_narrow_node_does_not_have_is_refused() -> None:
    game = PathGame(HANDOUT_SMALL.tree, (*NAMES, "up"))
    with pytest.raises(ValueError, match="b has no move 3, only 0 to 2"):
        game.player(("left", "up"))


def test_a_place_is_the_same_however_often_and_in_whatever_kind_of_sequence_it_is_asked() -> None:
    for path in (("down",), ["down"], ("down",), ("down", "left"), ["down", "left"]):
        assert GAME.state_to_string(path) == ("(Minnie, f)" if len(path) == 1 else "(Maxie, g)")


def test_a_sure_game_goes_on_at_an_outcome_and_estimates_it_for_certain() -> None:
    win = Winner(Player.MINNIE)
    game = SurePathGame(TreeNode("a", (TreeLeaf("b", win), TreeLeaf("c", 3))), NAMES)
    assert [game.status((name,)) for name in NAMES[:2]] == [IN_PLAY, IN_PLAY]
    assert [game.estimate((name,)) for name in NAMES[:2]] == [Definitely(win), Guess(3)]
    assert MiniMax(game, 1).next_move(game.start) == "down"
