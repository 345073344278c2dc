"""Whole games, played to the end, and some searches whose leaves are written down."""

import random

from alphabeta import AlphaBeta
from connect4 import Connect4
from gametree import (
    DRAW,
    HANDOUT_BIG,
    HANDOUT_SMALL,
    IN_PLAY,
    ConnectFourGame,
    ExplicitGame,
    MiniMax,
    Over,
    Pebbles,
    Player,
    Referee,
    SearchInfo,
    Seq,
    Step,
    TreeLeaf,
    TreeNode,
    Winner,
    cfg2str,
    check_config,
)
from jamboree import Jamboree
from las import look_and_say
from lolo import alpha_beta, next_l_pos, str2cfg
from lolo import make_next_level as lolo_moves
from nim import choose_move, equal_config, less_equal, make_game_tree, make_next_level, min_max
from run import c4_hvab
from select_move import compute_move, static_evaluate

MAXIE, MINNIE = Player.MAXIE, Player.MINNIE


# Nim: the computer is asked for its moves, an opponent moves at random or as well as possible.


def play_nim(c, opponent):
    """Play to the end with the computer to move, and say whether it wins."""
    while sum(c):
        _, after = choose_move(c)
        after = tuple(after)
        assert after in [tuple(d) for d in make_next_level(c)]
        if not sum(after):
            return False
        c = opponent(after)
    return True


def at_random(seed):
    chance = random.Random(seed)
    return lambda c: tuple(chance.choice(make_next_level(c)))


def by_the_computers_own_means(c):
    return tuple(choose_move(c)[1])


def leftmost(c):
    return tuple(make_next_level(c)[0])


def test_the_computer_wins_won_games_of_nim_against_chance():
    for seed, c in enumerate([(2,), (1, 2), (1, 3), (3, 2), (2, 3, 2), (1, 1, 3)]):
        assert choose_move(c)[0] == 1
        assert play_nim(c, at_random(seed))


def test_the_computer_wins_won_games_of_nim_against_itself():
    for c in [(4,), (1, 3), (2, 3), (1, 2, 2), (1, 1, 1, 1)]:
        assert choose_move(c)[0] == 1
        assert play_nim(c, by_the_computers_own_means)


def test_the_computer_loses_lost_games_of_nim_against_itself():
    for c in [(1,), (2, 2), (3, 3), (1, 1, 1), (1, 2, 3)]:
        assert choose_move(c)[0] == 0
        assert not play_nim(c, by_the_computers_own_means)


def test_the_computer_takes_the_chance_that_a_mistake_gives():
    for c in [(2, 2), (3, 3), (1, 2, 3)]:
        assert choose_move(c)[0] == 0
        assert play_nim(c, leftmost)


def test_a_game_of_nim_becomes_smaller_with_each_move():
    chance = random.Random(3)
    c = (4, 5, 6, 7)
    while sum(c):
        after = tuple(chance.choice(make_next_level(c)))
        assert less_equal(after, c)
        assert not less_equal(c, after)
        assert not equal_config(c, after)
        assert equal_config(after, after)
        c = after
    assert make_next_level(c) == []


def walk_down(tree, values, step):
    """Play down a tree, both sides as well as they can; the values along the way."""
    seen = [values.value]
    while tree.children:
        best = max if step is Step.MAX else min
        index = best(range(len(tree.children)), key=lambda i: values.children[i].value)
        tree, values, step = tree.children[index], values.children[index], step.other
        seen.append(values.value)
    return seen


def test_the_value_of_a_tree_is_where_good_play_ends():
    for c in [(2,), (1, 2), (2, 2), (1, 1, 1), (3, 1)]:
        tree = make_game_tree(c)
        for step in Step:
            assert len(set(walk_down(tree, min_max(tree, step), step))) == 1


# Lolo: boards are printed and read back on the way.


def play_lolo(c, step, turns, choose):
    """Play some turns, and yield each configuration with the player who is to move."""
    for _ in range(turns):
        yield c, step
        if not next_l_pos(c, step):
            return
        c, step = tuple(choose(c, step)), step.other


def any_move(seed):
    chance = random.Random(seed)
    return lambda c, step: chance.choice(lolo_moves(c, step))


def best_move(c, step):
    return alpha_beta(c, 1, step)[1]


START = (0, 1, 0, 1)


def test_boards_of_a_game_of_lolo_are_legal():
    for seed in range(4):
        for c, _ in play_lolo(START, Step.MIN, 30, any_move(seed)):
            assert check_config(c)


def test_boards_of_a_game_of_lolo_can_be_typed():
    for c, _ in play_lolo(START, Step.MIN, 40, any_move(5)):
        assert tuple(str2cfg("/".join(cfg2str(c).split()))) == c


def test_only_the_players_own_l_moves():
    for c, step in play_lolo(START, Step.MIN, 30, any_move(6)):
        mine, other = (1, 0) if step is Step.MAX else (0, 1)
        for after in next_l_pos(c, step):
            assert after[mine] != c[mine]
            assert after[other] == c[other]
            assert tuple(after[2:]) == c[2:]


def test_exactly_one_square_moves():
    for c, step in play_lolo(START, Step.MIN, 15, any_move(7)):
        moves = {tuple(after) for after in lolo_moves(c, step)}
        assert len(moves) == 12 * len(next_l_pos(c, step))
        assert all((after[2] == c[2]) + (after[3] == c[3]) == 1 for after in moves)


def test_the_best_move_leaves_the_most_room():
    for c, step in play_lolo(START, Step.MAX, 10, best_move):
        if not next_l_pos(c, step):
            break
        value, move = alpha_beta(c, 1, step)
        if abs(value) < 1000:
            room = len(next_l_pos(move, Step.MAX)) - len(next_l_pos(move, Step.MIN))
            assert value == room
        else:
            assert next_l_pos(move, step.other) == []


def test_two_moves_ahead_nobody_falls_into_a_trap():
    for c, step in play_lolo(START, Step.MIN, 12, lambda c, step: alpha_beta(c, 2, step)[1]):
        value, move = alpha_beta(c, 2, step)
        if next_l_pos(move, step.other):
            assert value == alpha_beta(tuple(move), 1, step.other)[0]
        else:
            assert value == (1000 if step is Step.MAX else -1000)


def test_a_game_of_lolo_is_won_in_one_move_where_it_can_be():
    assert alpha_beta((35, 24, 3, 10), 1, Step.MIN)[0] == -1000
    value, move = alpha_beta((31, 12, 4, 1), 1, Step.MAX)
    assert value == 1000
    assert next_l_pos(move, Step.MIN) == []


# Connect 4: strategies against each other, and against chance.


def play(game, maxie, minnie):
    """The moves of a match, and how it ended."""
    state, cols = game.start, []
    while game.status(state) == IN_PLAY:
        strategy = maxie if game.player(state) is MAXIE else minnie
        cols.append(strategy(state))
        state = game.make_move(state, cols[-1])
    return cols, game.status(state)


def a_random_player(game, seed):
    chance = random.Random(seed)
    return lambda state: chance.choice(sorted(game.moves(state)))


def test_random_matches_end_on_every_grid():
    for size in [(1, 1), (2, 3), (4, 4), (5, 4), (7, 6)]:
        game = Connect4(*size)
        cols, status = play(game, a_random_player(game, 1), a_random_player(game, 2))
        assert len(cols) <= size[0] * size[1]
        assert status in (Over(DRAW), Over(Winner(MAXIE)), Over(Winner(MINNIE)))


def test_a_winner_has_made_the_last_move():
    for seed in range(8):
        game = Connect4()
        cols, status = play(game, a_random_player(game, seed), a_random_player(game, seed + 50))
        if status != Over(DRAW):
            assert status == Over(Winner(MAXIE if len(cols) % 2 else MINNIE))


def test_no_match_on_a_narrow_grid_has_a_winner():
    for size in [(3, 3), (2, 3), (3, 1)]:
        game = Connect4(*size)
        cols, status = play(game, a_random_player(game, 3), a_random_player(game, 4))
        assert (len(cols), status) == (size[0] * size[1], Over(DRAW))


def test_a_match_that_is_played_again_is_the_same():
    game = Connect4(5, 4)
    cols, status = play(game, a_random_player(game, 8), a_random_player(game, 9))
    state, states = game.start, [game.start]
    for col in cols:
        state = game.make_move(state, col)
        states.append(state)
    assert game.status(state) == status
    for before, col, after in zip(states[:-1], cols, states[1:], strict=True):
        row = game.lowest_free_row(before, col)
        assert game.make_move(before, col) == after
        assert before.board.update(col, row, after.board.sub(col, row)) == after.board


def test_the_columns_of_a_match_are_said_run_by_run():
    game = Connect4()
    cols, _ = play(game, a_random_player(game, 10), a_random_player(game, 11))
    said = look_and_say(lambda m, n: m == n, Seq.from_list(cols))
    assert [col for length, col in said for _ in range(length)] == cols


def test_alpha_beta_plays_as_minimax_does():
    for size, depth in [((4, 4), 2), ((5, 4), 3), ((7, 6), 2)]:
        game = Connect4(*size)
        pruned, full = AlphaBeta(game, depth).next_move, MiniMax(game, depth).next_move
        assert play(game, pruned, pruned) == play(game, full, full)


def test_matches_against_chance_end():
    for seed in range(3):
        game = Connect4()
        strategy, chance = AlphaBeta(game, 2).next_move, a_random_player(game, seed)
        _, status = play(game, strategy, chance)
        assert status in (Over(DRAW), Over(Winner(MAXIE)), Over(Winner(MINNIE)))


def test_alpha_beta_takes_a_win():
    game = Connect4()
    for winner, cols in [(MAXIE, [3, 0, 3, 1, 3, 6]), (MINNIE, [0, 3, 1, 3, 6, 3, 5])]:
        state = game.start
        for col in cols:
            state = game.make_move(state, col)
        state = game.make_move(state, AlphaBeta(game, 2).next_move(state))
        assert game.status(state) == Over(Winner(winner))


def test_alpha_beta_blocks():
    game = Connect4()
    state = game.start
    for col in [3, 0, 3, 1, 3]:
        state = game.make_move(state, col)
    assert AlphaBeta(game, 2).next_move(state) == 3


def test_alpha_beta_and_jamboree_win_at_pebbles():
    game = Pebbles(15)
    for depth in (1, 3, 5):
        for player in (AlphaBeta(game, depth), Jamboree(game, depth, 0.5)):
            for seed in range(3):
                taken, status = play(game, player.next_move, a_random_player(game, seed))
                assert sum(taken) == 15
                assert status == Over(Winner(MAXIE))


def test_the_referee_lets_them_play(capsys):
    game = Pebbles(9)
    Referee(game, MiniMax(game, 9), AlphaBeta(game, 9), clock=lambda: 0.0).go()
    assert capsys.readouterr().out.endswith("Game over! Minnie wins!\n")


def test_the_match_of_run_is_ready_to_be_played():
    referee = c4_hvab()
    state = referee.game.start
    assert referee.minnie.search_depth >= 1
    assert isinstance(referee.minnie, AlphaBeta)
    assert sorted(referee.game.moves(state)) == list(range(7))


# Searches of drawn trees.


class Watched(ExplicitGame):
    """An explicit game that writes down which leaves are estimated."""

    def __init__(self, tree):
        super().__init__(tree)
        self.estimated = []

    def estimate(self, state):
        self.estimated.append(state.tree.label)
        return super().estimate(state)


def test_alpha_beta_on_the_trees_of_the_pages():
    for given, depth, move, leaves in [
        (HANDOUT_SMALL, 2, 1, "cdeghik"),
        (HANDOUT_BIG, 4, 0, "efhlmq"),
    ]:
        game = Watched(given.tree)
        assert AlphaBeta(game, depth).next_move(game.start) == move
        assert game.estimated == list(leaves)


def test_jamboree_on_the_trees_of_the_pages():
    for given, depth, fraction, leaves in [
        (HANDOUT_SMALL, 2, 1.0, "cdeghik"),
        (HANDOUT_SMALL, 2, 0.5, "cdeghiklm"),
        (HANDOUT_SMALL, 2, 0.0, "cdeghiklm"),
        (HANDOUT_BIG, 4, 0.5, "efhlmq"),
    ]:
        game = Watched(given.tree)
        Jamboree(game, depth, fraction).next_move(game.start)
        assert sorted(game.estimated) == list(leaves)


def test_a_tie_is_no_improvement():
    tree = TreeNode(
        "a",
        [
            TreeNode("b", [TreeLeaf("c", 1), TreeLeaf("d", 4)]),
            TreeNode("e", [TreeLeaf("f", 1), TreeLeaf("g", 9)]),
            TreeNode("h", [TreeLeaf("i", 2), TreeLeaf("j", 2)]),
        ],
    )
    game = Watched(tree)
    assert AlphaBeta(game, 2).next_move(game.start) == 2
    assert game.estimated == list("cdfij")


def test_decided_leaves_are_not_estimated():
    tree = TreeNode(
        "a",
        [
            TreeLeaf("b", Winner(MINNIE)),
            TreeNode("c", [TreeLeaf("d", -5), TreeLeaf("e", DRAW)]),
            TreeLeaf("f", Winner(MAXIE)),
            TreeNode("g", [TreeLeaf("h", 50), TreeLeaf("i", 60)]),
        ],
    )
    for player in (AlphaBeta, lambda game, depth: Jamboree(game, depth, 1.0)):
        game = Watched(tree)
        assert player(game, 2).next_move(game.start) == 2
        assert game.estimated == list("dh")


# Connect Four of select_move: the computer plays both sides.


def self_play(level, pruning, grid=None):
    """The columns of a whole game, and what each search noted."""
    game, cols, searches = ConnectFourGame(grid, level), [], []
    while not game.is_over:
        game.search_info = SearchInfo(level)
        before = game.grid
        cols.append(compute_move(game, pruning))
        assert game.grid == before
        searches.append(game.search_info)
        game.do_move(cols[-1])
    return cols, searches, game


def test_pruning_changes_no_game():
    for level in (1, 2, 3):
        plain, pruned = self_play(level, False), self_play(level, True)
        assert plain[0] == pruned[0]
        considered = [sum(info.moves_considered for info in s) for _, s, _ in (plain, pruned)]
        assert considered[1] <= considered[0]
        assert all(info.moves_pruned == 0 for info in plain[1])


def test_the_worth_of_a_game_that_is_over():
    for level in (1, 2):
        _, _, game = self_play(level, True)
        assert static_evaluate(game) == {"X": 512, "O": -512, None: 0}[game.winner]


def test_no_search_goes_deeper_than_the_level():
    for level in (1, 2, 3):
        game = ConnectFourGame(level=level)
        for _ in range(4):
            game.search_info = SearchInfo(level)
            game.do_move(compute_move(game))
            info = game.search_info
            assert info.depth_reached == level
            assert set(info.branching_factors) == {7}


def test_the_computer_plays_through_the_library():
    game = ConnectFourGame(level=2)
    game.quiet = True
    while not game.is_over:
        game.play(None, compute_move)
    assert game.winner is None or abs(static_evaluate(game)) == 512


def test_the_computer_wins_at_once_where_it_can():
    won_by_x = ["_" * 7] * 4 + ["OOO____", "XXX____"]
    won_by_o = ["_" * 7] * 4 + ["X__X___", "XOOO__X"]
    for rows, columns in ((won_by_x, [3]), (won_by_o, [4])):
        for level in (1, 2):
            game = ConnectFourGame(rows, level)
            assert compute_move(game) in columns
            game.do_move(columns[0])
            assert game.is_over
