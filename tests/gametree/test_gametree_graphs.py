"""A game in which positions come again."""

import pytest

from gametree import GraphGame, Guess, MiniMax, Player
from tests.support import LIBRARY

WAYS, WORTH = ((1, 2), (2,), (0, 1, 1)), (0, 5, -3)


def test_a_place_comes_again_by_other_moves() -> None:
    game = GraphGame(WAYS, WORTH)
    by_one, by_two = [0, 0], [1]
    states = []
    for moves in (by_one, by_two):
        state = game.start
        for move in moves:
            state = game.make_move(state, move)
        states.append(state)
    assert states == [(2, Player.MAXIE), (2, Player.MINNIE)]
    assert game.estimate(states[0]) == game.estimate(states[1]) == Guess(-3)
    assert MiniMax(game, 2).next_move(game.start) == 1


@pytest.mark.parametrize("ways", [((),), ((0, 1),), ((-1,),)])
def test_a_way_must_lead_to_a_place(ways: tuple[tuple[int, ...], ...]) -> None:
    with pytest.raises(ValueError, match="the ways from place 0 lead to"):
        GraphGame(ways, (1,))


def test_there_is_no_way_that_was_not_given() -> None:
    game = GraphGame(WAYS, WORTH)
    with pytest.raises(ValueError, match="no way 2 leads on from place 0"):
        game.make_move(game.start, 2)
    assert game.parse_move(game.start, "2") is None
    assert game.parse_move(game.start, " 1") is None
    assert game.move_to_string(1) == "1"


def test_a_box_makes_a_game_on_a_graph_for_itself() -> None:
    game = GraphGame(WAYS, WORTH)
    tag, content, read, make = LIBRARY.objects[GraphGame]
    assert tag
    made = make(read(content(game, None), None))
    assert (made.ways, made.worth) == (game.ways, game.worth)
