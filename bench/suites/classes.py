"""Test cases in classes, each with what its tests need made in setUp."""

import unittest
from collections import Counter
from operator import eq

from alphabeta import AlphaBeta
from connect4 import Connect4
from gametree import (
    DRAW,
    HANDOUT_BIG,
    HANDOUT_SMALL,
    IN_PLAY,
    L_POSITIONS,
    PARENT_PRUNE,
    PRUNED,
    SQUARE_POSITIONS,
    BestEdge,
    ConnectFourGame,
    Definitely,
    ExplicitGame,
    ExplicitState,
    Filled,
    Guess,
    HumanPlayer,
    Over,
    Player,
    Seq,
    Step,
    Tree,
    TreeLeaf,
    TreeNode,
    Winner,
    cfg2str,
    est_compare,
)
from jamboree import Jamboree
from las import look_and_say
from lolo import alpha_beta, lookup_pos, next_l_pos, str2cfg
from lolo import make_next_level as lolo_level
from nim import (
    choose_move,
    equal_config,
    greater_equal,
    less_equal,
    make_game_tree,
    make_next_level,
    min_max,
)
from run import c4_hvab
from select_move import compute_move, static_evaluate

MAXIE, MINNIE = Player.MAXIE, Player.MINNIE


def edge(value, move=0):
    return BestEdge(move, Guess(value))


class LabelledGame(ExplicitGame):
    """An explicit game that keeps the labels of its estimated leaves as one text."""

    def __init__(self, tree):
        super().__init__(tree)
        self.labels = ""

    def estimate(self, state):
        self.labels += state.tree.label
        return super().estimate(state)


class LookAndSayTest(unittest.TestCase):
    def setUp(self):
        self.asked = 0

    def same_letter(self, x, y):
        self.asked += 1
        return x.lower() == y.lower()

    def say(self, text):
        said = look_and_say(self.same_letter, Seq.from_list(text))
        return [(length, letter.lower()) for length, letter in said]

    def test_short_texts(self):
        for text, runs in [
            ("", []),
            ("a", [(1, "a")]),
            ("aAa", [(3, "a")]),
            ("ab", [(1, "a"), (1, "b")]),
            ("aabA", [(2, "a"), (1, "b"), (1, "a")]),
        ]:
            with self.subTest(text=text):
                self.assertEqual(self.say(text), runs)

    def test_equality_is_not_asked_too_often(self):
        for text in ("abc" * 20, "a" * 60, "aabb" * 15):
            with self.subTest(text=text):
                self.asked = 0
                self.say(text)
                self.assertLessEqual(self.asked, 2 * len(text))

    def test_the_result_is_a_sequence_of_pairs(self):
        self.assertEqual(look_and_say(eq, Seq.of(7, 7, 8)), Seq.of((2, 7), (1, 8)))


class ConnectFourCase(unittest.TestCase):
    """What the tests of Connect 4 have in common; it has no tests itself."""

    num_cols, num_rows = 7, 6

    def setUp(self):
        self.game = Connect4(self.num_cols, self.num_rows)

    def after(self, cols):
        state = self.game.start
        for col in cols:
            state = self.game.make_move(state, int(col))
        return state

    def assert_wins(self, cols, winner):
        self.assertEqual(self.game.status(self.after(cols[:-1])), IN_PLAY)
        self.assertEqual(self.game.status(self.after(cols)), Over(Winner(winner)))


class UsualGridTest(ConnectFourCase):
    def test_the_start(self):
        self.assertEqual(self.game.player(self.game.start), MAXIE)
        self.assertEqual(sorted(self.game.moves(self.game.start)), list(range(7)))
        self.assertEqual(self.game.status(self.game.start), IN_PLAY)

    def test_players_take_turns(self):
        for moves in range(6):
            with self.subTest(moves=moves):
                state = self.after("333333"[:moves])
                self.assertEqual(self.game.player(state), MINNIE if moves % 2 else MAXIE)

    def test_a_column_fills_up(self):
        for moves in range(7):
            with self.subTest(moves=moves):
                row = self.game.lowest_free_row(self.after("4" * moves), 4)
                self.assertEqual(row, None if moves == 6 else moves)

    def test_a_full_column_is_no_move(self):
        self.assertEqual(sorted(self.game.moves(self.after("444444"))), [0, 1, 2, 3, 5, 6])

    def test_a_move_makes_a_new_state(self):
        before = self.after("34")
        after = self.game.make_move(before, 4)
        self.assertEqual(before, self.after("34"))
        self.assertEqual(after.board, before.board.update(4, 1, Filled(MAXIE)))
        self.assertEqual(after.player, MINNIE)

    def test_wins_of_both(self):
        for cols, winner in [
            ("2233445", MAXIE),
            ("5544332", MAXIE),
            ("02233445", MINNIE),
            ("1616161", MAXIE),
            ("25252535", MINNIE),
            ("23345445055", MAXIE),
            ("43321221611", MAXIE),
        ]:
            with self.subTest(cols=cols):
                self.assert_wins(cols, winner)

    def test_the_estimate_is_for_the_owner_of_the_run(self):
        for run, shorter, sign in [("20364", "203", 1), ("026334", "0263", -1)]:
            with self.subTest(run=run):
                longer = sign * self.game.estimate(self.after(run)).value
                self.assertGreater(longer, 0)
                self.assertGreater(longer, sign * self.game.estimate(self.after(shorter)).value)


class SmallGridTest(ConnectFourCase):
    num_cols, num_rows = 3, 2

    def test_a_full_grid_is_a_draw(self):
        self.assertEqual(self.game.status(self.after("00112")), IN_PLAY)
        self.assertEqual(self.game.status(self.after("001122")), Over(DRAW))

    def test_rows_and_moves(self):
        state = self.after("001")
        rows = [self.game.lowest_free_row(state, col) for col in range(3)]
        self.assertEqual(rows, [None, 1, 0])
        self.assertEqual(sorted(self.game.moves(state)), [1, 2])


class BoundsTest(unittest.TestCase):
    def setUp(self):
        tree = TreeNode("a", [TreeLeaf("b", 3), TreeLeaf("c", 5)])
        self.maxies, self.minnies = ExplicitState(tree, MAXIE), ExplicitState(tree, MINNIE)
        self.strategies = (
            AlphaBeta(LabelledGame(tree), 1),
            Jamboree(LabelledGame(tree), 1, 0.5),
        )
        self.bounds = edge(2), edge(6)

    def test_update_ab(self):
        alpha, beta = self.bounds
        for strategy in self.strategies:
            for state, value, new in [
                (self.maxies, edge(4), (edge(4), beta)),
                (self.maxies, edge(1), (alpha, beta)),
                (self.maxies, PRUNED, (alpha, beta)),
                (self.minnies, edge(4), (alpha, edge(4))),
                (self.minnies, edge(9), (alpha, beta)),
                (self.minnies, PRUNED, (alpha, beta)),
            ]:
                with self.subTest(strategy=type(strategy), state=state, value=value):
                    self.assertEqual(strategy.update_ab(state, self.bounds, value), new)

    def test_value_for(self):
        for strategy in self.strategies:
            self.assertEqual(strategy.value_for(self.maxies, self.bounds), edge(2))
            self.assertEqual(strategy.value_for(self.minnies, self.bounds), edge(6))

    def test_check_bounds(self):
        for strategy in self.strategies:
            for value, for_maxie, for_minnie in [
                (1, PARENT_PRUNE, PRUNED),
                (2, PARENT_PRUNE, PRUNED),
                (3, edge(3, 8), edge(3, 8)),
                (6, PRUNED, PARENT_PRUNE),
                (7, PRUNED, PARENT_PRUNE),
            ]:
                with self.subTest(strategy=type(strategy), value=value):
                    for state, result in ((self.maxies, for_maxie), (self.minnies, for_minnie)):
                        found = strategy.check_bounds(self.bounds, state, 8, Guess(value))
                        self.assertEqual(found, result)

    def test_sure_outcomes_are_out_of_most_bounds(self):
        for strategy in self.strategies:
            win, loss = Definitely(Winner(MAXIE)), Definitely(Winner(MINNIE))
            self.assertIs(strategy.check_bounds(self.bounds, self.maxies, 8, win), PRUNED)
            self.assertIs(strategy.check_bounds(self.bounds, self.minnies, 8, win), PARENT_PRUNE)
            self.assertIs(strategy.check_bounds(self.bounds, self.maxies, 8, loss), PARENT_PRUNE)
            self.assertIs(strategy.check_bounds(self.bounds, self.minnies, 8, loss), PRUNED)
            found = strategy.check_bounds((PRUNED, PRUNED), self.maxies, 8, win)
            self.assertEqual(found, BestEdge(8, win))


class SearchTest(unittest.TestCase):
    def setUp(self):
        self.tree = TreeNode(
            "r",
            [
                TreeNode("p", [TreeLeaf("a", 4), TreeLeaf("b", 2), TreeLeaf("c", 7)]),
                TreeNode("q", [TreeLeaf("d", 9), TreeLeaf("e", 2), TreeLeaf("f", 8)]),
                TreeNode("s", [TreeLeaf("g", 3), TreeLeaf("h", DRAW), TreeLeaf("i", 6)]),
                TreeNode("t", [TreeLeaf("j", 5), TreeLeaf("k", 4), TreeLeaf("l", 3)]),
            ],
        )
        self.game = LabelledGame(self.tree)
        self.start = self.game.start

    def test_alpha_beta(self):
        self.assertEqual(AlphaBeta(self.game, 2).next_move(self.start), 3)
        self.assertEqual(self.game.labels, "abcdegjkl")

    def test_jamboree(self):
        for fraction, leaves in [(1.0, "abcdegjkl"), (0.0, "abcdefgijkl"), (0.5, "abcdefgijkl")]:
            with self.subTest(fraction=fraction):
                game = LabelledGame(self.tree)
                self.assertEqual(Jamboree(game, 2, fraction).next_move(self.start), 3)
                self.assertEqual(Counter(game.labels), Counter(leaves))

    def test_the_bound_that_came_in_is_a_candidate(self):
        minnies, bound = self.game.make_move(self.start, 1), edge(1)
        strategy = AlphaBeta(self.game, 2)
        self.assertEqual(strategy.search(1, (PRUNED, bound), minnies, Seq.of(0, 1, 2)), bound)
        self.assertIs(strategy.evaluate(1, (PRUNED, bound), minnies, 1), PARENT_PRUNE)

    def test_a_decided_leaf_is_worth_its_outcome(self):
        minnies = self.game.make_move(self.start, 2)
        for strategy in (AlphaBeta(self.game, 2), Jamboree(self.game, 2, 0.5)):
            result = strategy.evaluate(1, (PRUNED, PRUNED), minnies, 2)
            self.assertEqual(result.move, 2)
            self.assertEqual(est_compare(result.est, Definitely(DRAW)), 0)

    def test_the_trees_of_the_pages(self):
        for given, depth, move, leaves in [
            (HANDOUT_SMALL, 2, 1, "cdeghik"),
            (HANDOUT_BIG, 4, 0, "efhlmq"),
        ]:
            with self.subTest(leaves=leaves):
                game = LabelledGame(given.tree)
                self.assertEqual(AlphaBeta(game, depth).next_move(game.start), move)
                self.assertEqual(game.labels, leaves)


class NimTest(unittest.TestCase):
    def setUp(self):
        self.in_order = [(0, 0, 3), (0, 2, 0), (1, 0, 0), (1, 0, 1), (1, 1, 0), (12, 0, 0)]

    def test_the_order(self):
        for i, c in enumerate(self.in_order):
            for j, d in enumerate(self.in_order):
                with self.subTest(c=c, d=d):
                    self.assertEqual(less_equal(c, d), i <= j)
                    self.assertEqual(greater_equal(c, d), i >= j)
                    self.assertEqual(equal_config(c, d), i == j)

    def test_moves(self):
        for c, level in [
            ((), []),
            ((0, 0), []),
            ((3,), [(0,), (1,), (2,)]),
            ((2, 1), [(0, 1), (1, 1), (2, 0)]),
        ]:
            with self.subTest(c=c):
                self.assertEqual([tuple(d) for d in make_next_level(c)], level)

    def test_trees(self):
        none = Tree((0, 0))
        expected = Tree((1, 1), [Tree((0, 1), [none]), Tree((1, 0), [none])])
        self.assertEqual(make_game_tree((1, 1)), expected)
        self.assertEqual(make_game_tree((0, 0)), none)

    def test_values(self):
        tree = make_game_tree((2,))
        for step, values in [
            (Step.MAX, Tree(1, [Tree(0), Tree(1, [Tree(1)])])),
            (Step.MIN, Tree(0, [Tree(1), Tree(0, [Tree(0)])])),
        ]:
            with self.subTest(step=step):
                self.assertEqual(min_max(tree, step), values)

    def test_choices(self):
        for c, value, move in [
            ((1,), 0, (0,)),
            ((5,), 1, (1,)),
            ((3, 3), 0, (0, 3)),
            ((2, 0, 1), 1, (0, 0, 1)),
            ((2, 3, 4), 1, (2, 3, 1)),
        ]:
            with self.subTest(c=c):
                found, chosen = choose_move(c)
                self.assertEqual((found, tuple(chosen)), (value, move))


class LoloTest(unittest.TestCase):
    def setUp(self):
        self.start = (0, 1, 0, 1)
        self.red_has_lost = (31, 38, 5, 1)
        self.green_has_lost = (35, 24, 3, 10)

    def assert_not_recognized(self, function, *arguments):
        with self.assertRaises(ValueError) as refusal:
            function(*arguments)
        self.assertEqual(str(refusal.exception), "position not recognized")

    def test_placements(self):
        for positions in (L_POSITIONS, SQUARE_POSITIONS):
            for index in (0, 6, len(positions) - 1):
                self.assertEqual(lookup_pos(positions[index], positions), index)
            self.assert_not_recognized(lookup_pos, (15, 15, 15, 15), positions)

    def test_boards(self):
        for c in (self.start, self.red_has_lost, self.green_has_lost):
            with self.subTest(c=c):
                self.assertEqual(tuple(str2cfg("/".join(cfg2str(c).split()))), c)

    def test_what_is_no_board_is_refused(self):
        for text in (
            "",
            ".12./.12./1122",
            ".12./.12./1122/.34./....",
            ".12./.12./1122/.3..",
            ".12./.12./1122/34",
            ".12./.12./1122/334.",
            "1.2./.12./1122/.34.",
        ):
            with self.subTest(text=text):
                self.assert_not_recognized(str2cfg, text)

    def test_who_cannot_move_has_no_moves(self):
        for c, step in ((self.red_has_lost, Step.MIN), (self.green_has_lost, Step.MAX)):
            self.assertEqual(list(next_l_pos(c, step)), [])
            self.assertEqual(list(lolo_level(c, step)), [])

    def test_numbers_of_moves(self):
        for c, step, places in [
            (self.start, Step.MAX, 4),
            (self.red_has_lost, Step.MAX, 17),
            ((16, 41, 15, 5), Step.MIN, 3),
        ]:
            with self.subTest(c=c):
                self.assertEqual(len({tuple(d) for d in next_l_pos(c, step)}), places)
                self.assertEqual(len({tuple(d) for d in lolo_level(c, step)}), 12 * places)

    def test_search(self):
        for c, depth, step, value in [
            (self.start, 1, Step.MAX, 5),
            (self.start, 2, Step.MAX, 0),
            (self.start, 1, Step.MIN, -5),
            (self.green_has_lost, 1, Step.MIN, -1000),
            ((31, 12, 4, 1), 1, Step.MAX, 1000),
        ]:
            with self.subTest(c=c, depth=depth, step=step):
                found, move = alpha_beta(c, depth, step)
                self.assertEqual(found, value)
                self.assertIn(tuple(move), {tuple(d) for d in lolo_level(c, step)})

    def test_a_decided_root_is_refused(self):
        for depth in (1, 2, 10):
            with self.assertRaisesRegex(ValueError, "can not call alpha-beta with decided"):
                alpha_beta(self.green_has_lost, depth, Step.MAX)
            with self.assertRaisesRegex(ValueError, "can not call alpha-beta with decided"):
                alpha_beta(self.red_has_lost, depth, Step.MIN)


class SelectMoveTest(unittest.TestCase):
    def setUp(self):
        self.rows = ["___XOX_", "OXXOOXO", "OOXXOOX", "OXOOXXO", "XOXXXOX", "XOXOXOX"]
        self.page = ["_" * 7] * 4 + ["X__O_XO", "X_OXOXO"]

    def test_worths(self):
        for rows, worth in [
            (["_" * 7] * 6, 16),
            (["_" * 7] * 5 + ["___X___"], 7 - 16),
            (["_" * 7] * 4 + ["___O___", "___X___"], 6 - 9 + 16),
            (self.page, 6),
            (["XOXXOXO", *self.rows[1:]], 0),
        ]:
            with self.subTest(rows=rows):
                self.assertEqual(static_evaluate(ConnectFourGame(rows)), worth)

    def test_the_endgame_of_the_page(self):
        for pruning, figures in ((False, (37, 0, 4)), (True, (15, 6, 4))):
            with self.subTest(pruning=pruning):
                game = ConnectFourGame(self.rows)
                self.assertEqual(compute_move(game, pruning), 1)
                info = game.search_info
                self.assertEqual(
                    (info.moves_considered, info.moves_pruned, info.depth_reached), figures
                )
                self.assertEqual(game.grid, tuple(map(tuple, self.rows)))

    def test_the_first_moves_of_a_game(self):
        for level in (1, 2, 3, 4):
            with self.subTest(level=level):
                game = ConnectFourGame(level=level)
                compute_move(game, False)
                info = game.search_info
                self.assertEqual(info.moves_considered, sum(7**n for n in range(1, level + 1)))
                self.assertEqual(info.branching_factors, [7] * sum(7**n for n in range(level)))
                self.assertEqual((info.depth_reached, info.moves_pruned), (level, 0))

    def test_pruning_is_what_happens_unless_forbidden(self):
        game = ConnectFourGame(self.page, level=3)
        self.assertEqual(compute_move(game), 0)
        self.assertEqual(game.search_info.moves_considered, 244)
        self.assertEqual(game.search_info.moves_pruned, 64)


class RunTest(unittest.TestCase):
    def setUp(self):
        self.referee = c4_hvab()

    def test_the_match(self):
        self.assertIsInstance(self.referee.maxie, HumanPlayer)
        self.assertIsInstance(self.referee.minnie, AlphaBeta)
        self.assertIsInstance(self.referee.game, Connect4)
        self.assertGreaterEqual(self.referee.minnie.search_depth, 1)
