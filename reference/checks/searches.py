"""What the checks of alphabeta and jamboree have in common: how an answer of a search is judged."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from random import Random
from typing import Any

from hypothesis import strategies as st

from gametree import (
    PARENT_PRUNE,
    PRUNED,
    BestEdge,
    Bounds,
    Est,
    ExplicitGame,
    ExplicitState,
    Player,
    TreeLeaf,
    TreeNode,
    Value,
    alpha_is_less_than,
    beta_is_greater_than,
    est_compare,
)
from gametree.watched import WatchedGame
from grader.student.compare import difference, same, short
from reference.checks.rng import generators
from reference.checks.trees import Position, bounds, estimate, moves_allowed, position

# A game of two plies, to have a state of each player where the tree doesn't matter.
TWO_PLIES = ExplicitGame(TreeNode("maxie", (TreeNode("minnie", (TreeLeaf("leaf", 0),)),)))


def state_of(player: Player) -> ExplicitState:
    """A state in which it is the player's turn."""
    start = TWO_PLIES.start
    return start if player is Player.MAXIE else TWO_PLIES.make_move(start, 0)


PLAYERS = (Player.MAXIE, Player.MINNIE)


@dataclass(frozen=True, slots=True)
class Window:
    """Bounds at a state of a player, with a child's value or a candidate estimate."""

    player: Player
    bounds: Bounds
    value: Value = PRUNED
    est: Est | None = None
    move: int = 0


def updates() -> st.SearchStrategy[Window]:
    """Bounds and the value of a child that keeps alpha < beta."""
    return generators.map(_update)


def _update(rng: Random) -> Window:
    player, window = rng.choice(PLAYERS), bounds(rng)
    value: Value = PRUNED
    if rng.randrange(5):
        value = BestEdge(rng.randint(4, 7), estimate(rng))
    if rng.randrange(4) == 3:
        value = _tie(player, window, value)
    return Window(player, window, value if _fits(player, window, value) else PRUNED)


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
    return Window(player, window, est=est, move=rng.randint(0, 9))


def update_verdict(example: Window, got: Any, due: Any) -> str:
    """A pair of bounds; of two candidates that compare equal either may be kept."""
    if not isinstance(got, tuple | list) or len(got) != 2:
        return f"a pair of bounds is due, not {short(got)}"
    own = 0 if example.player is Player.MAXIE else 1
    for name, index in (("alpha", 0), ("beta", 1)):
        kept = same(got[index], due[index])
        if not kept and not (index == own and _equal_candidate(example, got[index], own)):
            return f"{name}: {difference(got[index], due[index])}"
    return ""


def _equal_candidate(example: Window, got: Any, own: int) -> bool:
    old, new = example.bounds[own], example.value
    if not isinstance(old, BestEdge) or not isinstance(new, BestEdge):
        return False
    return est_compare(old.est, new.est) == 0 and (same(got, old) or same(got, new))


# -- evaluate and search -----------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Searched:
    """A position with its game, a window and, for Jamboree, a fraction."""

    position: Position
    window: Bounds
    game: ExplicitGame
    fraction: float = 1.0
    twin: ExplicitGame | None = None

    @property
    def state(self) -> ExplicitState:
        return self.position.state(self.game)

    @property
    def twin_state(self) -> ExplicitState:
        """The same state of the twin game."""
        assert self.twin is not None
        return self.position.state(self.twin)

    @property
    def width(self) -> int:
        """How many moves the position has."""
        tree = self.position.tree
        return len(tree.children) if isinstance(tree, TreeNode) else 0

    def one_by_one(self) -> int:
        """How many of the moves are searched one by one."""
        return int(self.fraction * self.width)


OPEN: Bounds = (PRUNED, PRUNED)
FRACTIONS = (0.0, 0.25, 0.29, 0.5, 0.75, 1.0)


def searches(
    *,
    windows: bool = True,
    in_play: bool = False,
    fractions: bool = False,
    watched: bool = False,
) -> st.SearchStrategy[Searched]:
    """Positions to search, with a drawn window or an open one.

    Only where the terminals visited are the point is the game watched: a wrong list of terminals
    is then lost once, and a leaf's value costs a question only there.
    """

    def searched(rng: Random) -> Searched:
        drawn = position(rng, in_play=in_play)
        window = bounds(rng) if windows else OPEN
        root = drawn.root()
        game = WatchedGame(root, ordered=not fractions) if watched else ExplicitGame(root)
        return Searched(drawn, window, game, rng.choice(FRACTIONS) if fractions else 1.0)

    return generators.map(searched)


# Fractions and numbers of moves where float arithmetic falls below the exact product.
JUST_BELOW = ((0.29, 100), (0.57, 100), (0.58, 50))


def wide(fraction: float, width: int) -> Searched:
    """A root with so many moves that the last one by one tells where they are split.

    That move raises alpha so far that of each move after it only one leaf is visited; if it goes
    side by side with them, both are.
    """
    last = round(fraction * width) - 1
    firsts = [1] * last + [9] + [5] * (width - last - 1)
    children = [
        TreeNode(f"n{i}", (TreeLeaf(f"l{i}", first), TreeLeaf(f"r{i}", 9)))
        for i, first in enumerate(firsts)
    ]
    position = Position(TreeNode("top", children), 2, minnie=False)
    return Searched(position, OPEN, WatchedGame(position.tree, ordered=False), fraction)


@dataclass(frozen=True, slots=True)
class Again:
    """One position to evaluate several times with one player, each time with other bounds."""

    searched: Searched
    windows: tuple[Bounds, ...]


def again(*, fractions: bool = False) -> st.SearchStrategy[Again]:
    """Positions and three windows each."""
    windows = generators.map(lambda rng: (bounds(rng), bounds(rng), bounds(rng)))
    return st.builds(Again, searches(in_play=True, fractions=fractions), windows)


def again_verdict(_example: Again, got: Any, due: Any) -> str:
    """The results of evaluating several times: each by its own bounds."""
    for number, (g, d) in enumerate(zip(got, due, strict=True), 1):
        words = result_verdict(None, g, d)
        if words:
            return f"the evaluation number {number} of the same state: {words}"
    return ""


def twins(*, fractions: bool = False) -> st.SearchStrategy[Searched]:
    """Positions on a watched game, with a twin whose visits are as good as those due."""

    def with_twin(example: Searched) -> Searched:
        twin = WatchedGame(example.game.tree, ordered=not fractions)
        game = WatchedGame(example.game.tree, ordered=not fractions, like=twin)
        return replace(example, game=game, twin=twin)

    return searches(windows=False, in_play=True, fractions=fractions).map(with_twin)


def result_verdict(_example: object, got: Any, due: Any) -> str:
    """Results of evaluate: the kind and the estimate count; whose move is in the edge doesn't."""
    match due:
        case BestEdge(_, est):
            if type(got) is not BestEdge:
                return f"{short(got)} instead of an edge with {short(est)}"
            return "" if same(got.est, est) else f"{short(got.est)} instead of {short(est)}"
    return "" if got is due else f"{short(got)} instead of {short(due)}"


def search_verdict(example: Searched, got: Any, due: Any) -> str:
    """Values of search: the estimate, and the move where a child is better than the bound."""
    words = result_verdict(example, got, due)
    if words or not isinstance(due, BestEdge) or got is PARENT_PRUNE:
        return words
    own = example.window[0 if example.position.player is Player.MAXIE else 1]
    if isinstance(own, BestEdge) and est_compare(own.est, due.est) == 0:
        return ""
    return move_verdict(example, got.move, due.move)


def next_move_verdict(example: Searched, got: Any, due: Any) -> str:
    """The move that next_move chooses; what search answers beside it is judged elsewhere."""
    return move_verdict(example, got[0], due[0])


def move_verdict(example: Searched, got: Any, due: Any) -> str:
    """The move that a search chooses: the first best, or any best among parallel ones."""
    position = example.position
    allowed = moves_allowed(position.tree, position.player, example.one_by_one())
    if isinstance(got, int) and got in allowed:
        return ""
    others = sorted(allowed - {due})
    or_else = f" (or {', '.join(map(str, others))})" if others else ""
    return f"the move {short(got)} instead of {short(due)}{or_else}"


def split(example: Searched) -> Iterator[range]:
    """The moves that go one by one, then those that go side by side."""
    yield range(example.one_by_one())
    yield range(example.one_by_one(), example.width)
