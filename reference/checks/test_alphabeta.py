"""Hidden checks of alpha-beta: every function alone, then whole searches by their terminals."""

from collections.abc import Sequence
from typing import Any

import pytest
from hypothesis import strategies as st

from grader.judging.properties import drawn
from grader.student.question import Code
from reference.checks import sequences
from reference.checks.any_games import (
    EMPTY_MOVES,
    alike_moves,
    asking_game,
    close_candidates,
    false_children,
    falsy_best_moves,
    falsy_moves,
    late_moves,
    sure_estimates,
    with_arguments,
)
from reference.checks.interleaved import AMONG
from reference.checks.interleaved_players import (
    SEARCHES,
    TwoPlayers,
    two_players,
    two_players_verdict,
)
from reference.checks.outcomes import (
    OUTCOMES_AT_BOUNDS,
    bounds_checked,
    bounds_updated,
    first_decides,
    leaves_evaluated,
    leaves_verdict,
)
from reference.checks.searches import (
    FEW_PLIES,
    IN_TURN,
    OPEN,
    Past,
    Searched,
    Turns,
    Window,
    candidates,
    checked,
    checked_in_turn,
    deeper_searches,
    made,
    move_verdict,
    next_move_verdict,
    past_verdict,
    pasts,
    result_verdict,
    search_verdict,
    searches,
    turns,
    turns_verdict,
    twins,
    update_verdict,
    updated,
    updated_in_turn,
    updated_verdict,
    updates,
    updates_verdict,
    value_asked,
    values_in_turn,
    wider_updates,
)
from reference.checks.sequences import Asks
from reference.checks.walks import (
    BothSides,
    Walk,
    both_sides,
    ending_early,
    sides_verdict,
    walks,
)


def player_of(code: Code, window: Window) -> Any:
    """A new player where neither the tree nor the depth matters."""
    return code.alphabeta.AlphaBeta(window.game, 2)


@pytest.mark.task("alphabeta.update_ab", "moves the bound of the player to move, and only that")
@drawn(updates(), count=100, verdict=updated_verdict)
def test_update_ab(code: Code, window: Window) -> Any:
    return updated(player_of(code, window), window)


@pytest.mark.task("alphabeta.value_for", "gives the bound of the player to move")
@drawn(updates(), count=70)
def test_value_for(code: Code, window: Window) -> Any:
    return value_asked(player_of(code, window), window)


@pytest.mark.task("alphabeta.check_bounds", "labels a candidate by the specification")
@drawn(candidates(), count=160)
def test_check_bounds(code: Code, window: Window) -> Any:
    return checked(player_of(code, window), window)


@pytest.mark.task("alphabeta.update_ab", "takes a value of a wider window, on a bound or beyond it")
@drawn(wider_updates(), count=40, verdict=update_verdict)
def test_update_ab_of_a_wider_window(code: Code, window: Window) -> Any:
    player = player_of(code, window)
    return player.update_ab(window.state, window.bounds, window.value)


OUTCOMES = "a sure draw is as good as a guess of 0, a win above all"
AT_BOUNDS = st.sampled_from(OUTCOMES_AT_BOUNDS)
PARTS = len(OUTCOMES_AT_BOUNDS)


@pytest.mark.task("alphabeta.update_ab", OUTCOMES)
@drawn(AT_BOUNDS, count=PARTS, verdict=updates_verdict, alone=True)
def test_update_ab_of_outcomes(code: Code, windows: Sequence[Window]) -> Any:
    return bounds_updated(player_of(code, windows[0]), windows)


@pytest.mark.task("alphabeta.check_bounds", OUTCOMES)
@drawn(AT_BOUNDS, count=PARTS, alone=True)
def test_check_bounds_of_outcomes(code: Code, windows: Sequence[Window]) -> Any:
    return bounds_checked(player_of(code, windows[0]), windows)


IN_ANY_STATE = "after each of many moves, in states that are new objects"


@pytest.mark.task("alphabeta.update_ab", IN_ANY_STATE)
@drawn(st.just(IN_TURN), count=1, alone=True)
def test_update_ab_in_turn(code: Code, windows: Sequence[Window]) -> Any:
    return updated_in_turn(player_of(code, windows[0]), windows)


@pytest.mark.task("alphabeta.value_for", "in states that are new objects")
@drawn(st.just(IN_TURN), count=1, alone=True)
def test_value_for_in_turn(code: Code, windows: Sequence[Window]) -> Any:
    return values_in_turn(player_of(code, windows[0]), windows)


@pytest.mark.task("alphabeta.check_bounds", IN_ANY_STATE)
@drawn(st.just(IN_TURN), count=1, alone=True)
def test_check_bounds_in_turn(code: Code, windows: Sequence[Window]) -> Any:
    return checked_in_turn(player_of(code, windows[0]), windows)


@pytest.mark.task("alphabeta.check_bounds", "guesses of any size, next to a bound")
@drawn(close_candidates(), count=12)
def test_close_candidates(code: Code, window: Window) -> Any:
    return player_of(code, window).check_bounds(
        window.bounds, window.state, window.move, window.est
    )


EMPTY = "moves that are 0, or empty texts and tuples"


@pytest.mark.task("alphabeta.update_ab", EMPTY)
@drawn(st.just(EMPTY_MOVES), count=1, alone=True)
def test_update_ab_of_empty_moves(code: Code, windows: Sequence[Window]) -> Any:
    return bounds_updated(player_of(code, windows[0]), windows)


@pytest.mark.task("alphabeta.check_bounds", EMPTY)
@drawn(st.just(EMPTY_MOVES), count=1, alone=True)
def test_check_bounds_of_empty_moves(code: Code, windows: Sequence[Window]) -> Any:
    return bounds_checked(player_of(code, windows[0]), windows)


@pytest.mark.task("alphabeta.search", "leaves on bounds, between and beyond, over or estimated")
@drawn(AT_BOUNDS, count=PARTS, verdict=leaves_verdict, alone=True)
def test_evaluate_leaves(code: Code, windows: Sequence[Window]) -> Any:
    return leaves_evaluated(lambda game: code.alphabeta.AlphaBeta(game, 2), windows)


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


@pytest.mark.task("alphabeta.search", "looks as deep as it is told, also beyond the player's depth")
@drawn(deeper_searches(), count=8, verdict=result_verdict)
def test_evaluate_deeper(code: Code, example: Searched) -> Any:
    player = code.alphabeta.AlphaBeta(example.game, 1)
    return player.evaluate(example.position.depth, example.window, example.state, example.move(0))


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
@drawn(pasts(), count=24, verdict=past_verdict)
def test_evaluate_again(code: Code, example: Past) -> Any:
    players = example.players(lambda game, depth, _: code.alphabeta.AlphaBeta(game, depth))
    return tuple(
        [
            player.evaluate(step.depth, step.window, step.state, step.incoming)
            for player, step in zip(players, example.steps, strict=True)
        ]
    )


@pytest.mark.task("alphabeta.search", "evaluate goes by each of its arguments")
@drawn(sequences.of_evaluate(), count=16, verdict=sequences.results_verdict)
def test_evaluate_by_each(code: Code, example: Asks) -> Any:
    return example.of(
        lambda game, depth, _: code.alphabeta.AlphaBeta(game, depth),
        lambda player, ask, window: player.evaluate(
            ask.depth, window, example.state(ask), example.incoming(ask)
        ),
    )


@pytest.mark.task("alphabeta.search", "search goes by each of its arguments")
@drawn(sequences.of_search(), count=16, verdict=sequences.searches_verdict)
def test_search_by_each(code: Code, example: Asks) -> Any:
    return example.of(
        lambda game, depth, _: code.alphabeta.AlphaBeta(game, depth),
        lambda player, ask, window: player.search(
            ask.depth, window, example.state(ask), example.searched(ask).moves
        ),
    )


@pytest.mark.task("alphabeta.search", "states come again, by other moves and at other depths")
@drawn(walks(), count=24)
def test_places_again(code: Code, walk: Walk) -> Any:
    return walk.results(code.alphabeta.AlphaBeta(walk.game, walk.deepest))


@pytest.mark.task("alphabeta.search", "one tree, searched for either player in turn")
@drawn(both_sides(), count=10, verdict=sides_verdict, alone=True)
def test_both_sides(code: Code, example: BothSides) -> Any:
    return example.results(code.alphabeta.AlphaBeta(example.game, max(1, example.depth)))


@pytest.mark.task("alphabeta.search", "visits no decided state that is cut off")
@drawn(ending_early(), count=24, verdict=result_verdict)
def test_decided_states(code: Code, example: Searched) -> Any:
    depth = example.position.depth
    player = code.alphabeta.AlphaBeta(example.game, depth)
    return player.evaluate(depth, example.window, example.state, example.move(0))


@pytest.mark.task("alphabeta.search", "moves and states may be of any type")
@drawn(falsy_moves(), count=16, verdict=search_verdict)
def test_falsy_moves(code: Code, example: Searched) -> Any:
    depth = example.position.depth
    player = code.alphabeta.AlphaBeta(example.game, depth)
    return player.search(depth, example.window, example.state, example.moves)


FALSE_CHILDREN = false_children(1.0)


@pytest.mark.task("alphabeta.search", "the best child by a move that is 0 or empty")
@drawn(st.sampled_from(FALSE_CHILDREN), count=len(FALSE_CHILDREN), verdict=search_verdict)
def test_false_children(code: Code, example: Searched) -> Any:
    player = code.alphabeta.AlphaBeta(example.game, 1)
    return player.search(1, OPEN, example.state, example.moves)


@pytest.mark.task("alphabeta.search", "one of the last of many moves is best, or prunes")
@drawn(late_moves(), count=8, verdict=search_verdict)
def test_late_moves(code: Code, example: Searched) -> Any:
    player = code.alphabeta.AlphaBeta(example.game, 1)
    return player.search(1, example.window, example.state, example.moves)


@pytest.mark.task("alphabeta.search", "an estimate may be certain")
@drawn(sure_estimates(), count=16, verdict=result_verdict)
def test_sure_estimates(code: Code, example: Searched) -> Any:
    depth = example.position.depth
    player = code.alphabeta.AlphaBeta(example.game, depth)
    return player.evaluate(depth, example.window, example.state, example.move(0))


@pytest.mark.task("alphabeta.next_move", "chooses by estimates that are certain")
@drawn(sure_estimates(), count=16, verdict=move_verdict)
def test_sure_next_move(code: Code, example: Searched) -> Any:
    return code.alphabeta.AlphaBeta(example.game, example.position.depth).next_move(example.state)


@pytest.mark.task("alphabeta.next_move", "where states come again, by other moves and as deep")
@drawn(walks(), count=24)
def test_moves_again(code: Code, walk: Walk) -> Any:
    return walk.moves(code.alphabeta.AlphaBeta(walk.game, walk.deepest))


@pytest.mark.task("alphabeta.next_move", "a best move that is 0 or empty")
@drawn(falsy_best_moves(), count=20, verdict=move_verdict)
def test_falsy_best_move(code: Code, example: Searched) -> Any:
    return code.alphabeta.AlphaBeta(example.game, example.position.depth).next_move(example.state)


@pytest.mark.task("alphabeta.next_move", "chooses the first best move, by a search from the state")
@drawn(twins(), count=84, verdict=next_move_verdict)
def test_next_move(code: Code, example: Searched) -> Any:
    return beside_search(code, example)


@pytest.mark.task("alphabeta.next_move", "begins without bounds: not even a sure loss is one")
@drawn(first_decides(1.0), count=4, verdict=next_move_verdict)
def test_next_move_without_bounds(code: Code, example: Searched) -> Any:
    return beside_search(code, example)


def beside_search(code: Code, example: Searched) -> Any:
    """The question for a move, and for what a search from the state answers."""
    depth = example.position.depth
    player = code.alphabeta.AlphaBeta(example.game, depth)
    other = code.alphabeta.AlphaBeta(example.twin, depth)
    return (
        *made(player, code.alphabeta.AlphaBeta(FEW_PLIES, depth + 1)),
        player.next_move(example.state),
        other.search(depth, OPEN, example.twin_state, example.moves),
    )


@pytest.mark.task("alphabeta.next_move", "moves by the state alone, wherever it moved before")
@drawn(turns(), count=12, verdict=turns_verdict)
def test_next_move_again(code: Code, example: Turns) -> Any:
    players = example.players(lambda game, depth, _: code.alphabeta.AlphaBeta(game, depth))
    pairs = zip(players, example.states, strict=True)
    return tuple([player.next_move(state) for player, state in pairs])


@pytest.mark.task("alphabeta.next_move", "moves by the state alone, also after one from above")
@drawn(sequences.of_moves(), count=24, verdict=sequences.moves_verdict)
def test_next_move_below(code: Code, example: Asks) -> Any:
    return example.of(
        lambda game, *_: code.alphabeta.AlphaBeta(game, sequences.PLIES - 1),
        lambda player, ask, _: player.next_move(example.state(ask)),
    )


@pytest.mark.task("alphabeta.search", "moves that are alike in print, by column, or by hash")
@drawn(alike_moves(), count=6, verdict=search_verdict)
def test_alike_moves(code: Code, example: Searched) -> Any:
    depth = example.position.depth
    player = code.alphabeta.AlphaBeta(example.game, depth)
    return player.search(depth, example.window, example.state, example.moves)


AMONG_OTHERS = "goes by the arguments alone, after any calls of two players of one game"


def among_others(code: Code, example: TwoPlayers, *methods: str) -> Any:
    """The question for the answers of some methods of two players."""
    return example.asked(
        lambda game, depth, _: code.alphabeta.AlphaBeta(game, depth),
        lambda searched: [searched.moves],
        methods,
    )


@pytest.mark.task("alphabeta.update_ab", AMONG_OTHERS)
@drawn(two_players("update_ab"), count=3, verdict=two_players_verdict("update_ab"), **AMONG)
def test_update_ab_among_others(code: Code, example: TwoPlayers) -> Any:
    return among_others(code, example, "update_ab")


@pytest.mark.task("alphabeta.value_for", AMONG_OTHERS)
@drawn(two_players("value_for"), count=3, verdict=two_players_verdict("value_for"), **AMONG)
def test_value_for_among_others(code: Code, example: TwoPlayers) -> Any:
    return among_others(code, example, "value_for")


@pytest.mark.task("alphabeta.check_bounds", AMONG_OTHERS)
@drawn(two_players("check_bounds"), count=3, verdict=two_players_verdict("check_bounds"), **AMONG)
def test_check_bounds_among_others(code: Code, example: TwoPlayers) -> Any:
    return among_others(code, example, "check_bounds")


@pytest.mark.task("alphabeta.search", AMONG_OTHERS)
@drawn(two_players(*SEARCHES), count=3, verdict=two_players_verdict(*SEARCHES), **AMONG)
def test_searches_among_others(code: Code, example: TwoPlayers) -> Any:
    return among_others(code, example, *SEARCHES)


@pytest.mark.task("alphabeta.next_move", AMONG_OTHERS)
@drawn(two_players("next_move"), count=3, verdict=two_players_verdict("next_move"), **AMONG)
def test_next_move_among_others(code: Code, example: TwoPlayers) -> Any:
    return among_others(code, example, "next_move")


ASKING = "a game whose estimates search another game"
FEW_MOVES = st.sampled_from((1, 2))


@pytest.mark.task("alphabeta.search", ASKING)
@drawn(FEW_MOVES, count=2, verdict=result_verdict, alone=True)
def test_searching_estimates(code: Code, depth: int) -> Any:
    def search(other: Any) -> Any:
        evaluate = code.alphabeta.AlphaBeta(other, depth).evaluate
        return with_arguments(evaluate, depth, OPEN, other.start, 0)

    game = asking_game(search)
    return code.alphabeta.AlphaBeta(game, 2).evaluate(2, OPEN, game.start, "left")


@pytest.mark.task("alphabeta.next_move", ASKING)
@drawn(FEW_MOVES, count=2, alone=True)
def test_next_move_by_searching_estimates(code: Code, depth: int) -> Any:
    def search(other: Any) -> Any:
        return with_arguments(code.alphabeta.AlphaBeta(other, depth).next_move, other.start)

    game = asking_game(search)
    return code.alphabeta.AlphaBeta(game, 2).next_move(game.start)
