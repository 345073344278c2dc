import random
import unittest
from unittest import TestCase

import lolo
import nim
from slowly import Plain, Spy, four_lines, judged, some_trees, value_of, worth

from alphabeta import AlphaBeta
from connect4 import Connect4
from gametree import *
from gametree import L_POSITIONS, SQUARE_POSITIONS
from jamboree import Jamboree
from las import look_and_say
from run import c4_hvab
from select_move import compute_move, static_evaluate

MAXIE, MINNIE = Player.MAXIE, Player.MINNIE


class LookAndSay(TestCase):
    def say(self, items, eq=lambda x, y: x == y):
        return look_and_say(eq, Seq.from_list(items)).to_list()

    def test_saying_and_unsaying(self):
        rng = random.Random(3)
        for n in range(12):
            items = [rng.choice([None, 0, 1]) for _ in range(n)]
            with self.subTest(items=items):
                said = self.say(items)
                self.assertEqual([x for count, x in said for _ in range(count)], items)
                for (_, one), (_, next_one) in zip(said, said[1:]):
                    self.assertNotEqual(one, next_one)

    def test_eq_decides(self):
        said = self.say([1, 11, 2, 12, 3], lambda m, n: m % 10 == n % 10)
        self.assertEqual([count for count, _ in said], [2, 2, 1])


class Connecting(TestCase):
    sizes = [(7, 6), (4, 4), (1, 1), (9, 3), (3, 5), (8, 8), (2, 2), (4, 1)]

    def walks(self):
        rng = random.Random(11)
        for size in self.sizes * 2:
            game = Connect4(*size)
            yield size, game, rng

    def owners(self, board, size):
        found = set()
        for cells in four_lines(*size):
            first = board.sub(*cells[0])
            if first != EMPTY and all(board.sub(*cell) == first for cell in cells):
                found.add(first.player)
        return found

    def test_random_matches(self):
        for size, game, rng in self.walks():
            state, player = game.start, MAXIE
            heights = [0] * size[0]
            while True:
                self.assertIs(game.player(state), player)
                free = [col for col in range(size[0]) if heights[col] < size[1]]
                owners = self.owners(state.board, size)
                if owners:
                    self.assertEqual(game.status(state), Over(Winner(owners.pop())))
                    break
                if not free:
                    self.assertEqual(game.status(state), Over(DRAW))
                    break
                self.assertEqual(game.status(state), IN_PLAY)
                self.assertEqual(sorted(game.moves(state)), free)
                for col in range(size[0]):
                    row = game.lowest_free_row(state, col)
                    self.assertEqual(row, heights[col] if col in free else None)
                col = rng.choice(free)
                after = game.make_move(state, col)
                self.assertEqual(after.board.sub(col, heights[col]), Filled(player))
                self.assertEqual(state.board.sub(col, heights[col]), EMPTY)
                heights[col] += 1
                state, player = after, player.other

    def state_after(self, game, cols):
        state = game.start
        for col in cols:
            state = game.make_move(state, col)
        return state

    def test_won_by_the_last_disc_that_fits(self):
        game = Connect4(4, 3)
        state = self.state_after(game, map(int, "013121332200"))
        self.assertEqual(game.status(state), Over(Winner(MINNIE)))

    def test_all_directions(self):
        game = Connect4()
        for cols in ["0011223", "0101010", "01122323363", "65544343303", "001133442"]:
            with self.subTest(cols=cols):
                state = self.state_after(game, map(int, cols))
                self.assertEqual(game.status(state), Over(Winner(MAXIE)))

    def test_three_are_good_for_their_owner_whoever_is_to_move(self):
        game = Connect4()
        for cols, sign in [("20314", 1), ("203140", 1), ("026304", -1), ("0263046", -1)]:
            estimate = game.estimate(self.state_after(game, map(int, cols)))
            self.assertGreater(estimate.value * sign, 0)

    def test_the_match_of_a_person(self):
        referee = c4_hvab()
        self.assertIsInstance(referee.maxie, HumanPlayer)
        self.assertIsInstance(referee.minnie, AlphaBeta)


class Searching:
    """What AlphaBeta and Jamboree have in common; a test case is made of it below."""

    percentage = 1.0

    def player(self, game, depth):
        raise NotImplementedError

    def bounds(self):
        numbers = [None, -3, 0, 2]
        for low in numbers:
            for high in numbers:
                if low is None or high is None or low < high:
                    yield tuple(PRUNED if n is None else BestEdge(9, Guess(n)) for n in (low, high))

    def test_leaves_and_moves(self):
        for depth in (1, 2, 3, 4):
            for tree in some_trees(6, depth):
                game, plain = Spy(tree), Plain(self.percentage)
                move = self.player(game, depth).next_move(game.start)
                edge = plain.search(tree, MAXIE, (PRUNED, PRUNED))
                self.assertEqual(est_compare(worth(tree.children[move], MINNIE), edge.est), 0)
                if self.percentage == 1.0:
                    self.assertEqual((move, game.leaves), (edge.move, plain.leaves))
                else:
                    self.assertEqual(sorted(game.leaves), sorted(plain.leaves))

    def test_windows(self):
        for tree in some_trees(3, 2):
            for player in (MAXIE, MINNIE):
                for window in self.bounds():
                    game, plain = Spy(tree), Plain(self.percentage)
                    state = ExplicitState(tree, player)
                    result = self.player(game, 2).evaluate(2, window, state, 5)
                    expected = plain.evaluate(tree, player, window, 5)
                    self.assertIs(type(result), type(expected))
                    if isinstance(expected, BestEdge):
                        self.assertEqual(result.move, 5)
                        self.assertEqual(est_compare(result.est, expected.est), 0)
                    self.assertCountEqual(game.leaves, plain.leaves)

    def test_narrowing_and_judging(self):
        searcher = self.player(HANDOUT_SMALL, 2)
        for own, player in enumerate((MAXIE, MINNIE)):
            state = ExplicitState(HANDOUT_SMALL.tree, player)
            for window in self.bounds():
                self.assertEqual(searcher.value_for(state, window), window[own])
                self.assertEqual(tuple(searcher.update_ab(state, window, PRUNED)), window)
                for n in (-4, -3, -1, 0, 1, 2, 3):
                    expected = judged(window, player, 4, Guess(n))
                    found = searcher.check_bounds(window, state, 4, Guess(n))
                    self.assertEqual(found, expected)
                    edge, narrowed = BestEdge(4, Guess(n)), list(window)
                    Plain(1.0).improve(narrowed, own, player, edge)
                    if window[own] is PRUNED or window[own].est != edge.est:
                        self.assertEqual(list(searcher.update_ab(state, window, edge)), narrowed)


class AlphaBetaTest(Searching, TestCase):
    def player(self, game, depth):
        return AlphaBeta(game, depth)

    def test_search_gives_what_came_in(self):
        tree = TreeNode("m", [TreeLeaf("a", 5), TreeLeaf("b", 7)])
        came = BestEdge(9, Guess(4))
        state = ExplicitState(tree, MINNIE)
        self.assertEqual(AlphaBeta(Spy(tree), 1).search(1, (PRUNED, came), state, Seq.of(0, 1)), came)


class AllInSequence(Searching, TestCase):
    def player(self, game, depth):
        return Jamboree(game, depth, self.percentage)


class HalfInSequence(AllInSequence):
    percentage = 0.5


class AQuarterInSequence(AllInSequence):
    percentage = 0.25


class NoneInSequence(AllInSequence):
    percentage = 0.0


class Nim(TestCase):
    def configurations(self):
        rng = random.Random(5)
        for piles in (1, 1, 2, 2, 3, 3, 3):
            yield tuple(rng.randint(0, 3) for _ in range(piles))

    def next_ones(self, c):
        return sorted(c[:i] + (n,) + c[i + 1 :] for i in range(len(c)) for n in range(c[i]))

    def tree(self, c):
        return Tree(c, [self.tree(d) for d in self.next_ones(c)])

    def values(self, tree, step):
        children = [self.values(child, step.other) for child in tree.children]
        best = max if step is Step.MAX else min
        none = 1 if step is Step.MAX else 0
        return Tree(best((child.value for child in children), default=none), children)

    def test_order(self):
        for c in self.configurations():
            for d in self.configurations():
                if len(c) == len(d):
                    self.assertEqual(bool(nim.less_equal(c, d)), c <= d)
                    self.assertEqual(bool(nim.greater_equal(c, d)), c >= d)
                    self.assertEqual(bool(nim.equal_config(c, d)), c == d)

    def test_levels_trees_and_values(self):
        for c in self.configurations():
            with self.subTest(c=c):
                self.assertEqual([tuple(d) for d in nim.make_next_level(c)], self.next_ones(c))
                if sum(c) <= 5:
                    self.assertEqual(nim.make_game_tree(c), self.tree(c))
                    for step in Step:
                        self.assertEqual(nim.min_max(self.tree(c), step), self.values(self.tree(c), step))

    def test_the_first_best_move(self):
        for c in [(1,), (3,), (1, 1), (2, 1), (1, 3), (2, 2), (1, 2, 2), (1, 2, 3)]:
            children = self.values(self.tree(c), Step.MAX).children
            expected = max(child.value for child in children)
            place = [child.value for child in children].index(expected)
            value, d = nim.choose_move(c)
            self.assertEqual((value, tuple(d)), (expected, self.next_ones(c)[place]))


class Lolo(TestCase):
    boards = [(0, 1, 0, 1), (16, 41, 15, 5)]

    def test_placements(self):
        for table in (L_POSITIONS, SQUARE_POSITIONS):
            for index in range(len(table)):
                self.assertEqual(lolo.lookup_pos(table[index], table), index)
        self.assertRaises(ValueError, lolo.lookup_pos, (0, 0, 0, 0), L_POSITIONS)

    def test_reading(self):
        for c in self.boards:
            text = "/".join(cfg2str(c).split())
            self.assertEqual(tuple(lolo.str2cfg(text)), c)
        for text in ["", "12/34", "....\n....\n....\n...."]:
            with self.assertRaises(ValueError):
                lolo.str2cfg(text)

    def elsewhere(self, c, piece, places):
        for place in range(places):
            d = c[:piece] + (place,) + c[piece + 1 :]
            if d != c and check_config(d):
                yield d

    def test_moving(self):
        for c in self.boards:
            for step, mine in ((Step.MAX, 1), (Step.MIN, 0)):
                halves = list(self.elsewhere(c, mine, 48))
                self.assertCountEqual(map(tuple, lolo.next_l_pos(c, step)), halves)
                expected = [e for d in halves for piece in (2, 3) for e in self.elsewhere(d, piece, 16)]
                self.assertCountEqual(map(tuple, lolo.make_next_level(c, step)), expected)

    def test_searching(self):
        start = self.boards[0]
        for step, depth, expected in [(Step.MAX, 1, 5), (Step.MIN, 1, -5), (Step.MAX, 2, 0)]:
            value, move = lolo.alpha_beta(start, depth, step)
            self.assertEqual(value, expected)
            if depth == 1:
                self.assertEqual(lolo.eval_position(tuple(move)), expected)
        with self.assertRaises(ValueError):
            lolo.alpha_beta((35, 24, 3, 10), 1, Step.MAX)


class SelectMove(TestCase):
    def random_game(self, seed, tokens, level=1):
        rng, game = random.Random(seed), ConnectFourGame(level=level)
        for _ in range(tokens):
            if not game.is_over:
                game.do_move(rng.choice(game.list_legal_moves()))
        return game

    def test_the_worth_of_a_grid(self):
        for seed in range(12):
            game = self.random_game(seed, 4 * seed)
            self.assertEqual(static_evaluate(game), value_of(game.grid, game.next_turn))

    def plain(self, game, depth, low, high, pruning, notes):
        if game.is_over or depth == 0:
            return value_of(game.grid, game.next_turn), None
        moves, up = game.list_legal_moves(), game.next_turn == "X"
        notes["factors"].append(len(moves))
        best, chosen = None, None
        for place, col in enumerate(moves):
            notes["seen"] += 1
            game.do_move(col)
            value, _ = self.plain(game, depth - 1, low, high, pruning, notes)
            game.undo_move()
            if best is None or (value > best if up else value < best):
                best, chosen = value, col
            low, high = (max(low, best), high) if up else (low, min(high, best))
            if pruning and low >= high:
                notes["cut"] += len(moves) - place - 1
                break
        return best, chosen

    def test_moves_and_notes(self):
        for seed, level in [(1, 1), (2, 2), (3, 2), (4, 3)]:
            for pruning in (True, False) if level < 3 else (True,):
                game = self.random_game(seed, 6, level)
                before, notes = game.grid, {"seen": 0, "cut": 0, "factors": []}
                copy = self.random_game(seed, 6, level)
                _, expected = self.plain(copy, level, -9999, 9999, pruning, notes)
                self.assertEqual(compute_move(game, pruning), expected)
                info = game.search_info
                self.assertEqual((info.moves_considered, info.moves_pruned), (notes["seen"], notes["cut"]))
                self.assertEqual(info.depth_reached, level)
                self.assertCountEqual(info.branching_factors, notes["factors"])
                self.assertEqual(game.grid, before)

    def test_leftmost_of_equals(self):
        self.assertEqual(compute_move(ConnectFourGame(level=1)), 3)
        self.assertEqual(compute_move(ConnectFourGame(level=2)), 1)


if __name__ == "__main__":
    unittest.main()
