"""Hidden checks of Jamboree: the same searches, for several fractions of moves one by one."""

from collections.abc import Sequence
from functools import partial
from typing import Any

import pytest
from hypothesis import strategies as st

from grader.judging.properties import drawn
from grader.student.question import Code
from reference.checks import sequences
from reference.checks.any_games import (
    CUTS,
    EMPTY_MOVES,
    alike_moves,
    false_children,
    falsy_best_moves,
    falsy_moves,
    late_moves,
    one_of_many_prunes,
    sure_estimates,
)
from reference.checks.interleaved import AMONG
from reference.checks.interleaved_players import (
    BOUNDS,
    SEARCHES,
    TwoPlayers,
    TwoShares,
    two_players,
    two_players_verdict,
    two_shares,
    two_shares_verdict,
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
    LIKE_SHARES,
    OPEN,
    PARTS_OF_1,
    SPLITS,
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
    split,
    told_apart,
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
    wide,
    wider_updates,
)
from reference.checks.sequences import Asks
from reference.checks.walks import (
    BothSides,
    Walk,
    both_sides,
    ending_early,
    sides_verdict,
    sure_or_large,
    walks,
)

SEARCH = "jamboree.search"


def player_for(code: Code, example: Searched) -> Any:
    """A new player for an example."""
    depth = max(1, example.position.depth)
    return code.jamboree.Jamboree(example.game, depth, example.fraction)


@pytest.mark.task(SEARCH, "update_ab moves the bound of the player to move, and only that")
@drawn(updates(), count=60, verdict=updated_verdict)
def test_update_ab(code: Code, window: Window) -> Any:
    player = code.jamboree.Jamboree(window.game, 2, 0.5)
    return updated(player, window)


@pytest.mark.task(SEARCH, "value_for gives the bound of the player to move")
@drawn(updates(), count=55)
def test_value_for(code: Code, window: Window) -> Any:
    player = code.jamboree.Jamboree(window.game, 2, 0.5)
    return value_asked(player, window)


@pytest.mark.task(SEARCH, "check_bounds labels a candidate by the specification")
@drawn(candidates(), count=70)
def test_check_bounds(code: Code, window: Window) -> Any:
    player = code.jamboree.Jamboree(window.game, 2, 0.5)
    return checked(player, window)


@pytest.mark.task(SEARCH, "update_ab takes a value of a wider window, on a bound or beyond it")
@drawn(wider_updates(), count=40, verdict=update_verdict)
def test_update_ab_of_a_wider_window(code: Code, window: Window) -> Any:
    player = code.jamboree.Jamboree(window.game, 2, 0.5)
    return player.update_ab(window.state, window.bounds, window.value)


AT_BOUNDS = st.sampled_from(OUTCOMES_AT_BOUNDS)
PARTS = len(OUTCOMES_AT_BOUNDS)


@pytest.mark.task(SEARCH, "update_ab finds a sure win better than any guess, a draw as good as 0")
@drawn(AT_BOUNDS, count=PARTS, verdict=updates_verdict, alone=True)
def test_update_ab_of_outcomes(code: Code, windows: Sequence[Window]) -> Any:
    return bounds_updated(code.jamboree.Jamboree(windows[0].game, 2, 0.5), windows)


@pytest.mark.task(SEARCH, "leaves on bounds, between and beyond, over or estimated")
@drawn(AT_BOUNDS, count=PARTS, verdict=leaves_verdict, alone=True)
def test_evaluate_leaves(code: Code, windows: Sequence[Window]) -> Any:
    return leaves_evaluated(lambda game: code.jamboree.Jamboree(game, 2, 0.5), windows)


@pytest.mark.task(SEARCH, "check_bounds finds a sure draw as good as a guess of 0")
@drawn(AT_BOUNDS, count=PARTS, alone=True)
def test_check_bounds_of_outcomes(code: Code, windows: Sequence[Window]) -> Any:
    return bounds_checked(code.jamboree.Jamboree(windows[0].game, 2, 0.5), windows)


@pytest.mark.task(SEARCH, "update_ab, value_for and check_bounds in states that are new objects")
@drawn(st.just(IN_TURN), count=1, alone=True)
def test_bounds_in_turn(code: Code, windows: Sequence[Window]) -> Any:
    player = code.jamboree.Jamboree(windows[0].game, 2, 0.5)
    asked = updated_in_turn, values_in_turn, checked_in_turn
    return tuple([ask(player, windows) for ask in asked])


@pytest.mark.task(SEARCH, "update_ab and check_bounds of moves that are 0, or empty")
@drawn(st.just(EMPTY_MOVES), count=1, alone=True)
def test_bounds_of_empty_moves(code: Code, windows: Sequence[Window]) -> Any:
    player = code.jamboree.Jamboree(windows[0].game, 2, 0.5)
    return bounds_updated(player, windows), bounds_checked(player, windows)


@pytest.mark.task(SEARCH, "evaluate obeys the specification on drawn windows")
@drawn(searches(fractions=True), count=120, verdict=result_verdict)
def test_evaluate(code: Code, example: Searched) -> Any:
    return player_for(code, example).evaluate(
        example.position.depth, example.window, example.state, example.move(0)
    )


@pytest.mark.task(SEARCH, "looks as deep as it is told, also beyond the player's depth")
@drawn(deeper_searches(fractions=True), count=8, verdict=result_verdict)
def test_evaluate_deeper(code: Code, example: Searched) -> Any:
    player = code.jamboree.Jamboree(example.game, 1, example.fraction)
    return player.evaluate(example.position.depth, example.window, example.state, example.move(0))


@pytest.mark.task(SEARCH, "search combines both kinds of moves with the incoming bound")
@drawn(
    st.one_of(
        searches(in_play=True, fractions=True, selected=True, watched=True),
        searches(in_play=True, fractions=True, selected=True),
    ),
    count=130,
    verdict=search_verdict,
)
def test_search(code: Code, example: Searched) -> Any:
    one_by_one, side_by_side = split(example)
    return player_for(code, example).search(
        example.position.depth, example.window, example.state, one_by_one, side_by_side
    )


@pytest.mark.task(SEARCH, "visits the expected terminals, each once")
@drawn(
    st.one_of(
        searches(windows=False, fractions=True, watched=True),
        searches(fractions=True, watched=True),
    ),
    count=110,
    verdict=result_verdict,
)
def test_terminals(code: Code, example: Searched) -> Any:
    return player_for(code, example).evaluate(
        example.position.depth, example.window, example.state, example.move(0)
    )


def like_shares_verdict(_example: object, got: Any, expected: Any) -> str:
    """The results of two players."""
    found = map(partial(result_verdict, None), got, expected)
    return next((words for words in found if words), "")


@pytest.mark.task(SEARCH, "splits a hundred moves by the floor of a float product")
@drawn(st.sampled_from(SPLITS), count=len(SPLITS), verdict=result_verdict)
def test_float_floor(code: Code, example: tuple[float, int]) -> Any:
    searched = wide(*example)
    return player_for(code, searched).evaluate(2, OPEN, searched.state, 0)


@pytest.mark.task(SEARCH, "moves and states may be of any type, a share any part of 1")
@drawn(falsy_moves(fractions=True), count=24, verdict=result_verdict)
def test_falsy_moves(code: Code, example: Searched) -> Any:
    return player_for(code, example).evaluate(
        example.position.depth, example.window, example.state, example.move(0)
    )


FALSE_CHILDREN = false_children(1.0, 0.5)


@pytest.mark.task(SEARCH, "the best child by a move that is 0 or empty")
@drawn(st.sampled_from(FALSE_CHILDREN), count=len(FALSE_CHILDREN), verdict=search_verdict)
def test_false_children(code: Code, example: Searched) -> Any:
    return player_for(code, example).search(1, OPEN, example.state, *split(example))


@pytest.mark.task(SEARCH, "the last of many moves counts like the others")
@drawn(late_moves(fractions=True), count=16, verdict=result_verdict)
def test_late_moves(code: Code, example: Searched) -> Any:
    return player_for(code, example).evaluate(1, example.window, example.state, example.move(0))


@pytest.mark.task(
    SEARCH, "where one of many moves prunes: none after it is visited, side by side all are"
)
@drawn(one_of_many_prunes(), count=len(CUTS), verdict=result_verdict)
def test_one_of_many_prunes(code: Code, example: Searched) -> Any:
    return player_for(code, example).evaluate(1, example.window, example.state, example.move(0))


@pytest.mark.task(SEARCH, "an estimate may be certain")
@drawn(sure_estimates(fractions=True), count=16, verdict=result_verdict)
def test_sure_estimates(code: Code, example: Searched) -> Any:
    return player_for(code, example).evaluate(
        example.position.depth, example.window, example.state, example.move(0)
    )


@pytest.mark.task(SEARCH, "splits moves by shares that are no whole per cents, too")
@drawn(st.sampled_from(PARTS_OF_1), count=len(PARTS_OF_1), verdict=result_verdict)
def test_parts_of_1(code: Code, example: tuple[float, int]) -> Any:
    searched = wide(*example)
    return player_for(code, searched).evaluate(2, OPEN, searched.state, 0)


@pytest.mark.task(SEARCH, "splits moves by the product, rounded down")
@drawn(st.sampled_from(told_apart()), count=len(told_apart()), verdict=result_verdict)
def test_told_apart(code: Code, example: tuple[float, int]) -> Any:
    searched = wide(*example)
    return player_for(code, searched).evaluate(2, OPEN, searched.state, 0)


@pytest.mark.task(SEARCH, "a player goes by its own share, not by one that is almost the same")
@drawn(st.tuples(st.sampled_from(LIKE_SHARES), st.booleans()), count=6, verdict=like_shares_verdict)
def test_like_shares(code: Code, example: tuple[tuple[float, float, int], bool]) -> Any:
    (one, other, width), turned = example
    pair = [wide(share, width) for share in ((other, one) if turned else (one, other))]
    return tuple([player_for(code, each).evaluate(2, OPEN, each.state, 0) for each in pair])


@pytest.mark.task(SEARCH, "evaluate goes by its arguments, whatever was asked before")
@drawn(pasts(fractions=True), count=24, verdict=past_verdict)
def test_evaluate_again(code: Code, example: Past) -> Any:
    players = example.players(code.jamboree.Jamboree)
    return tuple(
        [
            player.evaluate(step.depth, step.window, step.state, step.incoming)
            for player, step in zip(players, example.steps, strict=True)
        ]
    )


@pytest.mark.task(SEARCH, "evaluate goes by each of its arguments")
@drawn(sequences.of_evaluate(), count=16, verdict=sequences.results_verdict)
def test_evaluate_by_each(code: Code, example: Asks) -> Any:
    return example.of(
        code.jamboree.Jamboree,
        lambda player, ask, window: player.evaluate(
            ask.depth, window, example.state(ask), example.incoming(ask)
        ),
    )


@pytest.mark.task(SEARCH, "search goes by each of its arguments")
@drawn(sequences.of_search(), count=26, verdict=sequences.searches_verdict)
def test_search_by_each(code: Code, example: Asks) -> Any:
    return example.of(
        code.jamboree.Jamboree,
        lambda player, ask, window: player.search(
            ask.depth, window, example.state(ask), *split(example.searched(ask))
        ),
    )


@pytest.mark.task("jamboree.next_move", "chooses a best move, by a search from the state")
@drawn(twins(fractions=True), count=66, verdict=next_move_verdict, cpu_seconds=15.0)
def test_next_move(code: Code, example: Searched) -> Any:
    return beside_search(code, example)


@pytest.mark.task("jamboree.next_move", "begins without bounds: not even a sure loss is one")
@drawn(first_decides(1.0, 0.5), count=8, verdict=next_move_verdict)
def test_next_move_without_bounds(code: Code, example: Searched) -> Any:
    return beside_search(code, example)


def beside_search(code: Code, example: Searched) -> Any:
    """The question for a move, and for what a search from the state answers."""
    depth = example.position.depth
    one_by_one, side_by_side = split(example)
    player = player_for(code, example)
    other = code.jamboree.Jamboree(example.twin, depth, example.fraction)
    return (
        *made(player, code.jamboree.Jamboree(FEW_PLIES, depth + 1, 1 - example.fraction)),
        player.next_move(example.state),
        other.search(depth, OPEN, example.twin_state, one_by_one, side_by_side),
    )


@pytest.mark.task(SEARCH, "states come again, by other moves and at other depths")
@drawn(walks((0.0, 0.5, 1.0)), count=24)
def test_places_again(code: Code, walk: Walk) -> Any:
    return walk.results(code.jamboree.Jamboree(walk.game, walk.deepest, walk.fraction))


@pytest.mark.task(SEARCH, "one tree, searched for either player in turn")
@drawn(both_sides((0.0, 0.5, 1.0)), count=10, verdict=sides_verdict, alone=True)
def test_both_sides(code: Code, example: BothSides) -> Any:
    player = code.jamboree.Jamboree(example.game, max(1, example.depth), example.fraction)
    return example.results(player)


@pytest.mark.task(SEARCH, "visits no decided state that is cut off")
@drawn(ending_early((0.0, 0.25, 0.5, 1.0)), count=24, verdict=result_verdict)
def test_decided_states(code: Code, example: Searched) -> Any:
    return player_for(code, example).evaluate(
        example.position.depth, example.window, example.state, example.move(0)
    )


@pytest.mark.task(SEARCH, "a sure win is above every guess, side by side as well")
@drawn(st.sampled_from(sure_or_large()), count=8, verdict=result_verdict)
def test_sure_or_large(code: Code, example: Searched) -> Any:
    return player_for(code, example).evaluate(1, OPEN, example.state, 0)


@pytest.mark.task("jamboree.next_move", "where states come again, by other moves and as deep")
@drawn(walks(), count=24)
def test_moves_again(code: Code, walk: Walk) -> Any:
    return walk.moves(code.jamboree.Jamboree(walk.game, walk.deepest, walk.fraction))


@pytest.mark.task("jamboree.next_move", "chooses by estimates that are certain")
@drawn(sure_estimates(fractions=True), count=16, verdict=move_verdict)
def test_sure_next_move(code: Code, example: Searched) -> Any:
    return player_for(code, example).next_move(example.state)


@pytest.mark.task("jamboree.next_move", "a best move that is one of the last of many")
@drawn(late_moves(fractions=True), count=8, verdict=move_verdict)
def test_late_best_move(code: Code, example: Searched) -> Any:
    return player_for(code, example).next_move(example.state)


@pytest.mark.task("jamboree.next_move", "a best move that is 0 or empty")
@drawn(falsy_best_moves(fractions=True), count=20, verdict=move_verdict)
def test_falsy_best_move(code: Code, example: Searched) -> Any:
    return player_for(code, example).next_move(example.state)


@pytest.mark.task("jamboree.next_move", "moves by the state alone, wherever it moved before")
@drawn(turns(fractions=True), count=12, verdict=turns_verdict)
def test_next_move_again(code: Code, example: Turns) -> Any:
    pairs = zip(example.players(code.jamboree.Jamboree), example.states, strict=True)
    return tuple([player.next_move(state) for player, state in pairs])


@pytest.mark.task("jamboree.next_move", "moves by the state alone, also after one from above")
@drawn(sequences.of_moves(), count=24, verdict=sequences.moves_verdict)
def test_next_move_below(code: Code, example: Asks) -> Any:
    return example.of(
        lambda game, _, share: code.jamboree.Jamboree(game, sequences.PLIES - 1, share),
        lambda player, ask, _: player.next_move(example.state(ask)),
    )


@pytest.mark.task(SEARCH, "moves that are alike in print, by column, or by hash")
@drawn(alike_moves(fractions=True), count=6, verdict=search_verdict)
def test_alike_moves(code: Code, example: Searched) -> Any:
    return player_for(code, example).search(
        example.position.depth, example.window, example.state, *split(example)
    )


AMONG_OTHERS = "go by the arguments alone, after any calls of two players of one game"
IN_SEARCH = *BOUNDS, *SEARCHES


@pytest.mark.task(SEARCH, f"all answers {AMONG_OTHERS}")
@drawn(two_players(*IN_SEARCH), count=4, verdict=two_players_verdict(*IN_SEARCH), **AMONG)
def test_searches_among_others(code: Code, example: TwoPlayers) -> Any:
    return example.asked(code.jamboree.Jamboree, split, IN_SEARCH)


@pytest.mark.task("jamboree.next_move", f"moves {AMONG_OTHERS}")
@drawn(two_players("next_move"), count=3, verdict=two_players_verdict("next_move"), **AMONG)
def test_next_move_among_others(code: Code, example: TwoPlayers) -> Any:
    return example.asked(code.jamboree.Jamboree, split, ("next_move",))


@pytest.mark.task(SEARCH, "two players of one game go by their own shares")
@drawn(two_shares(), count=3, verdict=two_shares_verdict, **AMONG)
def test_two_shares(code: Code, example: TwoShares) -> Any:
    return example.asked(code.jamboree.Jamboree)
