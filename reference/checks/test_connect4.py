"""Hidden checks of Connect 4: every function alone, on boards that legal play reaches.

A state is given as it is, so that no function has to wait for another one to be right.
"""

from collections.abc import Callable, Sequence
from functools import partial, reduce
from itertools import accumulate, product
from typing import Any

import pytest
from hypothesis import strategies as st

from checks.boards import board_picture
from gametree import Over, Seq, Winner
from grader.judging.properties import Relation, drawn
from grader.student.compare import same, short
from grader.student.evidence import BoardPicture
from grader.student.question import Code
from reference.checks.boards import (
    DIRECTIONS,
    PLAYERS,
    Board,
    empty_board,
    in_play,
    of_new_states,
)
from reference.checks.interleaved import (
    AMONG,
    Interleaved,
    estimates_again_verdict,
    estimates_again_wanted,
    interleaved_verdict,
    of_connect4,
    of_estimates,
)
from reference.checks.openings import (
    OneRun,
    Rivals,
    open_runs,
    opposite_runs,
    runs_at_the_walls,
    runs_on_long_boards,
)
from reference.checks.plays import (
    ENDED_OR_NOT,
    LARGE_EDGES,
    LONG,
    MIDDLE,
    NEW_STATES,
    STANDARD,
    WITH_ROOM,
    Past,
    all_positions,
    broken_fours,
    double_fours,
    every_four,
    fours_beyond_a_square,
    full_boards,
    long_fours,
    moves,
    moves_at_the_walls,
    nearly_full,
    new_states,
    other_fours,
    past_large_edges,
    past_verdict,
    pasts,
    positions,
    sizes,
    sizes_with_room,
    wins_at_the_end,
    with_room_at_the_left,
    won_pasts,
)
from reference.checks.uncommon_boards import (
    ALIKE_SIZES,
    DEAD,
    SIMILAR,
    alike_cells,
    boards_of_many_discs,
    dead_boards,
    lines_of_alike_cells,
    small_boards,
)
from reference.checks.verdicts import (
    MIRROR,
    MIRRORED,
    OF_RIVALS,
    OF_RUNS,
    OF_SIGNS,
    after_mirrored,
    after_verdict,
    each_verdict,
    is_tuple,
    kind_verdict,
    kind_wanted,
    move_verdict,
    moves_verdict,
    of_rivals,
    of_run,
    of_starts,
    once,
    repeated_verdict,
    repeated_wanted,
    same_verdict,
    starts_verdict,
    status_verdict,
)

FREE, MOVES, MOVE = "connect4.lowest_free_row", "connect4.moves", "connect4.make_move"
STATUS, ESTIMATE = "connect4.status", "connect4.estimate"


def game_of(code: Code, board: Board) -> Any:
    """The student's game on a board of that size."""
    return code.connect4.Connect4(*board.size)


def picture_of(board: Board, _got: Any) -> BoardPicture:
    """The board that was asked about."""
    return board_picture(board.state)


# -- lowest_free_row ---------------------------------------------------------------------------


def rows_verdict(board: Board, got: Any, expected: Any) -> str:
    """One answer for each column."""
    if not is_tuple(got, board.num_cols):
        return "an answer for each column is expected"
    for col, (row, row_expected) in enumerate(zip(got, expected, strict=True)):
        if not same(row, row_expected):
            return f"column {col}: {short(row)} instead of {row_expected}"
    return ""


def rows_of(code: Code, board: Board) -> Any:
    """The question for every column, full ones too."""
    game, state = game_of(code, board), once(board)
    return tuple([game.lowest_free_row(state, col) for col in range(board.num_cols)])


def alike_verdict(verdict: Callable[[Any, Any, Any], str]) -> Callable[[Any, Any, Any], str]:
    """The verdict on answers for boards that have a column beside them."""
    judged = each_verdict(verdict)
    return lambda examples, got, expected: judged([b for b, _ in examples], got, expected)


ROWS_MIRRORED = Relation(MIRROR, lambda board: board.mirrored, lambda _board, rows: rows[::-1])


@pytest.mark.task(FREE, "every column of a board in play")
@drawn(
    all_positions(),
    count=100,
    verdict=rows_verdict,
    picture=picture_of,
    relations=[ROWS_MIRRORED],
)
def test_lowest_free_row(code: Code, board: Board) -> Any:
    return rows_of(code, board)


@pytest.mark.task(FREE, "None for every column of a full board")
@drawn(full_boards(), count=40, verdict=rows_verdict, picture=picture_of)
def test_no_free_row(code: Code, board: Board) -> Any:
    return rows_of(code, board)


@pytest.mark.task(FREE, "every column of a board on which somebody has won")
@drawn(other_fours(), count=24, verdict=rows_verdict, picture=picture_of)
def test_free_rows_after_a_win(code: Code, board: Board) -> Any:
    return rows_of(code, board)


BEFORE = "answers go by the arguments alone, whatever was asked before"


@pytest.mark.task(FREE, BEFORE)
@drawn(pasts(), count=12, verdict=past_verdict(same_verdict))
def test_free_rows_again(code: Code, past: Past) -> Any:
    return past.asked(
        partial(game_of, code), lambda g, b: g.lowest_free_row(b.fresh, b.num_cols - 1)
    )


rising = st.sampled_from((STANDARD, (2, 8), (4, 12), (1, 30))).map(
    lambda size: tuple(accumulate([0] * size[1], Board.drop, initial=empty_board(*size)))
)


@pytest.mark.task(FREE, f"a column that grows: {NEW_STATES}")
@drawn(rising, count=4, verdict=each_verdict(same_verdict), alone=True)
def test_free_rows_of_new_states(code: Code, boards: Sequence[Board]) -> Any:
    return of_new_states(game_of(code, boards[0]).lowest_free_row, boards, [0] * len(boards))


SMALL = tuple([tuple(product((cols,), range(1, 9))) for cols in range(1, 7)])


@pytest.mark.task(FREE, "every column of small boards of all sizes, empty and part full")
@drawn(st.sampled_from(SMALL).map(small_boards), count=6, verdict=each_verdict(rows_verdict))
def test_free_rows_of_small_boards(code: Code, boards: Sequence[Board]) -> Any:
    return tuple([rows_of(code, board) for board in boards])


BOTH_OF_TWELVE = "on boards whose coordinates have two digits in both directions"


@pytest.mark.task(FREE, f"every column {BOTH_OF_TWELVE}")
@drawn(alike_cells(), count=1, verdict=alike_verdict(rows_verdict), alone=True)
def test_free_rows_of_alike_cells(code: Code, examples: Sequence[tuple[Board, int]]) -> Any:
    return tuple([rows_of(code, board) for board, _ in examples])


BY_NAME = ((12, 1), (21, 2), (30, 1))


@pytest.mark.task(FREE, "parse_move, which relies on it, in every column of wide boards")
@drawn(positions(BY_NAME), count=6, verdict=same_verdict, picture=picture_of)
def test_parse_move(code: Code, board: Board) -> Any:
    game, state = game_of(code, board), once(board)
    return tuple([game.parse_move(state, str(col)) for col in range(board.num_cols + 1)])


AMONG_OTHERS = "answers go by the arguments alone, after any call about another board"
OF_FREE = "lowest_free_row", "parse_move"


@pytest.mark.task(FREE, AMONG_OTHERS)
@drawn(of_connect4(*OF_FREE), count=2, verdict=interleaved_verdict(*OF_FREE), **AMONG)
def test_free_rows_among_others(code: Code, example: Interleaved) -> Any:
    return example.asked(partial(game_of, code), OF_FREE)


# -- moves, start and player -------------------------------------------------------------------


def columns_mirrored(board: Board, columns: Any) -> Any:
    """The same columns, counted from the right."""
    return Seq.from_list([board.num_cols - 1 - col for col in columns])


MOVES_MIRRORED = Relation(MIRROR, lambda board: board.mirrored, columns_mirrored)


@pytest.mark.task(MOVES, "the columns that are not full, each once")
@drawn(
    all_positions(),
    count=110,
    verdict=moves_verdict,
    picture=picture_of,
    relations=[MOVES_MIRRORED],
)
def test_legal_columns(code: Code, board: Board) -> Any:
    return game_of(code, board).moves(board.state)


@pytest.mark.task(MOVES, "start is an empty board with Maxie to move, of any size")
@drawn(st.one_of(sizes, st.sampled_from(LONG)), count=30)
def test_start(code: Code, size: tuple[int, int]) -> Any:
    game = code.connect4.Connect4(*size)
    return game.start.board, game.start.player, game.player(empty_board(*size).state)


@pytest.mark.task(
    MOVES, "start has the board's size, of objects of many sizes, one after the other"
)
@drawn(st.just(ALIKE_SIZES), count=1, verdict=starts_verdict, alone=True)
def test_starts_of_alike_sizes(code: Code, sizes: Sequence[tuple[int, int]]) -> Any:
    return of_starts(code, code.connect4.Connect4, sizes)


@pytest.mark.task(MOVES, "player is the one whose turn it is")
@drawn(positions(), count=60, picture=picture_of)
def test_player(code: Code, board: Board) -> Any:
    return game_of(code, board).player(board.state)


@pytest.mark.task(MOVES, "player, on boards of more discs than a byte can count")
@drawn(boards_of_many_discs(), count=1, verdict=each_verdict(same_verdict), alone=True)
def test_player_among_many_discs(code: Code, boards: Sequence[Board]) -> Any:
    return tuple([game_of(code, board).player(board.state) for board in boards])


@pytest.mark.task(MOVES, f"the columns that are not full {BOTH_OF_TWELVE}")
@drawn(alike_cells(), count=1, verdict=alike_verdict(moves_verdict), alone=True)
def test_moves_of_alike_cells(code: Code, examples: Sequence[tuple[Board, int]]) -> Any:
    return tuple([game_of(code, board).moves(board.state) for board, _ in examples])


def turn_verdict(board: Board, got: Any, expected: Any) -> str:
    """The moves, and whose turn it is."""
    if not is_tuple(got, 2):
        return "moves and a player are expected"
    return moves_verdict(board, got[0], expected[0]) or same_verdict(board, got[1], expected[1])


def turns_verdict(boards: Sequence[Board], got: Any, expected: Any) -> str:
    """The moves of several boards, and whose turn it is."""
    if not is_tuple(got, 2):
        return "moves and players are expected"
    words = each_verdict(moves_verdict)(boards, got[0], expected[0])
    return words or each_verdict(same_verdict)(boards, got[1], expected[1])


@pytest.mark.task(MOVES, BEFORE)
@drawn(pasts(), count=16, verdict=past_verdict(turn_verdict))
def test_moves_again(code: Code, past: Past) -> Any:
    return past.asked(partial(game_of, code), lambda g, b: (g.moves(b.fresh), g.player(b.fresh)))


@pytest.mark.task(MOVES, NEW_STATES)
@drawn(
    new_states(in_play, Board.drops, (3, 2)),
    count=1,
    verdict=turns_verdict,
    alone=True,
)
def test_moves_of_new_states(code: Code, boards: Sequence[Board]) -> Any:
    game = game_of(code, boards[0])
    return of_new_states(game.moves, boards), of_new_states(game.player, boards)


OF_MOVES = "start", "player", "moves"


@pytest.mark.task(MOVES, AMONG_OTHERS)
@drawn(of_connect4(*OF_MOVES), count=3, verdict=interleaved_verdict(*OF_MOVES), **AMONG)
def test_moves_among_others(code: Code, example: Interleaved) -> Any:
    return example.asked(partial(game_of, code), OF_MOVES)


# -- make_move ---------------------------------------------------------------------------------


def move_picture(example: tuple[Board, int], _got: Any) -> BoardPicture:
    """The board before and after the move."""
    board, col = example
    return board_picture(board.state, board.drop(col).state)


def move_mirrored(example: tuple[Board, int]) -> tuple[Board, int]:
    """The same move on the mirror image."""
    board, col = example
    return board.mirrored, board.num_cols - 1 - col


@pytest.mark.task(MOVE, "the disc falls, the turn passes, the state that was given stays")
@drawn(
    moves(),
    count=110,
    verdict=move_verdict,
    picture=move_picture,
    relations=[Relation(MIRROR, move_mirrored, after_mirrored)],
)
def test_make_move(code: Code, example: tuple[Board, int]) -> Any:
    board, col = example
    given = once(board)
    after = game_of(code, board).make_move(given, col)
    return after.board, after.player, given


@pytest.mark.task(MOVE, "the corners and walls of wide and of high boards, for both players")
@drawn(moves_at_the_walls(), count=9, verdict=each_verdict(after_verdict), alone=True)
def test_make_move_at_the_walls(code: Code, examples: Sequence[tuple[Board, int]]) -> Any:
    game = game_of(code, examples[0][0])
    states = [game.make_move(board.state, col) for board, col in examples]
    return tuple([(state.board, state.player) for state in states])


@pytest.mark.task(MOVE, BOTH_OF_TWELVE)
@drawn(alike_cells(), count=1, verdict=each_verdict(after_verdict), alone=True)
def test_make_move_of_alike_cells(code: Code, examples: Sequence[tuple[Board, int]]) -> Any:
    states = [game_of(code, board).make_move(board.state, col) for board, col in examples]
    return tuple([(state.board, state.player) for state in states])


@pytest.mark.task(MOVE, BEFORE)
@drawn(pasts(), count=12, verdict=past_verdict(same_verdict))
def test_make_move_again(code: Code, past: Past) -> Any:
    def asked(game: Any, board: Board) -> Any:
        drops = board.drops()
        return tuple([game.make_move(board.fresh, x).board for x in (drops[0], drops[-1])])

    return past.asked(partial(game_of, code), asked)


@pytest.mark.task(MOVE, NEW_STATES)
@drawn(
    new_states(with_room_at_the_left, lambda board: board, (4, 5)),
    count=1,
    verdict=each_verdict(same_verdict),
    alone=True,
)
def test_make_move_on_new_states(code: Code, boards: Sequence[Board]) -> Any:
    return of_new_states(game_of(code, boards[0]).make_move, boards, [0] * len(boards))


@pytest.mark.task(MOVE, AMONG_OTHERS)
@drawn(of_connect4("make_move"), count=2, verdict=interleaved_verdict("make_move"), **AMONG)
def test_make_move_among_others(code: Code, example: Interleaved) -> Any:
    return example.asked(partial(game_of, code), ("make_move",))


# -- status ------------------------------------------------------------------------------------


def status_hint(board: Board, _got: Any, expected: Any) -> str:
    """In which direction the four is that wasn't seen."""
    if not isinstance(expected, Over) or not isinstance(expected.outcome, Winner):
        return ""
    disc = "X" if expected.outcome.player is PLAYERS["X"] else "O"
    names = [name for name, step in DIRECTIONS.items() if has_run(board, disc, step)]
    return f"there is a four of {expected.outcome.player} in this direction: {', '.join(names)}"


def has_run(board: Board, disc: str, step: tuple[int, int]) -> bool:
    """Whether a player has four or more in one direction."""
    cells = [cell for cell, found in board.discs() if found == disc]
    runs = [[board.at(x + i * step[0], y + i * step[1]) for i in range(4)] for x, y in cells]
    return [disc] * 4 in runs


def status_of(code: Code, board: Board) -> Any:
    """The question."""
    return game_of(code, board).status(board.state)


ALIKE: dict[str, Any] = {
    "verdict": status_verdict,
    "hint": status_hint,
    "picture": picture_of,
    "relations": [MIRRORED],
}


def statuses_of(code: Code, boards: Sequence[Board]) -> Any:
    """The question for boards of several sizes."""
    return tuple([status_of(code, board) for board in boards])


TOGETHER: dict[str, Any] = {"verdict": each_verdict(status_verdict), "alone": True}


@pytest.mark.task(STATUS, "each of the 69 fours of the standard board, of both players")
@drawn(every_four(), count=138, **ALIKE)
def test_every_four(code: Code, board: Board) -> Any:
    return status_of(code, board)


@pytest.mark.task(STATUS, "fours on boards of other sizes")
@drawn(other_fours(), count=80, **ALIKE)
def test_fours_elsewhere(code: Code, board: Board) -> Any:
    return status_of(code, board)


@pytest.mark.task(STATUS, "fours on the right of wide boards, and at the top of high ones")
@drawn(fours_beyond_a_square(), count=24, **ALIKE)
def test_fours_beyond_a_square(code: Code, board: Board) -> Any:
    return status_of(code, board)


@pytest.mark.task(STATUS, "boards of other sizes with the same discs, one after the other")
@drawn(st.permutations(SIMILAR), count=6, verdict=each_verdict(status_verdict))
def test_one_after_the_other(code: Code, boards: Sequence[Board]) -> Any:
    return tuple([status_of(code, board) for board in boards])


@pytest.mark.task(STATUS, "five, six and seven in a line win as well")
@drawn(long_fours(), count=10, **TOGETHER)
def test_more_than_four(code: Code, boards: Sequence[Board]) -> Any:
    return statuses_of(code, boards)


@pytest.mark.task(STATUS, "two fours at once win as well")
@drawn(double_fours(), count=40, **ALIKE)
def test_two_fours(code: Code, board: Board) -> Any:
    return status_of(code, board)


@pytest.mark.task(STATUS, "in play as long as nobody has four and a column is free")
@drawn(positions(), count=100, **ALIKE)
def test_in_play(code: Code, board: Board) -> Any:
    return status_of(code, board)


@pytest.mark.task(STATUS, "a line that goes on past an edge is none")
@drawn(broken_fours(), count=120, **ALIKE)
def test_past_the_edge(code: Code, board: Board) -> Any:
    return status_of(code, board)


@pytest.mark.task(STATUS, "nor on a board of many rows or columns")
@drawn(past_large_edges(), count=len(LARGE_EDGES), **TOGETHER)
def test_past_large_edges(code: Code, boards: Sequence[Board]) -> Any:
    return statuses_of(code, boards)


@pytest.mark.task(STATUS, f"fours, and none, {BOTH_OF_TWELVE}")
@drawn(lines_of_alike_cells(), count=1, **TOGETHER)
def test_lines_of_alike_cells(code: Code, boards: Sequence[Board]) -> Any:
    return statuses_of(code, boards)


@pytest.mark.task(STATUS, "a full board without a four is a draw")
@drawn(full_boards(), count=60, **ALIKE)
def test_draw(code: Code, board: Board) -> Any:
    return status_of(code, board)


@pytest.mark.task(STATUS, "one column free, wherever it is, on boards of many columns")
@drawn(nearly_full(), count=2, **TOGETHER)
def test_one_column_free(code: Code, boards: Sequence[Board]) -> Any:
    return statuses_of(code, boards)


@pytest.mark.task(STATUS, "the last disc of a full board can win")
@drawn(wins_at_the_end(), count=30, **ALIKE)
def test_full_and_won(code: Code, board: Board) -> Any:
    return status_of(code, board)


@pytest.mark.task(STATUS, BEFORE)
@drawn(st.one_of(pasts(), won_pasts()), count=30, verdict=past_verdict(status_verdict))
def test_status_again(code: Code, past: Past) -> Any:
    return past.asked(partial(game_of, code), lambda g, b: g.status(b.fresh))


@pytest.mark.task(STATUS, NEW_STATES)
@drawn(ENDED_OR_NOT, count=1, **TOGETHER)
def test_status_of_new_states(code: Code, boards: Sequence[Board]) -> Any:
    return of_new_states(game_of(code, boards[0]).status, boards)


@pytest.mark.task(STATUS, AMONG_OTHERS)
@drawn(of_connect4("status"), count=4, verdict=interleaved_verdict("status"), **AMONG)
def test_status_among_others(code: Code, example: Interleaved) -> Any:
    return example.asked(partial(game_of, code), ("status",))


@pytest.mark.task(STATUS, "in play where nobody can make four any more, but a column is free")
@drawn(dead_boards(), count=len(DEAD), **TOGETHER)
def test_dead_boards(code: Code, boards: Sequence[Board]) -> Any:
    return statuses_of(code, boards)


# -- estimate ----------------------------------------------------------------------------------


nearly_empty = st.builds(
    lambda size, discs: reduce(Board.drop, range(discs), empty_board(*size)),
    sizes_with_room,
    st.integers(0, 2),
)


@pytest.mark.task(ESTIMATE, "a Guess on every board with room for four")
@drawn(
    st.one_of(positions(WITH_ROOM), positions(WITH_ROOM), nearly_empty),
    count=60,
    verdict=kind_verdict,
    picture=picture_of,
    wanted=kind_wanted,
)
def test_guess(code: Code, board: Board) -> Any:
    return game_of(code, board).estimate(board.state)


@pytest.mark.task(ESTIMATE, BEFORE)
@drawn(pasts((STANDARD, *MIDDLE)), count=12, verdict=repeated_verdict, wanted=repeated_wanted)
def test_estimate_again(code: Code, past: Past) -> Any:
    return past.asked(partial(game_of, code), lambda g, b: g.estimate(b.fresh))


@pytest.mark.task(ESTIMATE, AMONG_OTHERS)
@drawn(
    of_connect4("estimate"),
    count=4,
    verdict=estimates_again_verdict,
    wanted=estimates_again_wanted,
    **AMONG,
)
def test_estimates_among_others(code: Code, example: Interleaved) -> Any:
    return of_estimates(example, partial(game_of, code))


@pytest.mark.task(ESTIMATE, NEW_STATES)
@drawn(opposite_runs(), count=1, **OF_SIGNS)
def test_estimates_of_new_states(code: Code, runs: Sequence[OneRun]) -> Any:
    boards = [run.three for run in runs]
    return of_new_states(game_of(code, boards[0]).estimate, boards)


@pytest.mark.task(ESTIMATE, "an open three has its owner's sign and weighs more than an open two")
@drawn(
    open_runs(),
    count=40,
    **OF_RIVALS,
)
def test_open_runs(code: Code, rivals: Rivals) -> Any:
    return of_rivals(game_of(code, rivals.three), rivals)


@pytest.mark.task(ESTIMATE, "an open three along a wall, in a corner, or open at one end alone")
@drawn(
    runs_at_the_walls(),
    count=12,
    **OF_RUNS,
)
def test_runs_at_the_walls(code: Code, runs: Sequence[OneRun]) -> Any:
    return tuple([of_run(game_of(code, run.three), run) for run in runs])


@pytest.mark.task(
    ESTIMATE, "an open three on boards much wider than high, or much higher than wide"
)
@drawn(runs_on_long_boards(), count=5, **OF_SIGNS)
def test_runs_on_long_boards(code: Code, runs: Sequence[OneRun]) -> Any:
    return tuple([game_of(code, run.three).estimate(run.three.state) for run in runs])
