"""What the checks of alphabeta and jamboree have in common: how an answer of a search is judged."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from copy import copy
from dataclasses import dataclass, replace
from itertools import count
from math import ceil
from random import Random
from typing import Any

from hypothesis import strategies as st

from gametree import (
    PARENT_PRUNE,
    PRUNED,
    BestEdge,
    Bounds,
    Definitely,
    Drop,
    Est,
    ExplicitGame,
    ExplicitTree,
    Guess,
    Player,
    Pop,
    Seq,
    TreeLeaf,
    TreeNode,
    Value,
    Winner,
    alpha_is_less_than,
    beta_is_greater_than,
    est_compare,
)
from gametree.grading.watched_games import WatchedGame, WatchedPathGame
from gametree.paths import PathGame
from grader.judging.properties import Placed
from grader.student.compare import difference, same, short
from grader.student.question import CODE
from reference.checks.rng import generators
from reference.checks.trees import (
    Position,
    bounds,
    estimate,
    minimax,
    moves_allowed,
    position,
    state_at,
    touching,
)

# Games to have a state of each player where the tree doesn't matter. Of the first both are as long
# in print; of the second they are objects of one size, that take each other's place in memory.
FEW_PLIES = PathGame(
    TreeNode(
        "maxie",
        (TreeLeaf("leaf", 0), TreeNode("minnie", (TreeLeaf("left", 0), TreeLeaf("right", 0)))),
    ),
    ("right", "h"),
)
AS_LARGE = ExplicitGame(FEW_PLIES.tree)
PATHS = {Player.MAXIE: (1, 1), Player.MINNIE: (0,)}


PLAYERS = (Player.MAXIE, Player.MINNIE)
OPEN: Bounds = (PRUNED, PRUNED)
EDGES: Bounds = (BestEdge(0, Guess(-1)), BestEdge(1, Guess(1)))


@dataclass(frozen=True, slots=True)
class Window:
    """Bounds at a state of a player, with a child's value or a candidate estimate."""

    player: Player
    bounds: Bounds
    value: Value = PRUNED
    est: Est | None = None
    move: Any = 0
    game: ExplicitGame = FEW_PLIES

    @property
    def state(self) -> Any:
        """A state in which it is the player's turn."""
        return state_at(self.game, PATHS[self.player])

    @property
    def turned(self) -> Bounds:
        """The same bounds, in print as long; where one is missing, the other one is."""
        alpha, beta = self.bounds
        missing = PRUNED in self.bounds
        return (beta, alpha) if missing else self.bounds

    @property
    def renamed(self) -> Bounds:
        """The same bounds by other moves, in print as long."""
        alpha, beta = map(_renamed, self.bounds)
        return alpha, beta

    @property
    def opponents(self) -> "Window":
        """The same where the other player is to move."""
        return replace(self, player=self.player.other)

    @property
    def worst(self) -> Est:
        """Nothing is worse for the player."""
        return Definitely(Winner(self.player.other))


GAMES = (FEW_PLIES, AS_LARGE)
# What a move may be is the game's affair.
ODD_MOVES = (0, 7, 10**9, -3, "3", "e4", ("e", 4), Drop(2))


def updates() -> st.SearchStrategy[Window]:
    """Bounds and the value of a child that keeps alpha < beta."""
    return generators.map(_update)


def _update(rng: Random) -> Window:
    player, window = rng.choice(PLAYERS), bounds(rng)
    value: Value = PRUNED
    if rng.randrange(5):
        value = BestEdge(rng.choice(ODD_MOVES), estimate(rng))
    if rng.randrange(4) == 3:
        value = _tie(player, window, value)
    value = value if _fits(player, window, value) else PRUNED
    return Window(player, window, value, game=rng.choice(GAMES))


def wider_updates() -> st.SearchStrategy[Window]:
    """Bounds and the value of a child from a wider window: it may be on a bound, or beyond one."""
    return generators.map(_wider_update)


def _wider_update(rng: Random) -> Window:
    player, window = rng.choice(PLAYERS), bounds(rng)
    on_bounds = [bound.est for bound in window if isinstance(bound, BestEdge)]
    est = rng.choice([estimate(rng), estimate(rng), *on_bounds])
    return Window(player, window, BestEdge(rng.choice(ODD_MOVES), est), game=rng.choice(GAMES))


def _tie(player: Player, window: Bounds, value: Value) -> Value:
    own = window[0] if player is Player.MAXIE else window[1]
    return BestEdge(7, own.est) if isinstance(own, BestEdge) else value


def _fits(player: Player, window: Bounds, value: Value) -> bool:
    if not isinstance(value, BestEdge):
        return True
    alpha, beta = window
    if player is Player.MAXIE:
        return beta_is_greater_than(value.est, beta)
    return alpha_is_less_than(alpha, value.est)


def candidates() -> st.SearchStrategy[Window]:
    """Bounds and a candidate estimate: below, on, between and above them."""
    return generators.map(_candidate)


def _candidate(rng: Random) -> Window:
    player, window = rng.choice(PLAYERS), bounds(rng)
    on_bounds = [bound.est for bound in window if isinstance(bound, BestEdge)]
    est = rng.choice([estimate(rng), estimate(rng), *on_bounds])
    return Window(player, window, est=est, move=rng.choice(ODD_MOVES), game=rng.choice(GAMES))


# States of both players in turn, with each of many moves: what is kept by the identity of a state
# is found again where another one has taken its place in memory.
IN_TURN = tuple(
    [
        Window(player, EDGES, BestEdge(move, Guess(0)), Guess(move % 2), move, AS_LARGE)
        for move in range(16)
        for player in (*PLAYERS, *PLAYERS[::-1])
    ]
)


def states_of(windows: Sequence[Window]) -> Any:
    """The question for their states, each a new object, made just before its call and then gone."""
    return CODE.builtins.map(CODE.copy.copy, [one.state for one in windows])


def updated_in_turn(player: Any, windows: Sequence[Window]) -> Any:
    """The question for the bounds after values."""
    bounds, values = [one.bounds for one in windows], [one.value for one in windows]
    return CODE.builtins.list(
        CODE.builtins.map(player.update_ab, states_of(windows), bounds, values)
    )


def values_in_turn(player: Any, windows: Sequence[Window]) -> Any:
    """The question for the bounds of the players to move."""
    bounds = [one.bounds for one in windows]
    return CODE.builtins.list(CODE.builtins.map(player.value_for, states_of(windows), bounds))


def checked_in_turn(player: Any, windows: Sequence[Window]) -> Any:
    """The question what becomes of candidates."""
    bounds, states = [one.bounds for one in windows], states_of(windows)
    candidates = [one.move for one in windows], [one.est for one in windows]
    return CODE.builtins.list(CODE.builtins.map(player.check_bounds, bounds, states, *candidates))


def alike_est(est: Est) -> Est:
    """Another estimate; if it is a guess, as long in print."""
    match est:
        case Guess(worth):
            step = -1 if abs(worth) % 10 == 9 else 1
            return Guess(worth + step if worth >= 0 else worth - step)
    return Guess(0)


def alike(value: Value) -> Value:
    """A value with another estimate, if it has one."""
    return BestEdge(value.move, alike_est(value.est)) if isinstance(value, BestEdge) else value


def update_verdict(example: Window, got: Any, expected: Any) -> str:
    """A pair of bounds; of two candidates that compare equal either may be kept."""
    if not isinstance(got, tuple | list) or len(got) != 2:
        return f"a pair of bounds is expected, not {short(got)}"
    own = 0 if example.player is Player.MAXIE else 1
    for name, index in (("alpha", 0), ("beta", 1)):
        kept = same(got[index], expected[index])
        if not kept and not (index == own and _equal_candidate(example, got[index], own)):
            return f"{name}: {difference(got[index], expected[index])}"
    return ""


def _renamed(value: Value) -> Value:
    return BestEdge((value.move + 1) % 4, value.est) if isinstance(value, BestEdge) else value


def _updates(window: Window) -> tuple[Window, ...]:
    """A window, and others that each differ from the one before in one thing.

    Who remembers a bound's value keeps it; so a worse one, which nobody needs, comes before.
    """
    nothing, first = replace(window, value=PRUNED), replace(window, bounds=OPEN)
    own = window.bounds[0 if window.player is Player.MAXIE else 1]
    worse = replace(window, value=BestEdge(7, window.worst)) if own is not PRUNED else nothing
    return (
        *(nothing.opponents, nothing, worse, worse, window, worse, window),
        *(first, first.opponents, first, replace(first, value=alike(first.value)), nothing),
        *(replace(nothing, bounds=window.turned), replace(nothing, bounds=window.renamed)),
    )


def updated(player: Any, window: Window) -> Any:
    """The question what one player makes of a window, and of others that differ in one thing.

    But for the edge of a value, what is the same is the same object; edges are new ones, and gone
    once they have been used, so that another one takes their place.
    """
    windows = _updates(window)
    made = {one.value: _with_est(one.value) for one in windows}
    pairs = {one.bounds: CODE.builtins.tuple(list(one.bounds)) for one in windows}
    return tuple(
        [player.update_ab(one.state, pairs[one.bounds], made[one.value]()) for one in windows]
    )


def _with_est(value: Value) -> Callable[[], Any]:
    """What makes the value anew, with the same object for its estimate."""
    match value:
        case BestEdge(move, Guess(worth)):
            est = CODE.gametree.Guess(worth)
        case BestEdge(move, Definitely(outcome)):
            est = CODE.gametree.Definitely(outcome)
        case _:
            return lambda: value
    return lambda: CODE.gametree.BestEdge(move, est)


def pairs_of(windows: Iterable[Bounds]) -> Callable[[Bounds], Any]:
    """What makes the pair of some bounds anew, of the same objects each time.

    So nothing but the pair takes the place of the one before.
    """
    made = {bound: _with_est(bound)() for bounds in windows for bound in bounds}
    return lambda bounds: CODE.builtins.tuple([made.get(bound, bound) for bound in bounds])


def updated_verdict(example: Window, got: Any, expected: Any) -> str:
    """As many pairs of bounds as are asked for."""
    return updates_verdict(_updates(example), got, expected)


def updates_verdict(windows: Sequence[Window], got: Any, expected: Any) -> str:
    """A pair of bounds for each window."""
    if not isinstance(got, tuple) or len(got) != len(windows):
        return f"{len(windows)} pairs of bounds are expected, not {short(got)}"
    found = map(update_verdict, windows, got, expected)
    return next((words for words in found if words), "")


def value_asked(player: Any, window: Window) -> Any:
    """The question for the bounds of both players, of one object."""
    mine, others = window.state, window.opponents.state
    pair = pairs_of((window.bounds, window.renamed))

    def asked(state: Any, bounds: Bounds) -> Any:
        return player.value_for(state, pair(bounds))

    return (
        *(asked(mine, window.bounds), asked(others, window.bounds), asked(mine, window.bounds)),
        *(asked(mine, OPEN), asked(mine, window.turned), asked(mine, window.renamed)),
    )


def checked(player: Any, window: Window) -> Any:
    """The question what becomes of a candidate, and of others that differ in one thing.

    One outside of the bounds, which no answer holds, comes before one that may be within them.
    """
    assert window.est is not None
    mine, others, move = window.state, window.opponents.state, window.move
    outside = Definitely(Winner(Player.MINNIE if window.bounds[0] is not PRUNED else Player.MAXIE))
    return (
        player.check_bounds(window.bounds, others, move, outside),
        player.check_bounds(window.bounds, mine, move, outside),
        player.check_bounds(window.bounds, mine, move, window.est),
        player.check_bounds(OPEN, mine, move, window.est),
        player.check_bounds(OPEN, mine, "another", window.est),
        player.check_bounds(OPEN, mine, "another", alike_est(window.est)),
        player.check_bounds(window.turned, mine, "another", alike_est(window.est)),
        player.check_bounds(window.turned, mine, "another", window.est),
        player.check_bounds(window.bounds, mine, "another", window.est),
        player.check_bounds(window.bounds, others, "another", window.est),
    )


def _equal_candidate(example: Window, got: Any, own: int) -> bool:
    old, new = example.bounds[own], example.value
    if not isinstance(old, BestEdge) or not isinstance(new, BestEdge):
        return False
    return est_compare(old.est, new.est) == 0 and (same(got, old) or same(got, new))


# -- evaluate and search -----------------------------------------------------------------------


# Moves of every kind, in an order that is no order of theirs.
NAMES: tuple[tuple[Any, ...], ...] = (
    (
        *("up", "down", "left", "right", "castle"),
        *("2", "d4", "c4", "0", "g3", "b3", "a6", "10", "h"),
    ),
    tuple([(i * 5 % 14, -i) for i in range(14)]),
    tuple([Pop(i // 2) if i % 2 else Drop(13 - i) for i in range(14)]),
    tuple([i * 5 % 14 - 14 for i in range(14)]),
    tuple([10**9 - i * 3 % 14 for i in range(14)]),
)


@dataclass(frozen=True, slots=True)
class Searched:
    """A position with its game, a window and, for Jamboree, a fraction.

    `chosen` are the children to search, in that order, of which the first `in_sequence` go one by
    one; if none are chosen, all are searched, and the fraction says how many go one by one.
    """

    position: Position
    window: Bounds
    game: ExplicitGame
    fraction: float = 1.0
    twin: ExplicitGame | None = None
    chosen: tuple[int, ...] = ()
    in_sequence: int = 0

    @property
    def state(self) -> Any:
        return self.position.state(self.game)

    @property
    def twin_state(self) -> Any:
        """The same state of the twin game."""
        assert self.twin is not None
        return self.position.state(self.twin)

    @property
    def width(self) -> int:
        """How many moves the position has."""
        return _width(self.position)

    @property
    def order(self) -> Sequence[int]:
        """The children that are searched, in order."""
        return self.chosen or range(self.width)

    @property
    def moves(self) -> Seq[Any]:
        """The moves to those children."""
        return Seq.from_list([self.move(index) for index in self.order])

    def move(self, index: int) -> Any:
        """The move to a child."""
        return self.game.names[index] if isinstance(self.game, PathGame) else index

    def one_by_one(self) -> int:
        """How many of the moves are searched one by one."""
        return self.in_sequence if self.chosen else int(self.fraction * self.width)


FRACTIONS = (0.0, 0.25, 0.29, 0.5, 0.75, 1.0)


def searches(
    *,
    windows: bool = True,
    in_play: bool = False,
    fractions: bool = False,
    watched: bool = False,
    selected: bool = False,
) -> st.SearchStrategy[Searched]:
    """Positions to search, with a drawn window or an open one.

    Only where the terminals visited are the point is the game watched: a wrong list of terminals
    is then lost once, and a leaf's value costs a question only there. If `selected`, some of the
    moves are to be searched, in some order.
    """

    def searched(rng: Random) -> Searched:
        drawn = position(rng, in_play=in_play)
        window = _window(drawn, rng) if windows else OPEN
        game = _game(drawn.root(), rng, watched=watched, ordered=not fractions)
        fraction = _fraction(drawn, rng) if fractions else 1.0
        example = Searched(drawn, window, game, fraction)
        return _selected(example, rng, fractions) if selected else example

    return generators.map(searched)


def deeper_searches(*, fractions: bool = False) -> st.SearchStrategy[Searched]:
    """Positions in play, to be searched more than one move ahead."""
    found = searches(in_play=True, fractions=fractions)
    return found.filter(lambda example: example.position.depth > 1)


def _width(drawn: Position) -> int:
    return len(drawn.tree.children) if isinstance(drawn.tree, TreeNode) else 0


def _fraction(drawn: Position, rng: Random) -> float:
    """Any of them; as often one that splits the moves elsewhere when it is rounded to nearest."""
    shares = [fraction * _width(drawn) for fraction in FRACTIONS]
    uneven = [f for f, share in zip(FRACTIONS, shares, strict=True) if round(share) > int(share)]
    return rng.choice(rng.choice((FRACTIONS, uneven or FRACTIONS)))


def _window(drawn: Position, rng: Random) -> Bounds:
    if rng.randrange(3):
        return bounds(rng)
    return touching(rng, minimax(drawn.tree, drawn.player))


def _game(root: ExplicitTree, rng: Random, *, watched: bool, ordered: bool) -> ExplicitGame:
    names = rng.choice((None, rng.choice(NAMES)))
    if names is None:
        return WatchedGame(root, ordered=ordered) if watched else ExplicitGame(root)
    return WatchedPathGame(root, names, ordered=ordered) if watched else PathGame(root, names)


def _selected(example: Searched, rng: Random, fractions: bool) -> Searched:
    size = rng.choice((example.width, rng.randint(1, example.width)))
    chosen = tuple(rng.sample(range(example.width), size))
    most = len(chosen)
    shares = (rng.randint(0, most), rng.choice((0, most - 1)))
    in_sequence = rng.choice(shares) if fractions else most
    return replace(example, chosen=chosen, in_sequence=in_sequence)


# Fractions and numbers of moves where float arithmetic falls below the exact product; then nearly a
# hundred moves one by one, and fewer, which tells apart two known mistakes that fail there.
SPLITS = ((0.29, 100), (0.57, 100), (0.58, 50), (0.99, 100), (0.4, 100))
# Thirds, eighths and tenths of few moves, and all of them.
PARTS_OF_1 = (
    (1 / 3, 3),
    (2 / 3, 6),
    (1 / 3, 9),
    (0.125, 8),
    (0.375, 8),
    (0.1, 10),
    (0.7, 10),
    (1, 4),
)

# Other ways to split moves, which go wrong for some shares alone.
OTHER_WAYS: tuple[Callable[[float, int], float], ...] = (
    lambda share, width: width // (1 / share),
    lambda share, width: width / (1 / share),
    lambda share, width: int(100 * share) * width // 100,
    lambda share, width: int(10 * share) * width // 10,
    lambda share, width: int(1000 * share) * width // 1000,
    lambda share, width: width - ceil((1 - share) * width),
    lambda share, width: width - int((1 - share) * width),
    lambda share, width: round(share * width),
    lambda share, width: max(1, int(share * width)),
    lambda share, width: share * width + 1e-9,
)


def told_apart() -> tuple[tuple[float, int], ...]:
    """For each of the other ways, per cents of few moves that it splits elsewhere."""
    shares = [(per_cent / 100, width) for width in range(2, 26) for per_cent in range(1, 100)]
    every = [(share, width) for share, width in shares if round(share * width)]
    found = (
        next(((p, n) for p, n in every if int(way(p, n)) != int(p * n)), None) for way in OTHER_WAYS
    )
    return tuple(dict.fromkeys(filter(None, found)))


# Shares that are the same when they are rounded, and split so many moves elsewhere.
LIKE_SHARES = ((1 / 3, 0.33, 3), (2 / 3, 0.66, 6))

# So many of the moves after the last one by one show that they are pruned.
SHOWING = 40


def wide(fraction: float, width: int) -> Searched:
    """A root with so many moves that the last one by one shows where they are split.

    That move raises alpha so far that of each move after it only one leaf is visited; if it goes
    side by side with them, all are. There are so many leaves that one of them comes first.
    """
    # Where all go one by one, the first shows it by those after it.
    last = round(fraction * width) - 1 if fraction < 1 else 0
    leaves = next(n for n in count(2) if int(fraction * n) >= 1)
    firsts = [1] * last + [9] + [5] * (width - last - 1)
    sizes = [leaves if last <= i < last + SHOWING else 1 for i in range(width)]
    children = [
        TreeNode(f"n{i}", [TreeLeaf(f"{i}-{at}", 9 if at else first) for at in range(size)])
        for i, (first, size) in enumerate(zip(firsts, sizes, strict=True))
    ]
    position = Position(TreeNode("top", children), 2, minnie=False)
    return Searched(position, OPEN, WatchedGame(position.tree, ordered=False), fraction)


@dataclass(frozen=True, slots=True)
class Step:
    """One evaluation: of which of two games, where in its tree, how deep, and with what window."""

    game: ExplicitGame
    state: Any
    incoming: Any
    depth: int
    window: Bounds


@dataclass(frozen=True, slots=True)
class Past:
    """Evaluations by the players of two games, one after another, each player one object."""

    games: tuple[Searched, Searched]
    steps: tuple[Step, ...]

    def players(self, make: Callable[[ExplicitGame, int, float], Any]) -> list[Any]:
        """The player of each step, made by `make` once for each game."""
        made = {id(g.game): make(g.game, g.position.depth, g.fraction) for g in self.games}
        return [made[id(step.game)] for step in self.steps]


def pasts(*, fractions: bool = False) -> st.SearchStrategy[Past]:
    """Two games, in each of which a place is evaluated several times, and another one between."""
    one = searches(in_play=True, fractions=fractions)
    return st.builds(_past, one, one, generators)


def _past(first: Searched, second: Searched, rng: Random) -> Past:
    a, b, other = _step(first, rng), _step(second, rng), _step(first, rng)
    steps = (a, b, replace(other, window=a.window), replace(a, window=bounds(rng)))
    return Past((first, second), (*steps, replace(b, window=bounds(rng)), _less_deep(a, rng), a))


def _less_deep(step: Step, rng: Random) -> Step:
    """The same evaluation to another depth, if the game has estimates above its leaves."""
    if not isinstance(step.game, PathGame):
        return step
    return replace(step, depth=rng.randrange(max(1, step.depth)))


def _step(example: Searched, rng: Random) -> Step:
    tree, path = example.game.tree, list[int]()
    least = int(example.position.minnie)
    plies = example.position.depth + least
    while isinstance(tree, TreeNode) and (len(path) < least or rng.random() < 0.6):
        path.append(rng.randrange(len(tree.children)))
        tree = tree.children[path[-1]]
    state = state_at(example.game, path)
    incoming = example.move(path[-1] if path else 0)
    return Step(example.game, state, incoming, plies - len(path), bounds(rng))


def past_verdict(_example: Past, got: Any, expected: Any) -> str:
    """The results of several evaluations, each by its own arguments."""
    for number, (g, e) in enumerate(zip(got, expected, strict=True), 1):
        words = result_verdict(None, g, e)
        if words:
            place = f"the evaluation number {number}, by a player that has made others"
            return Placed(place, words)
    return ""


def look_alike(tree: ExplicitTree, rng: Random) -> ExplicitTree:
    """The same tree, its guessed leaves in another order."""
    values = list(_guesses(tree))
    rng.shuffle(values)
    return _with_guesses(tree, iter(values))


def _guesses(tree: ExplicitTree) -> Iterator[int]:
    match tree:
        case TreeNode(_, children):
            for child in children:
                yield from _guesses(child)
        case TreeLeaf(_, int(value)):
            yield value


def _with_guesses(tree: ExplicitTree, values: Iterator[int]) -> ExplicitTree:
    match tree:
        case TreeNode(label, children):
            return TreeNode(label, [_with_guesses(child, values) for child in children])
        case TreeLeaf(label, int()):
            return TreeLeaf(label, next(values))
    return tree


@dataclass(frozen=True, slots=True)
class Turns:
    """Positions of two games that look alike, in which the same two players move in turn."""

    games: tuple[Searched, Searched]
    places: tuple[int, ...]

    @property
    def depth(self) -> int:
        """How many moves the players look ahead."""
        return self.games[0].position.depth - 1

    @property
    def steps(self) -> list[tuple[Searched, int]]:
        """Which of the games a player moves in, and where."""
        return [(game, place) for place in self.places for game in self.games]

    @property
    def states(self) -> list[Any]:
        """The states in which they move."""
        path = (0,) if self.games[0].position.minnie else ()
        return [state_at(one.game, (*path, place)) for one, place in self.steps]

    @property
    def positions(self) -> list[Searched]:
        """The positions as examples of their own."""
        return [_child(one, place) for one, place in self.steps]

    def players(self, make: Callable[[ExplicitGame, int, float], Any]) -> list[Any]:
        """The player of each step, made by `make` once for each game."""
        made = {id(one): make(one.game, self.depth, one.fraction) for one in self.games}
        return [made[id(one)] for one, _ in self.steps]


def _child(above: Searched, at: int) -> Searched:
    tree, minnie = above.position.tree, above.position.minnie
    assert isinstance(tree, TreeNode)
    position = Position(tree.children[at], above.position.depth - 1, minnie=not minnie)
    return replace(above, position=position)


def turns(*, fractions: bool = False) -> st.SearchStrategy[Turns]:
    """Two states beside each other, the first of them twice, in either game."""
    found = searches(windows=False, in_play=True, fractions=fractions)
    return st.builds(_turns, found.filter(lambda one: len(_inner(one)) > 1), generators)


def _inner(example: Searched) -> list[int]:
    """The children in which the game goes on."""
    tree = example.position.tree
    assert isinstance(tree, TreeNode)
    return [at for at, child in enumerate(tree.children) if isinstance(child, TreeNode)]


def _turns(example: Searched, rng: Random) -> Turns:
    one, other = rng.sample(_inner(example), 2)
    drawn = example.position
    position = replace(drawn, tree=look_alike(drawn.tree, rng))
    root, names = position.root(), getattr(example.game, "names", None)
    game = ExplicitGame(root) if names is None else PathGame(root, names)
    return Turns((example, replace(example, position=position, game=game)), (one, other, one))


def turns_verdict(example: Turns, got: Any, expected: Any) -> str:
    """The moves of two players in several states."""
    for one, g, e in zip(example.positions, got, expected, strict=True):
        words = move_verdict(one, g, e)
        if words:
            return Placed("by a player that is asked several times", words)
    return ""


def twins(*, fractions: bool = False) -> st.SearchStrategy[Searched]:
    """Positions on a watched game, with a twin whose visits are as good as the expected ones."""
    found = searches(windows=False, in_play=True, fractions=fractions, watched=True)
    return found.map(with_twin)


def with_twin(example: Searched) -> Searched:
    """The same, with a twin of its game."""
    twin, game = copy(example.game), copy(example.game)
    assert isinstance(twin, WatchedGame)
    assert isinstance(game, WatchedGame)
    game.like, twin.visits, game.visits = twin, [], []
    return replace(example, game=game, twin=twin)


def made(*players: Any) -> tuple[Any, ...]:
    """The question whether all these players are there, so that they are made in this order."""
    return tuple([CODE.builtins.isinstance(player, CODE.builtins.object) for player in players])


def result_verdict(_example: object, got: Any, expected: Any) -> str:
    """Results of evaluate: the kind and the estimate count; whose move is in the edge doesn't."""
    match expected:
        case BestEdge(_, est):
            if type(got) is not BestEdge:
                return f"{short(got)} instead of an edge with {short(est)}"
            return "" if same(got.est, est) else f"{short(got.est)} instead of {short(est)}"
    return "" if got is expected else f"{short(got)} instead of {short(expected)}"


def search_verdict(example: Searched, got: Any, expected: Any) -> str:
    """Values of search: the estimate, and the move where a child is better than the bound."""
    words = result_verdict(example, got, expected)
    if words or not isinstance(expected, BestEdge) or got is PARENT_PRUNE:
        return words
    own = example.window[0 if example.position.player is Player.MAXIE else 1]
    if isinstance(own, BestEdge) and est_compare(own.est, expected.est) == 0:
        return ""
    return move_verdict(example, got.move, expected.move)


def next_move_verdict(example: Searched, got: Any, expected: Any) -> str:
    """The move that next_move chooses; what search answers beside it is judged elsewhere."""
    return move_verdict(example, got[-2], expected[-2])


def move_verdict(example: Searched, got: Any, expected: Any) -> str:
    """The move that a search chooses: the first best, or any best among parallel ones."""
    position = example.position
    tree, player = position.tree, position.player
    indices = moves_allowed(tree, player, example.one_by_one(), example.order)
    allowed = [example.move(index) for index in sorted(indices)]
    if any(same(got, move) for move in allowed):
        return ""
    others = [move for move in allowed if move != expected]
    or_else = f" (or {', '.join(map(str, others))})" if others else ""
    return f"the move {short(got)} instead of {short(expected)}{or_else}"


def split(example: Searched) -> tuple[Seq[Any], Seq[Any]]:
    """The moves that go one by one, and those that go side by side."""
    moves, in_sequence = example.moves.to_list(), example.one_by_one()
    return Seq.from_list(moves[:in_sequence]), Seq.from_list(moves[in_sequence:])
