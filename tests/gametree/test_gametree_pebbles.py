"""One-pile Nim (CMU lectures, 3.1): one to three pebbles a move, whoever takes the last loses."""

import pytest

from gametree import (
    IN_PLAY,
    Definitely,
    MiniMax,
    Over,
    Pebbles,
    PebblesState,
    Player,
    Seq,
    Winner,
)

GAME = Pebbles()


def test_pebbles_starts_with_fifteen_and_maxie() -> None:
    assert GAME.start == PebblesState(15, Player.MAXIE)
    assert Pebbles(7).start == PebblesState(7, Player.MAXIE)


@pytest.mark.parametrize("pile", [0, -1])
def test_pebbles_cannot_start_without_any(pile: int) -> None:
    with pytest.raises(ValueError, match=f"Pebbles needs at least one pebble, got {pile}"):
        Pebbles(pile)


@pytest.mark.parametrize(
    ("pile", "moves"),
    [(1, Seq.of(1)), (2, Seq.of(1, 2)), (3, Seq.of(1, 2, 3)), (15, Seq.of(1, 2, 3))],
)
def test_one_to_three_pebbles_can_be_taken_if_there_are_so_many(pile: int, moves: Seq[int]) -> None:
    assert GAME.moves(PebblesState(pile, Player.MINNIE)) == moves


def test_the_match_of_the_introduction_is_won_by_the_one_who_leaves_the_last_pebble() -> None:
    """CMU lectures, section 1: the piles of the example, and Minnie ("I") wins."""
    state, piles = GAME.start, []
    for move in (3, 3, 2, 2, 1, 3, 1):
        state = GAME.make_move(state, move)
        piles.append(state.pile)
    assert piles == [12, 9, 7, 5, 4, 1, 0]
    assert GAME.status(state) == Over(Winner(Player.MINNIE))


def test_the_game_is_in_play_as_long_as_there_are_pebbles() -> None:
    statuses = [GAME.status(PebblesState(pile, Player.MAXIE)) for pile in range(1, 16)]
    assert statuses == [IN_PLAY] * 15


@pytest.mark.parametrize(
    ("pile", "move", "message"),
    [
        (15, 0, "cannot take 0 of 15 pebbles"),
        (15, 4, "cannot take 4 of 15 pebbles"),
        (1, 2, "cannot take 2 of 1 pebble"),
    ],
)
def test_an_illegal_move_is_refused(pile: int, move: int, message: str) -> None:
    with pytest.raises(ValueError, match=f"{message}$"):
        GAME.make_move(PebblesState(pile, Player.MAXIE), move)


@pytest.mark.parametrize("player", Player)
def test_the_estimate_is_what_searching_to_the_end_finds(player: Player) -> None:
    for pile in range(1, 10):
        state = PebblesState(pile, player)
        assert GAME.estimate(state) == MiniMax(GAME, pile).search(pile, state).est


def test_five_pebbles_are_lost_for_whoever_is_to_move() -> None:
    """CMU lectures, section 1."""
    assert GAME.estimate(PebblesState(5, Player.MAXIE)) == Definitely(Winner(Player.MINNIE))


def test_states_say_how_many_pebbles_are_left_and_who_is_to_move() -> None:
    states = [PebblesState(15, Player.MAXIE), PebblesState(1, Player.MINNIE)]
    assert [GAME.state_to_string(state) for state in states] == [
        "15 pebbles left, Maxie to move",
        "1 pebble left, Minnie to move",
    ]


@pytest.mark.parametrize("text", ["", "0", "3", " 2", "02", "+1", "two", "²"])
def test_parse_move_is_strict(text: str) -> None:
    assert GAME.parse_move(PebblesState(2, Player.MAXIE), text) is None


def test_parse_move_reads_what_move_to_string_prints() -> None:
    printed = [GAME.move_to_string(move) for move in (1, 2, 3)]
    assert [GAME.parse_move(GAME.start, text) for text in printed] == [1, 2, 3]
