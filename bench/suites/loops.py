"""Loops over many inputs, each answer compared with that of a plain second way to find it."""

import itertools
import math
import random
from collections import Counter

import lolo
import nim
from alphabeta import AlphaBeta
from connect4 import Connect4
from gametree import (
    DRAW,
    EMPTY,
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
    Matrix,
    MiniMax,
    Over,
    Player,
    Seq,
    Step,
    TreeLeaf,
    TreeNode,
    Winner,
    cfg2str,
    check_config,
    est_compare,
)
from jamboree import Jamboree
from las import look_and_say
from run import c4_hvab
from select_move import compute_move, static_evaluate

MAXIE, MINNIE = Player.MAXIE, Player.MINNIE

# --- las ---


def same(x, y):
    return x == y


def my_runs(elements):
    """The runs of a list, by counting on as long as the element stays the same."""
    runs = []
    for element in elements:
        if runs and runs[-1][1] == element:
            runs[-1] = (runs[-1][0] + 1, element)
        else:
            runs.append((1, element))
    return runs


def test_all_short_words():
    for letters, longest in (("ab", 7), ("abc", 4)):
        for length in range(longest + 1):
            for word in itertools.product(letters, repeat=length):
                assert look_and_say(same, Seq.from_list(word)) == Seq.from_list(my_runs(word))


def test_numbers_that_are_equal_by_their_remainders():
    chance = random.Random(1)
    for modulus in range(1, 5):
        for _ in range(20):
            numbers = [chance.randrange(12) for _ in range(chance.randrange(12))]
            said = look_and_say(lambda m, n, k=modulus: m % k == n % k, Seq.from_list(numbers))
            remainders = [(length, number % modulus) for length, number in said]
            assert remainders == my_runs([number % modulus for number in numbers])


def test_equality_is_asked_at_most_twice_an_element():
    for length in range(0, 40, 3):
        for repeated in (1, 2, 5, 40):
            calls = []

            def counted(x, y, calls=calls):
                calls.append((x, y))
                return x == y

            look_and_say(counted, Seq.tabulate(lambda i, n=repeated: i // n, length))
            assert len(calls) <= 2 * length


def test_long_sequences():
    for length in (1, 10, 100, 400):
        one_run = look_and_say(same, Seq.tabulate(lambda _i: "x", length))
        assert one_run == Seq.of((length, "x"))
        many_runs = look_and_say(same, Seq.tabulate(lambda i: i, length))
        assert many_runs == Seq.tabulate(lambda i: (1, i), length)


def test_none_false_and_empty_things_are_elements():
    things = [None, False, "", ()]
    for word in itertools.product(things, repeat=3):
        assert look_and_say(same, Seq.from_list(word)) == Seq.from_list(my_runs(word))


# --- connect4 ---

SIZES = [(7, 6), (4, 4), (5, 4), (3, 5), (8, 2), (1, 1), (1, 6), (6, 1)]


class MyBoard:
    """Connect 4 as columns of letters, with a winner finder that looks from every position."""

    def __init__(self, num_cols, num_rows):
        self.num_rows = num_rows
        self.columns = ["" for _ in range(num_cols)]

    def at(self, x, y):
        inside = 0 <= x < len(self.columns) and 0 <= y < len(self.columns[x])
        return self.columns[x][y] if inside else " "

    def turn(self):
        return "O" if sum(map(len, self.columns)) % 2 else "X"

    def legal(self):
        return [x for x, column in enumerate(self.columns) if len(column) < self.num_rows]

    def drop(self, x):
        self.columns[x] += self.turn()

    def winner(self):
        for x, column in enumerate(self.columns):
            for y, letter in enumerate(column):
                for dx, dy in ((1, 0), (0, 1), (1, 1), (1, -1)):
                    if all(self.at(x + i * dx, y + i * dy) == letter for i in range(4)):
                        return letter
        return None

    def matrix(self):
        letters = {"X": Filled(MAXIE), "O": Filled(MINNIE), " ": EMPTY}
        return Matrix.tabulate(
            lambda x, y: letters[self.at(x, y)], len(self.columns), self.num_rows
        )

    def status(self):
        winner = self.winner()
        if winner:
            return Over(Winner(MAXIE if winner == "X" else MINNIE))
        return IN_PLAY if self.legal() else Over(DRAW)


def random_matches(size, matches, seed=0):
    """The states of random matches from the start to the end, each beside a board of mine."""
    chance = random.Random(seed)
    game = Connect4(*size)
    for _ in range(matches):
        mine, state = MyBoard(*size), game.start
        yield game, mine, state
        while mine.status() == IN_PLAY:
            col = chance.choice(mine.legal())
            mine.drop(col)
            state = game.make_move(state, col)
            yield game, mine, state


def test_lowest_free_rows_in_random_matches():
    for size in SIZES:
        for game, mine, state in random_matches(size, 2):
            for col, column in enumerate(mine.columns):
                expected = len(column) if len(column) < mine.num_rows else None
                assert game.lowest_free_row(state, col) == expected


def test_moves_in_random_matches():
    for size in SIZES:
        for game, mine, state in random_matches(size, 4, seed=1):
            if mine.status() == IN_PLAY:
                assert sorted(game.moves(state)) == mine.legal()


def test_boards_in_random_matches():
    for size in SIZES:
        for game, mine, state in random_matches(size, 4, seed=2):
            assert state.board == mine.matrix()
            assert game.player(state) == (MAXIE if mine.turn() == "X" else MINNIE)


def test_status_in_random_matches():
    for size in SIZES:
        for game, mine, state in random_matches(size, 10, seed=3):
            assert game.status(state) == mine.status()


def test_old_states_stay_as_they_were():
    for size in SIZES:
        for game, mine, state in random_matches(size, 1, seed=4):
            if mine.status() == IN_PLAY:
                for col in mine.legal():
                    game.make_move(state, col)
                assert state.board == mine.matrix()


def test_every_match_on_a_small_grid():
    for num_cols, num_rows in ((2, 2), (3, 2), (2, 3), (5, 1)):
        game = Connect4(num_cols, num_rows)
        for cols in sorted(set(itertools.permutations(list(range(num_cols)) * num_rows))):
            state = game.start
            for turn, col in enumerate(cols):
                assert game.lowest_free_row(state, col) == cols[:turn].count(col)
                state = game.make_move(state, col)
            assert game.status(state) == Over(DRAW)


def assert_last_move_wins(cols, winner):
    game = Connect4()
    state = game.start
    for col in cols:
        assert game.status(state) == IN_PLAY
        state = game.make_move(state, col)
    assert game.status(state) == Over(Winner(winner))


def test_four_in_the_bottom_row_win():
    for left in range(4):
        outside = (left + 4) % 7
        for order in itertools.permutations(range(left, left + 3)):
            twice = [col for col in (*order, left + 3) for _ in range(2)]
            assert_last_move_wins(twice[:-1], MAXIE)
            assert_last_move_wins([outside, *twice[:-1]], MINNIE)


def test_four_in_a_column_win():
    for col in range(7):
        for step in (2, 3):
            others = [(col + step * i) % 7 for i in (1, 2, 3, 4)]
            maxie = [c for other in others[:3] for c in (col, other)]
            assert_last_move_wins([*maxie, col], MAXIE)
            assert_last_move_wins([others[3], *maxie, col], MINNIE)


def test_four_in_a_diagonal_win():
    for left in range(4):
        outside = (left + 4) % 7
        steps = [0, 1, 1, 2, 3, 2, 2, 3, None, 3, 3]
        rising = [outside if i is None else left + i for i in steps]
        assert_last_move_wins(rising, MAXIE)
        assert_last_move_wins([6 - col for col in rising], MAXIE)


def value_of(cols):
    game = Connect4()
    state = game.start
    for col in cols:
        state = game.make_move(state, col)
    return game.estimate(state).value


def test_the_estimate_of_open_runs_in_a_row():
    for left in (1, 2, 3):
        apart = 0 if left == 3 else 6
        for order in itertools.permutations(range(left, left + 3)):
            first, second, third = order
            three = value_of((first, apart, second, second, third))
            assert three > 0
            if abs(first - second) == 1:
                assert three > value_of((first, apart, second))


def test_the_estimate_of_open_runs_in_a_column():
    for col in range(7):
        far = [c for c in range(7) if abs(c - col) > 1]
        one, two = far[0], far[-1]
        three = next(c for c in range(7) if c != col and abs(c - one) > 1 and abs(c - two) > 1)
        maxies = value_of((col, one, col, two, col))
        assert maxies > max(0, value_of((col, one, col)))
        minnies = value_of((one, col, two, col, three, col))
        assert minnies < min(0, value_of((one, col, two, col)))


# --- nim ---


def piles_up_to(piles, sticks):
    return list(itertools.product(range(sticks + 1), repeat=piles))


def my_moves(c):
    """Every move of Nim, found by trying all configurations with no more sticks anywhere."""
    smaller = itertools.product(*(range(sticks + 1) for sticks in c))
    return [d for d in smaller if sum(a != b for a, b in zip(c, d, strict=True)) == 1]


def my_tree_value(c, step):
    """What a configuration is worth for MAX when it is the turn of `step`."""
    if not sum(c):
        return 1 if step is Step.MAX else 0
    values = [my_tree_value(d, step.other) for d in my_moves(c)]
    return max(values) if step is Step.MAX else min(values)


def comes_first(c, d):
    for a, b in zip(c, d, strict=True):
        if a != b:
            return a < b
    return False


def test_less_equal_on_all_pairs():
    for piles, sticks in ((1, 4), (2, 3), (3, 1)):
        for c, d in itertools.product(piles_up_to(piles, sticks), repeat=2):
            assert bool(nim.less_equal(c, d)) == (c == d or comes_first(c, d))


def test_greater_equal_on_all_pairs():
    for piles, sticks in ((1, 4), (2, 3), (3, 1)):
        for c, d in itertools.product(piles_up_to(piles, sticks), repeat=2):
            assert bool(nim.greater_equal(c, d)) == (c == d or comes_first(d, c))


def test_equal_config_on_all_pairs():
    for piles, sticks in ((1, 4), (2, 3), (3, 1)):
        for c, d in itertools.product(piles_up_to(piles, sticks), repeat=2):
            assert bool(nim.equal_config(c, d)) == (c == d)


def test_the_order_of_long_configurations():
    chance = random.Random(5)
    for _ in range(100):
        c = tuple(chance.randrange(60) for _ in range(15))
        place = chance.randrange(15)
        d = (*c[:place], c[place] + 1, *(chance.randrange(60) for _ in c[place + 1 :]))
        assert nim.less_equal(c, d)
        assert not nim.less_equal(d, c)
        assert nim.greater_equal(d, c)
        assert not nim.greater_equal(c, d)


def test_every_move_of_nim():
    assert nim.make_next_level(()) == []
    for piles, sticks in ((1, 6), (2, 4), (3, 3), (4, 2)):
        for c in piles_up_to(piles, sticks):
            assert [tuple(d) for d in nim.make_next_level(c)] == my_moves(c)


def test_every_node_of_small_trees():
    for c in [*piles_up_to(1, 4), *piles_up_to(2, 3), *piles_up_to(3, 1)]:
        nodes = [nim.make_game_tree(c)]
        assert tuple(nodes[0].value) == c
        while nodes:
            node = nodes.pop()
            assert [tuple(child.value) for child in node.children] == my_moves(node.value)
            nodes += node.children


def test_every_value_of_small_trees():
    for c in [*piles_up_to(1, 4), *piles_up_to(2, 2), *piles_up_to(3, 1)]:
        tree = nim.make_game_tree(c)
        for step in Step:
            pairs = [(tree, nim.min_max(tree, step), step)]
            while pairs:
                node, valued, turn = pairs.pop()
                assert valued.value == my_tree_value(tuple(node.value), turn)
                below = zip(node.children, valued.children, strict=True)
                pairs += [(child, value, turn.other) for child, value in below]


def test_chosen_moves_of_all_small_configurations():
    for c in [*piles_up_to(1, 6)[1:], *piles_up_to(2, 3)[1:], *piles_up_to(3, 2)[1:]]:
        values = {d: my_tree_value(d, Step.MIN) for d in my_moves(c)}
        best = max(values.values())
        value, move = nim.choose_move(c)
        assert value == best
        assert tuple(move) == next(d for d in my_moves(c) if values[d] == best)


# --- lolo ---

START = (0, 1, 0, 1)


def bits(placement):
    """The sixteen cells of a placement as the bits of one number."""
    first, second, third, fourth = placement
    return first << 12 | second << 8 | third << 4 | fourth


L_BITS = [bits(placement) for placement in L_POSITIONS]
SQUARE_BITS = [bits(placement) for placement in SQUARE_POSITIONS]


def my_l_moves(c, step):
    red, green, blue, brown = c
    squares = SQUARE_BITS[blue] | SQUARE_BITS[brown]
    if step is Step.MAX:
        taken = squares | L_BITS[red]
        places = [i for i, cells in enumerate(L_BITS) if i != green and not cells & taken]
        return [(red, place, blue, brown) for place in places]
    taken = squares | L_BITS[green]
    places = [i for i, cells in enumerate(L_BITS) if i != red and not cells & taken]
    return [(place, green, blue, brown) for place in places]


def my_whole_moves(c, step):
    moves = []
    for red, green, blue, brown in my_l_moves(c, step):
        taken = L_BITS[red] | L_BITS[green] | SQUARE_BITS[blue] | SQUARE_BITS[brown]
        for i, cell in enumerate(SQUARE_BITS):
            if not cell & taken:
                moves += [(red, green, i, brown), (red, green, blue, i)]
    return moves


def my_full_search(c, depth, step):
    """The value of a configuration by min-max without any pruning."""
    if not my_l_moves(c, step):
        return -1000 if step is Step.MAX else 1000
    if depth == 0:
        return len(my_l_moves(c, Step.MAX)) - len(my_l_moves(c, Step.MIN))
    values = [my_full_search(d, depth - 1, step.other) for d in my_whole_moves(c, step)]
    return max(values) if step is Step.MAX else min(values)


def random_boards(count, seed=0):
    """Legal configurations, as a walk of random moves from the start comes to them."""
    chance = random.Random(seed)
    boards, c, step = [], START, Step.MIN
    while len(boards) < count:
        boards.append(c)
        moves = my_whole_moves(c, step)
        c, step = (chance.choice(moves), step.other) if moves else (START, Step.MIN)
    return boards


def test_every_placement_has_its_index():
    for positions in (L_POSITIONS, SQUARE_POSITIONS):
        for index, placement in enumerate(positions):
            assert lolo.lookup_pos(placement, positions) == index


def is_refused(function, *arguments):
    try:
        function(*arguments)
    except ValueError as error:
        return str(error) == "position not recognized"
    return False


def test_no_other_placement_has_an_index():
    for index, placement in enumerate(L_POSITIONS):
        assert is_refused(lolo.lookup_pos, placement, SQUARE_POSITIONS)
        assert is_refused(lolo.lookup_pos, (*placement[:3], 15), L_POSITIONS)
        square = SQUARE_POSITIONS[index % len(SQUARE_POSITIONS)]
        assert is_refused(lolo.lookup_pos, square, L_POSITIONS)


def test_boards_are_read_back():
    for c in random_boards(150, seed=6):
        assert tuple(lolo.str2cfg("/".join(cfg2str(c).split()))) == c


def test_boards_with_one_cell_wrong_are_refused():
    for c in random_boards(6, seed=7):
        text = "/".join(cfg2str(c).split())
        for place, cell in enumerate(text):
            assert is_refused(lolo.str2cfg, text[:place] + text[place + 1 :])
            if cell in "1234":
                assert is_refused(lolo.str2cfg, text[:place] + "." + text[place + 1 :])
        assert is_refused(lolo.str2cfg, text + "/....")


def test_every_place_of_an_l():
    for c in random_boards(100, seed=8):
        for step in Step:
            found = [tuple(d) for d in lolo.next_l_pos(c, step)]
            assert sorted(found) == sorted(my_l_moves(c, step))


def test_every_whole_move_of_lolo():
    for c in random_boards(60, seed=9):
        for step in Step:
            found = [tuple(d) for d in lolo.make_next_level(c, step)]
            assert sorted(found) == sorted(my_whole_moves(c, step))
            assert all(check_config(d) for d in found[:20])


def check_search(c, depth, step):
    if not my_l_moves(c, step):
        return
    value, move = lolo.alpha_beta(c, depth, step)
    assert value == my_full_search(c, depth, step)
    assert tuple(move) in my_whole_moves(c, step)
    assert my_full_search(tuple(move), depth - 1, step.other) == value


def test_lolo_search_one_move_ahead():
    for c in [*random_boards(40, seed=10), (35, 24, 3, 10), (31, 12, 4, 1), (31, 38, 5, 1)]:
        for step in Step:
            check_search(c, 1, step)


def test_lolo_search_two_moves_ahead():
    for c in [*random_boards(18, seed=11)[2:], (35, 24, 3, 10), (31, 12, 4, 1), (31, 38, 5, 1)]:
        for step in Step:
            check_search(c, 2, step)


# --- alphabeta and jamboree ---


class Recorder(ExplicitGame):
    """An explicit game that keeps the labels of the leaves that are estimated."""

    def __init__(self, tree):
        super().__init__(tree)
        self.labels = []

    def estimate(self, state):
        self.labels.append(state.tree.label)
        return Guess(state.tree.value)


OUTCOMES = [Winner(MAXIE), Winner(MINNIE), DRAW]
UNKNOWN = -math.inf, math.inf


def random_tree(chance, depth, label="r"):
    """A tree with all leaves at one depth, but for some that are decided."""
    if depth == 0:
        return TreeLeaf(label, chance.randint(-4, 4))
    if label != "r" and chance.random() < 0.1:
        return TreeLeaf(label, chance.choice(OUTCOMES))
    children = range(chance.randint(1, 4))
    return TreeNode(label, [random_tree(chance, depth - 1, f"{label}{i}") for i in children])


def random_trees(count, seed=0):
    chance = random.Random(seed)
    for _ in range(count):
        depth = chance.randint(1, 4)
        yield depth, random_tree(chance, depth)


def number(worth):
    """The value of a leaf as a number: a sure win is above all guesses, a loss below."""
    if isinstance(worth, int):
        return worth
    return {Winner(MAXIE): 1000, Winner(MINNIE): -1000, DRAW: 0}[worth]


def my_minimax(tree, player):
    if isinstance(tree, TreeLeaf):
        return number(tree.value)
    values = [my_minimax(child, player.other) for child in tree.children]
    return max(values) if player is MAXIE else min(values)


def my_search(tree, player, bounds, fraction, seen):
    """The value of a tree within bounds; the labels of the leaves that matter go to `seen`."""
    if isinstance(tree, TreeLeaf):
        if isinstance(tree.value, int):
            seen.append(tree.label)
        return number(tree.value)
    alpha, beta = bounds
    in_turn = math.floor(fraction * len(tree.children))
    for child in tree.children[:in_turn]:
        value = my_search(child, player.other, (alpha, beta), fraction, seen)
        if player is MAXIE:
            alpha = max(alpha, value)
        else:
            beta = min(beta, value)
        if alpha >= beta:
            return value
    at_once = tree.children[in_turn:]
    values = [my_search(child, player.other, (alpha, beta), fraction, seen) for child in at_once]
    return max([alpha, *values]) if player is MAXIE else min([beta, *values])


def my_result(value, ab, player, move):
    """The result of a node by the table of the page."""
    alpha, beta = ab
    if alpha is not PRUNED and value <= number_of(alpha.est):
        return PARENT_PRUNE if player is MAXIE else PRUNED
    if beta is not PRUNED and value >= number_of(beta.est):
        return PRUNED if player is MAXIE else PARENT_PRUNE
    return move, value


def number_of(est):
    return number(est.outcome) if isinstance(est, Definitely) else est.value


def plain(result):
    """A result whose estimate is a number, so that a sure draw and a guess of 0 are equal."""
    return (result.move, number_of(result.est)) if isinstance(result, BestEdge) else result


def windows():
    numbers = [BestEdge(9, Guess(n)) for n in (-2, 0, 1)]
    yield PRUNED, PRUNED
    for bound in numbers:
        yield bound, PRUNED
        yield PRUNED, bound
    yield from itertools.combinations(numbers, 2)


def test_check_bounds_is_the_table():
    tree = TreeNode("r", [TreeLeaf("a", 1)])
    ests = [*map(Guess, range(-4, 5)), *map(Definitely, OUTCOMES)]
    for strategy in (AlphaBeta(Recorder(tree), 1), Jamboree(Recorder(tree), 1, 0.5)):
        for player in Player:
            for ab in windows():
                for est in ests:
                    state = ExplicitState(tree, player)
                    result = strategy.check_bounds(ab, state, 3, est)
                    assert plain(result) == my_result(number_of(est), ab, player, 3)


def test_bounds_of_the_next_child():
    tree = TreeNode("r", [TreeLeaf("a", 1)])
    edges = [PRUNED, *(BestEdge(2, Guess(n)) for n in range(-3, 4))]
    for strategy in (AlphaBeta(Recorder(tree), 1), Jamboree(Recorder(tree), 1, 0.5)):
        for alpha, beta in windows():
            maxies, minnies = ExplicitState(tree, MAXIE), ExplicitState(tree, MINNIE)
            assert strategy.value_for(maxies, (alpha, beta)) == alpha
            assert strategy.value_for(minnies, (alpha, beta)) == beta
            for edge in edges:
                new_alpha, old_beta = strategy.update_ab(maxies, (alpha, beta), edge)
                old_alpha, new_beta = strategy.update_ab(minnies, (alpha, beta), edge)
                assert (old_alpha, old_beta) == (alpha, beta)
                known = [bound.est.value for bound in (alpha, edge) if bound is not PRUNED]
                assert (new_alpha is PRUNED) if not known else new_alpha.est == Guess(max(known))
                known = [bound.est.value for bound in (beta, edge) if bound is not PRUNED]
                assert (new_beta is PRUNED) if not known else new_beta.est == Guess(min(known))


def test_evaluate_in_many_windows():
    for depth, tree in random_trees(12, seed=12):
        strategies = AlphaBeta(Recorder(tree), depth), Jamboree(Recorder(tree), depth, 0.4)
        for player, ab, strategy in itertools.product(Player, windows(), strategies):
            result = strategy.evaluate(depth, ab, ExplicitState(tree, player), 7)
            assert plain(result) == my_result(my_minimax(tree, player), ab, player, 7)


def test_alpha_beta_finds_the_first_best_move():
    for depth, tree in random_trees(60, seed=13):
        values = [my_minimax(child, MINNIE) for child in tree.children]
        game = Recorder(tree)
        assert AlphaBeta(game, depth).next_move(game.start) == values.index(max(values))


def test_alpha_beta_estimates_the_leaves_that_matter():
    for depth, tree in random_trees(60, seed=14):
        seen = []
        my_search(tree, MAXIE, UNKNOWN, 1.0, seen)
        game = Recorder(tree)
        AlphaBeta(game, depth).next_move(game.start)
        assert game.labels == seen


def test_jamboree_estimates_the_leaves_that_matter():
    for depth, tree in random_trees(30, seed=15):
        for fraction in (0.0, 0.34, 0.5, 0.75, 1.0):
            seen = []
            value = my_search(tree, MAXIE, UNKNOWN, fraction, seen)
            game = Recorder(tree)
            move = Jamboree(game, depth, fraction).next_move(game.start)
            assert Counter(game.labels) == Counter(seen)
            assert my_minimax(tree.children[move], MINNIE) == value


def test_alpha_beta_plays_connect_4_as_minimax_does():
    chance = random.Random(16)
    for size in ((4, 4), (5, 4), (7, 6)):
        game = Connect4(*size)
        for depth in (1, 2, 3):
            state = game.start
            for _ in range(5):
                state = game.make_move(state, chance.choice(game.moves(state).to_list()))
            assert game.status(state) == IN_PLAY
            expected = MiniMax(game, depth).search(depth, state)
            edge = AlphaBeta(game, depth).search(depth, (PRUNED, PRUNED), state, game.moves(state))
            assert edge.move == expected.move
            assert est_compare(edge.est, expected.est) == 0


# --- select_move ---

DIRECTIONS = [(0, 1), (1, 0), (1, 1), (1, -1)]


def my_segments():
    """The four slots of every segment that lies on the grid."""
    for row, col, (down, right) in itertools.product(range(6), range(7), DIRECTIONS):
        slots = [(row + i * down, col + i * right) for i in range(4)]
        if all(0 <= r < 6 and 0 <= c < 7 for r, c in slots):
            yield slots


SEGMENTS = list(my_segments())


def my_worth(game):
    grid, points, total = game.grid, [0, 1, 10, 50], 16 if game.next_turn == "X" else -16
    for slots in SEGMENTS:
        text = "".join(grid[row][col] for row, col in slots)
        if text in ("XXXX", "OOOO"):
            return 512 if text == "XXXX" else -512
        if "O" not in text:
            total += points[text.count("X")]
        elif "X" not in text:
            total -= points[text.count("O")]
    return total if game.list_legal_moves() else 0


class MyFigures:
    """The search of the page once more, with its figures."""

    def __init__(self, pruning):
        self.pruning = pruning
        self.considered = self.pruned = self.reached = 0
        self.factors = []

    def search(self, game, depth, left, alpha=-math.inf, beta=math.inf):
        """The value of a grid and its leftmost best column, looking `left` moves ahead."""
        self.reached = max(self.reached, depth)
        if left == 0 or game.is_over:
            return my_worth(game), None
        moves, is_x = game.list_legal_moves(), game.next_turn == "X"
        self.factors.append(len(moves))
        best, chosen = None, None
        for index, col in enumerate(moves):
            self.considered += 1
            game.do_move(col)
            value, _ = self.search(game, depth + 1, left - 1, alpha, beta)
            game.undo_move()
            if best is None or (value > best if is_x else value < best):
                best, chosen = value, col
            if is_x:
                alpha = max(alpha, best)
            else:
                beta = min(beta, best)
            if self.pruning and alpha >= beta:
                self.pruned += len(moves) - index - 1
                break
        return best, chosen


def random_grids(count, seed=0):
    """Grids on which the game goes on, from random games."""
    chance = random.Random(seed)
    grids = []
    while len(grids) < count:
        game = ConnectFourGame()
        for _ in range(chance.randrange(34)):
            if not game.is_over:
                game.do_move(chance.choice(game.list_legal_moves()))
        if not game.is_over:
            grids.append(game.grid)
    return grids


def test_worth_of_every_grid_of_random_games():
    chance = random.Random(17)
    for _ in range(25):
        game = ConnectFourGame()
        while not game.is_over:
            assert static_evaluate(game) == my_worth(game)
            game.do_move(chance.choice(game.list_legal_moves()))
        assert static_evaluate(game) == my_worth(game)


def check_compute_move(grid, level, pruning):
    mine = MyFigures(pruning)
    _, expected = mine.search(ConnectFourGame(grid), 0, level)
    game = ConnectFourGame(grid, level)
    assert compute_move(game, pruning) == expected
    info = game.search_info
    assert (info.moves_considered, info.moves_pruned) == (mine.considered, mine.pruned)
    assert info.depth_reached == mine.reached
    assert sorted(info.branching_factors) == sorted(mine.factors)
    assert game.grid == grid


def test_moves_and_figures_without_pruning():
    for level in (1, 2):
        for grid in random_grids(12 // level, seed=18 + level):
            check_compute_move(grid, level, pruning=False)


def test_moves_and_figures_with_pruning():
    for level in (1, 2, 3, 4):
        for grid in random_grids(16 // level, seed=20 + level):
            check_compute_move(grid, level, pruning=True)


def test_pruning_changes_no_move():
    for level in (1, 2, 3):
        for grid in random_grids(4, seed=24 + level):
            plain_game, pruned_game = ConnectFourGame(grid, level), ConnectFourGame(grid, level)
            assert compute_move(plain_game, False) == compute_move(pruned_game)
            plain_info, pruned_info = plain_game.search_info, pruned_game.search_info
            assert plain_info.moves_pruned == 0
            assert pruned_info.moves_considered <= plain_info.moves_considered


# --- run ---


def test_the_match_of_run():
    for _ in range(2):
        referee = c4_hvab()
        assert isinstance(referee.maxie, HumanPlayer)
        assert isinstance(referee.minnie, AlphaBeta)
        assert isinstance(referee.game, Connect4)
        assert sorted(referee.game.moves(referee.game.start)) == list(range(7))
