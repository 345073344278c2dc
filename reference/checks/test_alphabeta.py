"""Hidden checks of alpha-beta: every function alone, then whole searches by their terminals."""

from typing import Any

import pytest
from hypothesis import strategies as st

from grader.judging.properties import drawn
from grader.student.question import Code
from reference.checks.searches import (
    FEW_PLIES,
    OPEN,
    Past,
    Searched,
    Turns,
    Window,
    again,
    again_verdict,
    candidates,
    checked,
    made,
    next_move_verdict,
    past_verdict,
    pasts,
    result_verdict,
    search_verdict,
    searches,
    turns,
    turns_verdict,
    twins,
    updated,
    updated_verdict,
    updates,
    value_asked,
)


def player_of(code: Code) -> Any:
    """A new player where neither the tree nor the depth matters."""
    return code.alphabeta.AlphaBeta(FEW_PLIES, 2)


@pytest.mark.task("alphabeta.update_ab", "moves the bound of the player to move, and only that")
@drawn(updates(), count=160, verdict=updated_verdict)
def test_update_ab(code: Code, window: Window) -> Any:
    return updated(player_of(code), window)


@pytest.mark.task("alphabeta.value_for", "gives the bound of the player to move")
@drawn(updates(), count=100)
def test_value_for(code: Code, window: Window) -> Any:
    return value_asked(player_of(code), window)


@pytest.mark.task("alphabeta.check_bounds", "labels a candidate by the specification")
@drawn(candidates(), count=230)
def test_check_bounds(code: Code, window: Window) -> Any:
    return checked(player_of(code), window)


@pytest.mark.task("alphabeta.search", "evaluate obeys the specification on drawn windows")
@drawn(searches(), count=150, verdict=result_verdict)
def test_evaluate(code: Code, example: Searched) -> Any:
    depth = example.position.depth
    player = code.alphabeta.AlphaBeta(example.game, max(1, depth))
    return player.evaluate(depth, example.window, example.state, example.move(0))


@pytest.mark.task("alphabeta.search", "search gives the best child, or the incoming bound")
@drawn(
    st.one_of(
        *[searches(in_play=True, selected=True, watched=watched) for watched in (True, False)]
    ),
    count=130,
    verdict=search_verdict,
)
def test_search(code: Code, example: Searched) -> Any:
    depth = example.position.depth
    player = code.alphabeta.AlphaBeta(example.game, max(1, depth))
    return player.search(depth, example.window, example.state, example.moves)


@pytest.mark.task("alphabeta.search", "visits the expected terminals, in order, each once")
@drawn(
    st.one_of(searches(windows=False, watched=True), searches(watched=True)),
    count=110,
    verdict=result_verdict,
)
def test_terminals(code: Code, example: Searched) -> Any:
    depth = example.position.depth
    player = code.alphabeta.AlphaBeta(example.game, max(1, depth))
    return player.evaluate(depth, example.window, example.state, example.move(0))


@pytest.mark.task("alphabeta.search", "evaluate goes by its arguments, whatever was asked before")
@drawn(pasts(), count=32, verdict=past_verdict)
def test_evaluate_again(code: Code, example: Past) -> Any:
    players = example.players(lambda game, depth, _: code.alphabeta.AlphaBeta(game, depth))
    return tuple(
        [
            player.evaluate(step.depth, step.window, step.state, step.incoming)
            for player, step in zip(players, example.steps, strict=True)
        ]
    )


@pytest.mark.task("alphabeta.search", "search goes by its arguments, whatever was asked before")
@drawn(searches(in_play=True, selected=True), count=16, verdict=again_verdict)
def test_search_again(code: Code, example: Searched) -> Any:
    player = code.alphabeta.AlphaBeta(example.game, example.position.depth)
    return tuple(
        [
            player.search(example.position.depth, one.window, one.state, one.moves)
            for one in again(example)
        ]
    )


@pytest.mark.task("alphabeta.next_move", "chooses the first best move, by a search from the state")
@drawn(twins(), count=84, verdict=next_move_verdict)
def test_next_move(code: Code, example: Searched) -> Any:
    depth = example.position.depth
    player = code.alphabeta.AlphaBeta(example.game, depth)
    other = code.alphabeta.AlphaBeta(example.twin, depth)
    return (
        *made(player, code.alphabeta.AlphaBeta(FEW_PLIES, depth + 1)),
        player.next_move(example.state),
        other.search(depth, OPEN, example.twin_state, example.moves),
    )


@pytest.mark.task("alphabeta.next_move", "moves by the state alone, wherever it moved before")
@drawn(turns(), count=16, verdict=turns_verdict)
def test_next_move_again(code: Code, example: Turns) -> Any:
    player = code.alphabeta.AlphaBeta(example.first.game, example.depth)
    return tuple([player.next_move(state) for state in example.states])
