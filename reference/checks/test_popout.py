"""Hidden checks of PopOut.

A state says nothing about the last move, and needs not to: the last move was made by the player
who is not to move, and where both players have four, it was a pop, since a drop makes no four for
the opponent. So every function is asked about states as they are; only where a pop ends the match
is the student's own `make_move` asked first.
"""

from collections.abc import Sequence
from functools import partial
from itertools import accumulate
from typing import Any

import pytest
from hypothesis import strategies as st

from checks.boards import board_picture
from gametree import Drop, Over, Pop, Seq, Winner
from grader.judging.properties import Placed, Relation, drawn
from grader.student.compare import same, short
from grader.student.evidence import BoardPicture
from grader.student.question import Code
from reference.checks.boards import PLAYERS, Board, empty_board, of_new_states, other
from reference.checks.interleaved import (
    AMONG,
    METHODS,
    Interleaved,
    estimates_again_verdict,
    estimates_again_wanted,
    interleaved_verdict,
    of_estimates,
    of_popout,
)
from reference.checks.openings import (
    OneRun,
    Rivals,
    firm_open_runs,
    firm_runs_at_the_walls,
    opposite_runs,
    runs_on_rivals_discs,
    sign_fault,
    sign_wanted,
)
from reference.checks.plays import (
    ENDED_OR_NOT,
    LARGE_EDGES,
    MIDDLE,
    NEW_STATES,
    STANDARD,
    Past,
    every_four,
    fours_beyond_a_square,
    long_fours,
    other_fours,
    past_large_edges,
    past_verdict,
    pasts,
    positions,
    sizes,
    won_pasts,
)
from reference.checks.popped_fours import buried_fours, uneven_fours
from reference.checks.pops import (
    FEW_CELLS,
    FOUR_AND_FULL,
    SIZES,
    SMALL,
    Move,
    Turn,
    filled_boards,
    is_full_in_play,
    is_stuck,
    is_won_and_stuck,
    legal,
    matches,
    moves_at_the_walls,
    moves_in_high_columns,
    new_turns,
    reached,
    swaying_pasts,
    turns,
    winning_pops,
)
from reference.checks.uncommon_boards import (
    ALIKE_SIZES,
    DEAD,
    LONE,
    SIMILAR,
    alike_cells,
    boards_of_many_discs,
    dead_boards,
    lines_of_alike_cells,
    lone_pops,
    popped_boards,
    stuck_boards,
)
from reference.checks.uncommon_boards import (
    ROOMY as ROOM_TO_POP,
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
    first_cell,
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

RULES, ESTIMATE = "popout.rules", "popout.estimate"
# CPU seconds for what takes the reference a quarter of a second and more.
EXPENSIVE = 15.0
ROOMY = (STANDARD, *MIDDLE, (9, 5), (12, 4), (4, 12), (5, 15), (4, 30), (30, 4))


def game_of(code: Code, board: Board) -> Any:
    """The student's game on a board of that size."""
    return code.popout.PopOut(*board.size)


def picture_of(board: Board, _got: Any) -> BoardPicture:
    """The board that was asked about."""
    return board_picture(board.state)


def before_picture(turn: Turn, _got: Any) -> BoardPicture:
    """The board before a move."""
    return board_picture(turn.board.state)


def after_picture(turn: Turn, _got: Any) -> BoardPicture:
    """The board after a move, where that is what is asked about."""
    return board_picture(turn.after.state)


def move_picture(turn: Turn, _got: Any) -> BoardPicture:
    """The board before a move, and the one that is expected after it."""
    return board_picture(turn.board.state, turn.after.state)


@pytest.mark.task(RULES, "start is an empty board with Maxie to move, of any size")
@drawn(sizes, count=40)
def test_start(code: Code, size: tuple[int, int]) -> Any:
    game = code.popout.PopOut(*size)
    return game.start.board, game.start.player, game.player(game.start)


@pytest.mark.task(
    RULES, "start has the board's size, of objects of many sizes, one after the other"
)
@drawn(st.just(ALIKE_SIZES), count=1, verdict=starts_verdict, alone=True)
def test_starts_of_alike_sizes(code: Code, sizes: Sequence[tuple[int, int]]) -> Any:
    return of_starts(code, code.popout.PopOut, sizes)


@pytest.mark.task(RULES, "player, on boards of more discs than a byte can count")
@drawn(boards_of_many_discs(), count=1, verdict=each_verdict(same_verdict), alone=True)
def test_player_among_many_discs(code: Code, boards: Sequence[Board]) -> Any:
    return tuple([game_of(code, board).player(board.state) for board in boards])


# -- moves and make_move -----------------------------------------------------------------------


def turn_mirrored(turn: Turn) -> Turn:
    """The same move on the mirror image."""
    return Turn(turn.board.mirrored, moved_right(turn.board, turn.move))


def moved_right(board: Board, move: Move) -> Move:
    """A move, its column counted from the right."""
    return type(move)(board.num_cols - 1 - move.col)


MOVES_MIRRORED = Relation(
    MIRROR,
    turn_mirrored,
    lambda turn, moves: Seq.from_list([moved_right(turn.board, move) for move in moves]),
)


@pytest.mark.task(RULES, "moves: a drop into each column with room, a pop of each own bottom disc")
@drawn(
    turns(),
    count=120,
    verdict=moves_verdict,
    picture=before_picture,
    relations=[MOVES_MIRRORED],
)
def test_moves(code: Code, turn: Turn) -> Any:
    return game_of(code, turn.board).moves(turn.board.state)


@pytest.mark.task(RULES, "make_move: drops and pops; the state that was given stays")
@drawn(
    turns(),
    count=120,
    verdict=move_verdict,
    picture=move_picture,
    relations=[Relation(MIRROR, turn_mirrored, after_mirrored)],
)
def test_make_move(code: Code, turn: Turn) -> Any:
    given = once(turn.board)
    after = game_of(code, turn.board).make_move(given, turn.move)
    return after.board, after.player, given


@pytest.mark.task(RULES, "moves: large boards that are full, or nearly so")
@drawn(filled_boards(), count=10, verdict=each_verdict(moves_verdict), alone=True)
def test_moves_on_full_boards(code: Code, boards: Sequence[Board]) -> Any:
    game = game_of(code, boards[0])
    return tuple([game.moves(board.state) for board in boards])


@pytest.mark.task(RULES, "make_move: the outer columns of wide and of high boards, empty or full")
@drawn(moves_at_the_walls(), count=7, verdict=each_verdict(after_verdict), alone=True)
def test_make_move_at_the_walls(code: Code, moves: Sequence[Turn]) -> Any:
    return states_after(code, moves)


def states_after(code: Code, moves: Sequence[Turn]) -> Any:
    """The question for the states after moves, on boards of one size."""
    game = game_of(code, moves[0].board)
    states = [game.make_move(turn.board.state, turn.move) for turn in moves]
    return tuple([(state.board, state.player) for state in states])


@pytest.mark.task(RULES, "make_move: cells whose coordinates are the same digits")
@drawn(alike_cells(), count=1, verdict=each_verdict(after_verdict), alone=True)
def test_make_move_of_alike_cells(code: Code, examples: Sequence[tuple[Board, int]]) -> Any:
    return states_after(code, [Turn(board, Drop(col)) for board, col in examples])


@pytest.mark.task(RULES, "make_move: pops and drops in columns of many discs")
@drawn(moves_in_high_columns(), count=4, verdict=each_verdict(after_verdict), alone=True)
def test_make_move_in_high_columns(code: Code, moves: Sequence[Turn]) -> Any:
    return states_after(code, moves)


def played_verdict(board: Board, got: Any, expected: Any) -> str:
    """The moves of a position, and the states after some of them."""
    if not is_tuple(got, len(expected)):
        return "moves and states are expected"
    return moves_verdict(board, got[0], expected[0]) or same_verdict(board, got[1:], expected[1:])


def made_verdict(turns: Sequence[Turn], got: Any, expected: Any) -> str:
    """The moves of several positions, and the state after one of each."""
    if not is_tuple(got, 2):
        return "moves and states are expected"
    words = each_verdict(moves_verdict)(turns, got[0], expected[0])
    return words or each_verdict(same_verdict)(turns, got[1], expected[1])


Match = tuple[tuple[int, int], list[Move]]


def match_verdict(example: Match, got: Any, expected: Any) -> str:
    """The first state of a match that isn't as it should be."""
    made = ["the start", *[f"move {i + 1}, {move!r}" for i, move in enumerate(example[1])]]
    if not is_tuple(got, len(made)):
        return "a state after each move is expected"
    for name, state, state_expected in zip(made, got, expected, strict=True):
        if not same(state, state_expected):
            return f"after {name}: {_in_words(state, state_expected)}"
    return ""


def _in_words(got: Any, expected: Any) -> str:
    if not is_tuple(got, 3):
        return "a state is expected"
    if not same(got[0], expected[0]):
        return first_cell(got[0], expected[0])
    return f"{short(got[1:])} instead of {expected[1:]!r} for player and status"


@pytest.mark.task(RULES, "matches from the start: board, player and status after each move")
@drawn(matches(), count=36, verdict=match_verdict, cpu_seconds=EXPENSIVE)
def test_match(code: Code, match: Match) -> Any:
    size, moves = match
    game = code.popout.PopOut(*size)
    states: list[Any] = [game.start]
    for move in moves:
        states.append(game.make_move(states[-1], move))
    return tuple([(state.board, game.player(state), game.status(state)) for state in states])


BEFORE = "go by the arguments alone, whatever was asked before"


@pytest.mark.task(RULES, f"moves and make_move {BEFORE}")
@drawn(pasts(SIZES), count=16, verdict=past_verdict(played_verdict))
def test_moves_again(code: Code, past: Past) -> Any:
    def asked(game: Any, board: Board) -> Any:
        moves = legal(board)
        states = [game.make_move(board.fresh, move) for move in (moves[0], *moves[-2:])]
        return game.moves(board.fresh), *[(state.board, state.player) for state in states]

    return past.asked(partial(game_of, code), asked)


@pytest.mark.task(RULES, f"moves and make_move: {NEW_STATES}")
@drawn(new_turns(), count=3, verdict=made_verdict, alone=True)
def test_moves_of_new_states(code: Code, turns: Sequence[Turn]) -> Any:
    boards = [turn.board for turn in turns]
    game, moves = game_of(code, boards[0]), [turn.move for turn in turns]
    return of_new_states(game.moves, boards), of_new_states(game.make_move, boards, moves)


# -- status ------------------------------------------------------------------------------------


def status_of(code: Code, board: Board) -> Any:
    """The question."""
    return game_of(code, board).status(board.state)


@pytest.mark.task(RULES, "status: each of the 69 fours of the standard board, of both players")
@drawn(
    every_four(),
    count=138,
    verdict=status_verdict,
    picture=picture_of,
    relations=[MIRRORED],
)
def test_every_four(code: Code, board: Board) -> Any:
    return status_of(code, board)


@pytest.mark.task(RULES, "status: fours on boards of other sizes")
@drawn(other_fours(), count=40, verdict=status_verdict, picture=picture_of)
def test_fours_elsewhere(code: Code, board: Board) -> Any:
    return status_of(code, board)


@pytest.mark.task(RULES, "status: fours on the right of wide boards, at the top of high ones")
@drawn(fours_beyond_a_square(), count=20, verdict=status_verdict, picture=picture_of)
def test_fours_beyond_a_square(code: Code, board: Board) -> Any:
    return status_of(code, board)


def statuses_of(code: Code, boards: Sequence[Board]) -> Any:
    """The question for boards of several sizes."""
    return tuple([status_of(code, board) for board in boards])


TOGETHER: dict[str, Any] = {"verdict": each_verdict(status_verdict), "alone": True}


@pytest.mark.task(RULES, "status: five, six and seven in a line win as well")
@drawn(long_fours(), count=10, **TOGETHER)
def test_more_than_four(code: Code, boards: Sequence[Board]) -> Any:
    return statuses_of(code, boards)


@pytest.mark.task(RULES, "status: no line goes on past an edge, on boards of many rows or columns")
@drawn(past_large_edges(), count=len(LARGE_EDGES), **TOGETHER)
def test_past_large_edges(code: Code, boards: Sequence[Board]) -> Any:
    return statuses_of(code, boards)


@pytest.mark.task(RULES, "status: boards whose coordinates have two digits in both directions")
@drawn(lines_of_alike_cells(), count=1, **TOGETHER)
def test_lines_of_alike_cells(code: Code, boards: Sequence[Board]) -> Any:
    return statuses_of(code, boards)


@pytest.mark.task(RULES, "status: in play as long as nobody has four and a move is left")
@drawn(turns(), count=100, verdict=status_verdict, picture=before_picture)
def test_in_play(code: Code, turn: Turn) -> Any:
    return status_of(code, turn.board)


@pytest.mark.task(RULES, "status: boards of other sizes with the same discs, one after the other")
@drawn(st.permutations(SIMILAR), count=2, **TOGETHER)
def test_one_after_the_other(code: Code, boards: Sequence[Board]) -> Any:
    return statuses_of(code, boards)


def pop_hint(turn: Turn, _got: Any, expected: Any) -> str:
    """Whose four it was."""
    winners = turn.after.winners()
    if len(winners) == 2:
        return "the pop makes a four for both players: the player who popped wins"
    own = isinstance(expected, Over) and expected.outcome == Winner(PLAYERS[turn.board.mover])
    return "" if own else "the pop makes a four for the opponent alone, who wins by it"


@pytest.mark.task(RULES, "status: a pop makes a four, of one's own, of the opponent's, or both")
@drawn(winning_pops(), count=90, verdict=status_verdict, hint=pop_hint, picture=after_picture)
def test_winning_pops(code: Code, turn: Turn) -> Any:
    game = game_of(code, turn.board)
    return game.status(game.make_move(turn.board.state, turn.move))


def popped_picture(made: Sequence[Turn], got: Any) -> BoardPicture:
    """The board after the first pop whose status is wrong."""
    answers = got if is_tuple(got, len(made)) else [None] * len(made)
    wrong = [turn for turn, status in zip(made, answers, strict=True) if status != ended(turn)]
    return after_picture((wrong or made)[0], got)


def ended(turn: Turn) -> Over:
    """How a match ends by a pop that makes a four."""
    popper, winners = turn.board.mover, turn.after.winners()
    return Over(Winner(PLAYERS[popper if popper in winners else other(popper)]))


def after_pops(code: Code, made: Sequence[Turn]) -> Any:
    """The question for the statuses after pops, on boards of several sizes."""
    games = [(game_of(code, turn.board), turn) for turn in made]
    return tuple([game.status(game.make_move(t.board.state, t.move)) for game, t in games])


AFTER_POPS: dict[str, Any] = {
    "verdict": each_verdict(status_verdict),
    "picture": popped_picture,
    "cpu_seconds": EXPENSIVE,
    "alone": True,
}


@pytest.mark.task(RULES, "status: a pop makes a four with discs above and below all of its discs")
@drawn(buried_fours(), count=6, **AFTER_POPS)
def test_buried_fours(code: Code, made: Sequence[Turn]) -> Any:
    return after_pops(code, made)


@pytest.mark.task(RULES, "status: both have four, and one has more of them, or a longer line")
@drawn(uneven_fours(), count=6, **AFTER_POPS)
def test_uneven_fours(code: Code, made: Sequence[Turn]) -> Any:
    return after_pops(code, made)


def elsewhere_verdict(turn: Turn, got: Any, expected: Any) -> str:
    """The statuses of one state, with other moves in between."""
    if not is_tuple(got, len(expected)):
        return f"{len(expected)} answers are expected"
    found = map(partial(status_verdict, turn), got[::2], expected[::2])
    return next((Placed("asked after other moves", words) for words in found if words), "")


ELSEWHERE = (Drop(0), Drop(1), Pop(0), Pop(1))


@pytest.mark.task(RULES, "status: both have four, and other moves were made in between")
@drawn(
    winning_pops().filter(lambda turn: len(turn.after.winners()) == 2),
    count=8,
    verdict=elsewhere_verdict,
    picture=after_picture,
)
def test_moves_elsewhere(code: Code, turn: Turn) -> Any:
    game = game_of(code, turn.board)
    after = game.make_move(turn.board.state, turn.move)
    made = accumulate(ELSEWHERE, game.make_move, initial=game.start)
    # After each of the other moves.
    answers = [answer for state in made for answer in (state, game.status(after))]
    return tuple(answers[1:])


def twice_verdict(turn: Turn, got: Any, expected: Any) -> str:
    """The statuses of one state, one after the other."""
    if not is_tuple(got, len(expected)):
        return f"{len(expected)} answers are expected"
    first, second = map(partial(status_verdict, turn), got, expected)
    return first or (Placed("asked again", second) if second else "")


@pytest.mark.task(RULES, "status: asked again, after a pop that makes the opponent's four")
@drawn(
    winning_pops().filter(lambda turn: other(turn.board.mover) in turn.after.winners()),
    count=8,
    verdict=twice_verdict,
    hint=pop_hint,
    picture=after_picture,
    alone=True,
)
def test_popped_four_again(code: Code, turn: Turn) -> Any:
    game = game_of(code, turn.board)
    after = game.make_move(turn.board.state, turn.move)
    return game.status(after), game.status(after)


@pytest.mark.task(RULES, "status: no legal move and no four is a draw")
@drawn(reached(FEW_CELLS, is_stuck), count=30, verdict=status_verdict, picture=picture_of)
def test_stuck(code: Code, board: Board) -> Any:
    return status_of(code, board)


@pytest.mark.task(RULES, "status: no legal move is a draw in high columns, too")
@drawn(stuck_boards(), count=1, **TOGETHER)
def test_stuck_in_high_columns(code: Code, boards: Sequence[Board]) -> Any:
    return statuses_of(code, boards)


@pytest.mark.task(RULES, "status and moves: a full board goes on while a pop is left")
@drawn(reached(FEW_CELLS, is_full_in_play), count=30, verdict=status_verdict, picture=picture_of)
def test_full_in_play(code: Code, board: Board) -> Any:
    return status_of(code, board)


@pytest.mark.task(RULES, "status: large boards that are full go on while a pop is left, too")
@drawn(filled_boards(), count=10, **TOGETHER)
def test_status_of_full_boards(code: Code, boards: Sequence[Board]) -> Any:
    return statuses_of(code, boards)


@pytest.mark.task(RULES, "status: a four counts more than having no legal move")
@drawn(reached(FOUR_AND_FULL, is_won_and_stuck), count=20, verdict=status_verdict)
def test_won_and_stuck(code: Code, board: Board) -> Any:
    return status_of(code, board)


@pytest.mark.task(RULES, "status goes by the arguments alone, whatever was asked before")
@drawn(st.one_of(pasts(SIZES), won_pasts()), count=20, verdict=past_verdict(status_verdict))
def test_status_again(code: Code, past: Past) -> Any:
    return past.asked(partial(game_of, code), lambda g, b: g.status(b.fresh))


@pytest.mark.task(RULES, f"status: {NEW_STATES}")
@drawn(ENDED_OR_NOT, count=1, **TOGETHER)
def test_status_of_new_states(code: Code, boards: Sequence[Board]) -> Any:
    return of_new_states(game_of(code, boards[0]).status, boards)


@pytest.mark.task(RULES, "status and moves: a full board goes on while a single pop is left")
@drawn(lone_pops(), count=len(LONE), **TOGETHER)
def test_lone_pops(code: Code, boards: Sequence[Board]) -> Any:
    return statuses_of(code, boards)


@pytest.mark.task(RULES, "status: in play where no drop can make four any more")
@drawn(dead_boards(), count=len(DEAD), **TOGETHER)
def test_dead_boards(code: Code, boards: Sequence[Board]) -> Any:
    return statuses_of(code, boards)


# -- parse_move --------------------------------------------------------------------------------

ILLEGAL = ("", "pop", "x", "-1", "99", "pop -1", "pop 99", "drop 0", "0 pop", "pop x")
# However blanks and zeros are read, these name no move.
ALMOST = ("0 0", "1 0", "0.5", "0,0", "pop 0 0", "pop0,0")
# A digit to Python, but no number.
NO_NUMBER = "\N{SUPERSCRIPT TWO}"


def moves_for(board: Board) -> list[str]:
    """Every move that may be legal on a board of its size."""
    columns = range(board.num_cols)
    return [*map(str, columns), *[f"pop {col}" for col in columns]]


def texts_for(board: Board) -> list[str]:
    """The same, then texts that are no moves anywhere."""
    return [*moves_for(board), *ILLEGAL, *ALMOST, NO_NUMBER]


def parse_verdict(board: Board, got: Any, expected: Any) -> str:
    """One answer for each text."""
    return texts_verdict(texts_for(board), got, expected)


def texts_verdict(texts: Sequence[str], got: Any, expected: Any) -> str:
    """One answer for each of some texts."""
    if not is_tuple(got, len(texts)):
        return "an answer for each text is expected"
    for text, move, move_expected in zip(texts, got, expected, strict=True):
        if not same(move, move_expected):
            return f"{text!r}: {short(move)} instead of {move_expected!r}"
    return ""


def parsed(code: Code, board: Board) -> Any:
    """The question for all texts."""
    return each_of(game_of(code, board), once(board), texts_for(board))


def each_of(game: Any, state: Any, texts: Sequence[str]) -> tuple[Any, ...]:
    """The questions for some texts, of one object."""
    return tuple([game.parse_move(state, text) for text in texts])


def parse_twice_verdict(turn: Turn, got: Any, expected: Any) -> str:
    """One answer for each move before a move, and after it."""
    if not is_tuple(got, 2):
        return "answers for two states are expected"
    texts = moves_for(turn.board)
    for when, *answers in zip(("before it ends", "once it is over"), got, expected, strict=True):
        if words := texts_verdict(texts, *answers):
            return f"{when}, {words}"
    return ""


@pytest.mark.task(RULES, "parse_move: the legal moves, and None for every other text")
@drawn(
    turns((STANDARD, *SMALL), ((12, 1), (12, 3))).map(lambda t: t.board),
    count=20,
    verdict=parse_verdict,
    picture=picture_of,
    cpu_seconds=EXPENSIVE,
)
def test_parse_move(code: Code, board: Board) -> Any:
    return parsed(code, board)


@pytest.mark.task(RULES, "parse_move: None for everything once the match is over, not before")
@drawn(
    winning_pops(),
    count=6,
    verdict=parse_twice_verdict,
    picture=before_picture,
    cpu_seconds=EXPENSIVE,
)
def test_parse_after_the_end(code: Code, turn: Turn) -> Any:
    game, states = game_of(code, turn.board), map(once, (turn.board, turn.after))
    return tuple([each_of(game, state, moves_for(turn.board)) for state in states])


# All rules are one task.
OF_RULES = tuple([name for name in METHODS if name != "estimate"])


@pytest.mark.task(RULES, f"all answers {BEFORE}, about another board")
@drawn(of_popout(*OF_RULES), count=4, verdict=interleaved_verdict(*OF_RULES), **AMONG)
def test_rules_among_others(code: Code, example: Interleaved) -> Any:
    return example.asked(partial(game_of, code), OF_RULES)


# -- estimate ----------------------------------------------------------------------------------


@pytest.mark.task(ESTIMATE, "a Guess on every board with room for four")
@drawn(
    st.one_of(positions(ROOMY), st.sampled_from(ROOMY).map(lambda size: empty_board(*size))),
    count=24,
    verdict=kind_verdict,
    picture=picture_of,
    wanted=kind_wanted,
    cpu_seconds=EXPENSIVE,
)
def test_guess(code: Code, board: Board) -> Any:
    return game_of(code, board).estimate(board.state)


def again_verdict(past: Past, got: Any, expected: Any) -> str:
    """The same estimate for the same board, and the sign of those that are good for somebody."""
    words = repeated_verdict(past, got, expected)
    if words or not past.owner:
        return words
    return next(filter(None, [sign_fault(past.owner, each) for each in got[1:3]]), "")


def again_wanted(past: Past) -> str:
    """What counts in the estimates."""
    good = f"; the second and the third {sign_wanted(past.owner)} 0" if past.owner else ""
    return repeated_wanted(past) + good


@pytest.mark.task(ESTIMATE, "answers go by the arguments alone, whatever was asked before")
@drawn(
    st.one_of(pasts((STANDARD, *MIDDLE)), swaying_pasts()),
    count=9,
    verdict=again_verdict,
    wanted=again_wanted,
    cpu_seconds=EXPENSIVE,
)
def test_estimate_again(code: Code, past: Past) -> Any:
    return past.asked(partial(game_of, code), lambda g, b: g.estimate(b.fresh))


@pytest.mark.task(ESTIMATE, "answers go by the arguments alone, after any call about another board")
@drawn(
    of_popout("estimate"),
    count=4,
    verdict=estimates_again_verdict,
    wanted=estimates_again_wanted,
    **AMONG,
)
def test_estimates_among_others(code: Code, example: Interleaved) -> Any:
    return of_estimates(example, partial(game_of, code))


@pytest.mark.task(ESTIMATE, "a Guess on boards that only pops lead to, full or uneven")
@drawn(
    popped_boards(),
    count=len(ROOM_TO_POP),
    verdict=each_verdict(kind_verdict),
    wanted=kind_wanted,
    cpu_seconds=EXPENSIVE,
    alone=True,
)
def test_guesses_after_pops(code: Code, boards: Sequence[Board]) -> Any:
    return tuple([game_of(code, board).estimate(board.state) for board in boards])


@pytest.mark.task(ESTIMATE, NEW_STATES)
@drawn(opposite_runs(), count=1, **OF_SIGNS, cpu_seconds=EXPENSIVE)
def test_estimates_of_new_states(code: Code, runs: Sequence[OneRun]) -> Any:
    boards = [run.three for run in runs]
    return of_new_states(game_of(code, boards[0]).estimate, boards)


@pytest.mark.task(ESTIMATE, "an open three has its owner's sign and weighs more than an open two")
@drawn(
    firm_open_runs(),
    count=18,
    **OF_RIVALS,
    cpu_seconds=EXPENSIVE,
)
def test_open_runs(code: Code, rivals: Rivals) -> Any:
    return of_rivals(game_of(code, rivals.three), rivals)


@pytest.mark.task(ESTIMATE, "an open three along a wall, in a diagonal, or in an outer column")
@drawn(
    firm_runs_at_the_walls(),
    count=12,
    **OF_RUNS,
    cpu_seconds=EXPENSIVE,
)
def test_runs_at_the_walls(code: Code, runs: Sequence[OneRun]) -> Any:
    return tuple([of_run(game_of(code, run.three), run) for run in runs])


@pytest.mark.task(ESTIMATE, "an open three on the opponent's discs, its owner to move")
@drawn(runs_on_rivals_discs(), count=1, **OF_SIGNS, cpu_seconds=EXPENSIVE)
def test_runs_on_rivals_discs(code: Code, runs: Sequence[OneRun]) -> Any:
    return tuple([game_of(code, run.three).estimate(run.three.state) for run in runs])
