"""PopOut: the example of CMU 2012, the rulings, and a plain second implementation."""

import functools
from dataclasses import dataclass

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from alphabeta import AlphaBeta
from checks import test_popout as public
from gametree import (
    DRAW,
    EMPTY,
    IN_PLAY,
    C4State,
    Definitely,
    Drop,
    Filled,
    Matrix,
    Over,
    Player,
    Pop,
    Position,
    Winner,
)
from popout import PopOut, pop_points
from tests.plain_connect4 import Board, columns, disc_of, drop, has_four, pop

repeatable = settings(derandomize=True, deadline=None, max_examples=60)

LETTERS: dict[str, Position] = {"X": Filled(Player.MAXIE), "O": Filled(Player.MINNIE)}


def state_of(rows: list[str], player: Player) -> C4State:
    """A state from the rows of its whole board, the top row first."""
    bottom_up = rows[::-1]

    def position(x: int, y: int) -> Position:
        return LETTERS.get(bottom_up[y][x], EMPTY)

    return C4State(Matrix.tabulate(position, len(rows[0]), len(rows)), player)


def game_on(state: C4State) -> PopOut:
    return PopOut(state.board.num_cols, state.board.num_rows)


# CMU 2012 section 6.1: no board of a real match, as the text says.
EXAMPLE = state_of([".......", ".......", ".......", "X......", "OXXX...", "XOOXXO."], Player.MAXIE)


def test_in_the_example_maxie_pops_column_0_and_wins() -> None:
    """CMU 2012 section 6.1."""
    game = game_on(EXAMPLE)
    assert game.status(EXAMPLE) == IN_PLAY
    assert Pop(0) in game.moves(EXAMPLE).to_list()
    assert game.status(game.make_move(EXAMPLE, Pop(0))) == Over(Winner(Player.MAXIE))


def test_the_default_board_is_7_by_6() -> None:
    board = PopOut().start.board
    assert (board.num_cols, board.num_rows) == (7, 6)


# --- The rules against a plain implementation ---


@repeatable
@given(size=st.tuples(st.integers(1, 5), st.integers(1, 5)), data=st.data())
def test_any_match_goes_as_in_a_plain_implementation(
    size: tuple[int, int], data: st.DataObject
) -> None:
    """Board, turn, moves and status of every state along random matches of up to 40 moves."""
    num_cols, num_rows = size
    game = PopOut(num_cols, num_rows)
    state = game.start
    board: Board = ("",) * num_cols
    player = Player.MAXIE
    for _ in range(40):
        assert (columns(state), game.player(state)) == (board, player)
        drops = [Drop(col) for col in range(num_cols) if len(board[col]) < num_rows]
        pops = [Pop(col) for col in range(num_cols) if board[col].startswith(disc_of(player))]
        fours = [p for p in (player.other, player) if has_four(board, disc_of(p))]
        if fours:
            assert game.status(state) == Over(Winner(fours[0]))
            return
        if not drops + pops:
            assert game.status(state) == Over(DRAW)
            return
        assert game.status(state) == IN_PLAY
        assert set(game.moves(state)) == {*drops, *pops}
        assert len(game.moves(state)) == len(drops) + len(pops)
        move = data.draw(st.sampled_from(drops + pops))
        state, old = game.make_move(state, move), state
        assert columns(old) == board
        match move:
            case Drop(col):
                board = drop(board, col, disc_of(player))
            case Pop(col):
                board = pop(board, col)
        player = player.other


@dataclass(frozen=True)
class Plain:
    """A position of the plain implementation, on boards of so many rows."""

    board: Board
    player: Player
    num_rows: int

    @property
    def winner(self) -> Player | None:
        """Who has four; where both have, the one who has just moved."""
        both = (self.player.other, self.player)
        return next((p for p in both if has_four(self.board, disc_of(p))), None)

    def after(self) -> dict[Drop | Pop, "Plain"]:
        """What each legal move leads to."""
        disc, other = disc_of(self.player), self.player.other
        boards: dict[Drop | Pop, Board] = {}
        for col, discs in enumerate(self.board):
            if len(discs) < self.num_rows:
                boards[Drop(col)] = drop(self.board, col, disc)
            if discs.startswith(disc):
                boards[Pop(col)] = pop(self.board, col)
        return {move: Plain(board, other, self.num_rows) for move, board in boards.items()}


@pytest.mark.parametrize(("num_cols", "num_rows"), [(1, 5), (2, 3), (5, 1), (3, 2), (4, 2)])
def test_every_position_that_legal_play_reaches_on_a_tiny_board_is_judged_alike(
    num_cols: int, num_rows: int
) -> None:
    """Status, moves and what they lead to, of all positions; the two meet all of each other's."""
    game = PopOut(num_cols, num_rows)
    waiting = [(game.start, Plain(("",) * num_cols, Player.MAXIE, num_rows))]
    known: dict[C4State, Plain] = {}
    while waiting:
        state, plain = waiting.pop()
        assert (columns(state), state.player) == (plain.board, plain.player)
        known[state] = plain
        after = plain.after()
        if plain.winner is not None:
            assert game.status(state) == Over(Winner(plain.winner))
        elif not after:
            assert game.status(state) == Over(DRAW)
        else:
            assert game.status(state) == IN_PLAY
            assert {m: columns(game.make_move(state, m)) for m in game.moves(state)} == {
                move: below.board for move, below in after.items()
            }
            reached = [(game.make_move(state, move), below) for move, below in after.items()]
            waiting += [pair for pair in reached if pair[0] not in known]
    assert len(known) == len(set(known.values()))
    assert any(plain.winner for plain in known.values()) == (max(num_cols, num_rows) >= 4)


def sign(player: Player) -> int:
    return 1 if player is Player.MAXIE else -1


@functools.cache
def forced(position: Plain, depth: int) -> int:
    """Whose win is forced within so many moves: 1 Maxie's, -1 Minnie's, 0 nobody's."""
    if position.winner is not None:
        return sign(position.winner)
    mine = sign(position.player)
    below = position.after().values() if depth > 0 else ()
    return mine * max((mine * forced(each, depth - 1) for each in below), default=0)


@pytest.mark.parametrize(("num_cols", "num_rows", "depth"), [(4, 2, 4), (2, 4, 5), (5, 1, 6)])
def test_alpha_beta_finds_the_wins_that_a_plain_solver_finds(
    num_cols: int, num_rows: int, depth: int
) -> None:
    """After every first move and answer on small boards."""
    game = PopOut(num_cols, num_rows)
    start = Plain(("",) * num_cols, Player.MAXIE, num_rows)
    for first, plain in start.after().items():
        for second, position in plain.after().items():
            state = game.make_move(game.make_move(game.start, first), second)
            match AlphaBeta(game, depth).best_edge(state).est:
                case Definitely(Winner(player)):
                    assert forced(position, depth) == sign(player)
                case _:
                    assert forced(position, depth) == 0


# --- The rulings ---


def test_where_a_pop_makes_four_for_both_the_player_who_popped_wins() -> None:
    before = ["X......", "OXXX...", "XOOO..."]
    for player in Player:
        swap = str.maketrans("XO", "XO" if player is Player.MAXIE else "OX")
        state = state_of([row.translate(swap) for row in before], player)
        game = game_on(state)
        assert game.status(state) == IN_PLAY
        assert game.status(game.make_move(state, Pop(0))) == Over(Winner(player))


def test_a_pop_can_make_four_for_the_opponent_alone_who_then_wins() -> None:
    state = state_of(["O......", "XOOO..."], Player.MAXIE)
    game = game_on(state)
    assert game.status(state) == IN_PLAY
    assert game.status(game.make_move(state, Pop(0))) == Over(Winner(Player.MINNIE))


def test_a_full_board_goes_on_while_the_player_to_move_owns_a_bottom_disc() -> None:
    rows = ["OO", "XO"]
    game = PopOut(2, 2)
    assert game.status(state_of(rows, Player.MAXIE)) == IN_PLAY
    assert game.moves(state_of(rows, Player.MAXIE)).to_list() == [Pop(0)]


def test_without_a_legal_move_it_is_a_draw() -> None:
    assert PopOut(2, 2).status(state_of(["OO", "XX"], Player.MINNIE)) == Over(DRAW)


def test_four_in_a_line_outrank_the_want_of_a_move() -> None:
    state = state_of(["OOXO", "XXXX"], Player.MINNIE)
    assert PopOut(4, 2).status(state) == Over(Winner(Player.MAXIE))


def test_an_opponents_disc_and_an_empty_column_cannot_be_popped() -> None:
    game = PopOut(2, 2)
    state = game.make_move(game.start, Drop(0))
    for col in range(2):
        with pytest.raises(ValueError, match=f"Minnie has no disc at the bottom of column {col}"):
            game.make_move(state, Pop(col))


MATCHES = {
    "EXAMPLE": "3 1 1 2 2 5 0 0 0 6 3 pop6 4 6",
    "TWO_AND_ONE": "0 1 1 0",
    "FOUR_FOR_BOTH": "0 1 1 2 2 3 3 0 4 4 0 4",
    "FOUR_FOR_MINNIE": "0 1 1 2 2 3 4 0",
    "FULL_IN_PLAY": "0 0 1 1",
    "STUCK": "0 0 0",
    "FOUR_AND_STUCK": "0 1 2 3 4 pop1 1 pop3 3",
    "THREE": "2 0 3 6 4",
    "MINNIES_THREE": "0 2 6 4 4 3",
}


@pytest.mark.parametrize("name", MATCHES)
def test_matches_lead_to_the_states_that_public_checks_ask_about(name: str) -> None:
    """The discs alone tell whose turn it is, so that code may go by their number."""
    wanted: C4State = getattr(public, name)
    game = game_on(wanted)
    state = game.start
    for move in MATCHES[name].split():
        assert game.status(state) == IN_PLAY
        made = Pop(int(move[3:])) if move.startswith("pop") else Drop(int(move))
        assert made in game.moves(state).to_list()
        state = game.make_move(state, made)
    assert state == wanted


def test_the_public_checks_ask_about_no_other_states() -> None:
    states = {name for name, value in vars(public).items() if isinstance(value, C4State)}
    assert states - {"AFTER_POP"} == set(MATCHES)


# --- The estimator ---


def test_the_estimator_counts_pops_that_win() -> None:
    """One of Maxie's pops in the example wins, and none of Minnie's; as much as a run of three."""
    assert pop_points(EXAMPLE.board, Player.MAXIE) == 64
    assert pop_points(EXAMPLE.board, Player.MINNIE) == 0


def test_the_estimator_has_the_sign_of_the_owner_whoever_is_to_move() -> None:
    rows = ["...O...", "O.XXX.O"]
    for player in Player:
        mine = state_of(rows, player)
        theirs = state_of([row.translate(str.maketrans("XO", "OX")) for row in rows], player)
        estimate = game_on(mine).estimate
        assert estimate(mine).value > 0
        assert estimate(theirs).value == -estimate(mine).value


# --- Given: parsing and printing ---


def test_legal_moves_are_parsed_as_printed_and_nothing_else() -> None:
    game = PopOut(2, 1)
    state = game.make_move(game.make_move(game.start, Drop(0)), Drop(1))
    assert game.parse_move(game.start, "1") == Drop(1)
    texts = ["0", "pop 0", "pop 1", "pop 2", "pop", "pop  0", "POP 0", "pop 00", "", "2", "-1"]
    assert [game.parse_move(state, text) for text in texts] == [None, Pop(0)] + [None] * 9


def test_nothing_is_legal_when_the_game_is_over() -> None:
    game = PopOut()
    state = game.start
    for col in (0, 1, 0, 1, 0, 1, 0):
        state = game.make_move(state, Drop(col))
    assert game.status(state) == Over(Winner(Player.MAXIE))
    assert [game.parse_move(state, text) for text in ("3", "pop 1")] == [None, None]


def test_boards_without_columns_or_rows_are_refused() -> None:
    with pytest.raises(ValueError, match="at least 1 column and 1 row, got 7 x 0"):
        PopOut(7, 0)
