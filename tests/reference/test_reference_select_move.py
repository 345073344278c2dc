"""The Connect Four move generator: CS 182, figures by hand, and a search from the definition."""

from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import select_move
from gametree import ConnectFourGame, SearchInfo

# CS 182, section 2.2 and section 3.1, with the letter O for the zero that is printed there.
SECTION_2_2 = [[], [], [], [], list("X__O_XO"), list("X_OXOXO")]
SECTION_3_1 = ["___XOX_", "OXXOOXO", "OOXXOOX", "OXOOXXO", "XOXXXOX", "XOXOXOX"]

GAMES = st.lists(st.integers(0, 6), max_size=41)


def played(columns, level=4):
    """The game after the moves that are legal, stopping where it is over."""
    game = ConnectFourGame(level=level)
    for col in columns:
        if not game.is_over and col in game.list_legal_moves():
            game.do_move(col)
    return game


def unfinished(columns, level):
    """As `played`, with the last move taken back where it ended the game."""
    game = played(columns, level)
    if game.is_over:
        game.undo_move()
    return game


def segments_by_windows(grid):
    """The tokens of each segment, from windows of four by one, one by four and four by four."""
    rows = ["".join(row) for row in grid]
    flat = [row[i : i + 4] for row in rows for i in range(4)]
    upright = ["".join(col)[i : i + 4] for col in zip(*rows, strict=True) for i in range(3)]
    squares = [[row[i : i + 4] for row in rows[j : j + 4]] for i in range(4) for j in range(3)]
    falling = ["".join(square[i][i] for i in range(4)) for square in squares]
    rising = ["".join(square[i][3 - i] for i in range(4)) for square in squares]
    return flat + upright + falling + rising


def rule_of_section_3_2(game):
    """The static evaluation, written as the table of CS 182 is."""
    tokens = segments_by_windows(game.grid)
    if "XXXX" in tokens:
        return 512
    if "OOOO" in tokens:
        return -512
    if "_" not in game.grid[0]:
        return 0
    table = {"OOO": -50, "OO": -10, "O": -1, "": 0, "X": 1, "XX": 10, "XXX": 50}
    bonus = {"X": 16, "O": -16}[game.next_turn]
    return bonus + sum(table.get(segment.replace("_", ""), 0) for segment in tokens)


class PlainSearch:
    """Minimax from the definition, with the figures of CS 182 sections 3.3 and 3.4.

    `cut` says whether the search stops at a node whose value reaches a bound of any ancestor;
    the bounds are kept as lists of the values of all ancestors, not as alpha and beta.
    """

    def __init__(self, game, cut):
        self.game, self.cut = game, cut
        self.info = SearchInfo(game.level)

    def value(self, depth, of_x, of_o):
        if depth:
            self.info.moves_considered += 1
            self.info.depth_reached = max(self.info.depth_reached, depth)
        moves = self.game.list_legal_moves()
        if depth == self.game.level or self.game.winner or not moves:
            return rule_of_section_3_2(self.game), None
        self.info.branching_factors.append(len(moves))
        return self.best_of(moves, depth, of_x, of_o)

    def best_of(self, moves, depth, of_x, of_o):
        is_x = self.game.next_turn == "X"
        values = []
        for col in moves:
            so_far = [(max if is_x else min)(values)] if values else []
            if self.cut and values and self.reaches(so_far[0], is_x, of_x, of_o):
                self.info.moves_pruned += len(moves) - len(values)
                break
            self.game.do_move(col)
            x_bounds, o_bounds = (of_x + so_far, of_o) if is_x else (of_x, of_o + so_far)
            values.append(self.value(depth + 1, x_bounds, o_bounds)[0])
            self.game.undo_move()
        best = max(values) if is_x else min(values)
        return best, moves[values.index(best)]

    @staticmethod
    def reaches(value, is_x, of_x, of_o):
        return any(value >= bound for bound in of_o) if is_x else any(value <= b for b in of_x)


def sorted_figures(info):
    """The figures of a search; the order of the branching factors is free."""
    return (
        *(info.moves_considered, info.moves_pruned, info.depth_reached),
        sorted(info.branching_factors),
    )


def test_there_are_69_segments_of_four_slots_in_a_line():
    steps = {
        tuple((b[0] - a[0], b[1] - a[1]) for a, b in pairwise(segment))
        for segment in select_move.SEGMENTS
    }
    assert len({frozenset(segment) for segment in select_move.SEGMENTS}) == 69
    assert steps == {((0, 1),) * 3, ((1, 0),) * 3, ((1, 1),) * 3, ((1, -1),) * 3}


@pytest.mark.parametrize("segment", select_move.SEGMENTS)
def test_each_segment_full_of_one_player_is_a_win(segment):
    for player, value in (("X", 512), ("O", -512)):
        grid = [[player if (row, col) in segment else "_" for col in range(7)] for row in range(6)]
        assert select_move.static_evaluate(GridAlone(grid)) == value


class GridAlone:
    """A grid that no play leads to: tokens hang in the air, so that one segment is seen alone."""

    def __init__(self, rows):
        self.grid = tuple(map(tuple, rows))
        self.next_turn = "X"

    def list_legal_moves(self):
        return [col for col in range(7) if self.grid[0][col] == "_"]


@pytest.mark.parametrize(
    ("tokens", "value"),
    [
        *(("___", 0), ("X__", 1), ("XX_", 10), ("XXX", 50)),
        *(("O__", -1), ("OO_", -10), ("OOO", -50)),
        *(("XO_", 0), ("XXO", 0), ("XOO", 0)),
    ],
)
def test_a_segment_counts_by_the_table_of_section_3_2(tokens, value):
    assert select_move._segment_value(tokens.count("X"), tokens.count("O")) == value


def test_the_empty_grid_is_worth_the_move_bonus_of_x():
    assert select_move.static_evaluate(ConnectFourGame()) == 16


@pytest.mark.parametrize(("col", "segments"), [(0, 3), (1, 4), (2, 5), (3, 7), (4, 5), (6, 3)])
def test_one_token_on_the_bottom_counts_its_segments_and_the_bonus_of_o(col, segments):
    """Counted by hand: one upright, one or two diagonal, and one to four flat ones."""
    assert select_move.static_evaluate(played([col])) == segments - 16


def test_a_full_grid_without_four_is_worth_0():
    rows = ["XXOXXOX", "OOXOOXO", "XXOXXOX", "OOXOOXO", "XXOXXOX", "OOXOOXO"]
    game = ConnectFourGame(rows)
    assert game.list_legal_moves() == []
    assert select_move.static_evaluate(game) == 0


@given(GAMES)
@settings(derandomize=True, max_examples=200, deadline=None)
def test_static_evaluate_follows_the_rule_of_section_3_2_and_leaves_the_game_alone(columns):
    game = played(columns)
    grid = game.grid
    assert select_move.static_evaluate(game) == rule_of_section_3_2(game)
    assert game.grid == grid


@pytest.mark.parametrize(("first", "others"), [(2, [0, 1, 6]), (0, [1, 2, 6])])
def test_the_legal_moves_of_section_3_1(first, others):
    game = ConnectFourGame(SECTION_3_1)
    assert game.next_turn == "X"
    game.do_move(first)
    assert game.list_legal_moves() == others


@pytest.mark.parametrize(("moves", "value"), [([2, 0], -512), ([2, 1, 0, 6], 0), ([2, 6, 1], 512)])
def test_the_three_replies_to_column_2_of_section_3_1(moves, value):
    """After X in column 2: O wins in 0; in 1 then X in 0 leads to a draw; after 6, X wins in 1."""
    game = ConnectFourGame(SECTION_3_1)
    for col in moves:
        assert not game.is_over
        game.do_move(col)
    assert game.is_over
    assert select_move.static_evaluate(game) == value


@pytest.mark.parametrize("alpha_beta", [True, False])
def test_x_keeps_out_of_column_2_in_section_3_1(alpha_beta):
    game = ConnectFourGame(SECTION_3_1, level=4)
    assert (
        select_move.compute_move(game, alpha_beta)
        == PlainSearch(game, cut=False).value(0, [], [])[1]
    )
    assert select_move.compute_move(game, alpha_beta) != 2


def test_a_tie_goes_to_the_left():
    """Two columns complete a four of X: 0 on the left side of three tokens and 4 on the right."""
    game = ConnectFourGame([[], [], [], [], list("_OOO___"), list("_XXX___")], level=1)
    assert select_move.compute_move(game) == 0


def test_two_plies_from_the_empty_grid_look_at_7_moves_and_7_replies_to_each():
    game = ConnectFourGame(level=2)
    select_move.compute_move(game, alpha_beta=False)
    assert sorted_figures(game.search_info) == (56, 0, 2, [7] * 8)


def test_two_plies_with_pruning_look_at_or_prune_each_of_the_56_moves():
    """Only replies are pruned, so each move that was pruned is one that was not considered."""
    game = ConnectFourGame(level=2)
    select_move.compute_move(game)
    info = game.search_info
    assert info.moves_considered + info.moves_pruned == 56
    assert info.moves_pruned > 0
    assert info.branching_factors == [7] * 8


@given(GAMES, st.integers(1, 3), st.booleans())
@settings(derandomize=True, max_examples=120, deadline=None)
def test_move_and_figures_are_those_of_a_search_from_the_definition(columns, level, alpha_beta):
    game = unfinished(columns, level)
    plain = PlainSearch(unfinished(columns, level), alpha_beta)
    _, move = plain.value(0, [], [])
    before = game.grid
    assert select_move.compute_move(game, alpha_beta) == move
    assert sorted_figures(game.search_info) == sorted_figures(plain.info)
    assert game.grid == before


@given(GAMES, st.integers(1, 4))
@settings(derandomize=True, max_examples=25, deadline=None)
def test_pruning_changes_the_work_and_not_the_move(columns, level):
    pruned, full = unfinished(columns, level), unfinished(columns, level)
    assert select_move.compute_move(pruned) == select_move.compute_move(full, alpha_beta=False)
    assert pruned.search_info.moves_considered <= full.search_info.moves_considered
    assert full.search_info.moves_pruned == 0


def test_a_won_position_is_a_leaf_and_a_search_may_end_before_its_depth():
    """The last two slots of section 3.1 after 2 and 1: the search of 9 plies looks at few nodes."""
    game = ConnectFourGame(SECTION_3_1, level=9)
    for col in (2, 1):
        game.do_move(col)
    assert select_move.compute_move(game, alpha_beta=False) == 0
    assert game.search_info.depth_reached == 2
    assert sorted(game.search_info.branching_factors) == [1, 1, 2]


def test_section_2_2_gives_a_legal_move_at_its_level():
    game = ConnectFourGame(SECTION_2_2, level=3)
    _, expected = PlainSearch(game, cut=False).value(0, [], [])
    assert select_move.compute_move(game) == expected
    assert game.search_info.depth_reached == 3
