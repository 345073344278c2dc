"""What is certain beside what is guessed: as a bound, as a candidate, as the value of a leaf."""

from collections.abc import Callable, Iterable, Sequence
from itertools import product
from typing import Any

from hypothesis import strategies as st

from gametree import (
    DRAW,
    PRUNED,
    BestEdge,
    Bounds,
    Definitely,
    Est,
    ExplicitGame,
    Guess,
    Outcome,
    Player,
    TreeLeaf,
    TreeNode,
    Winner,
)
from gametree.grading.watched_games import WatchedGame
from gametree.paths import SurePathGame
from reference.checks.searches import (
    OPEN,
    PATHS,
    PLAYERS,
    Searched,
    Step,
    Window,
    result_verdict,
    with_twin,
)
from reference.checks.trees import Position, state_at
from reference.checks.verdicts import is_tuple

WORST, BEST = (BestEdge(1, Definitely(Winner(p))) for p in (Player.MINNIE, Player.MAXIE))
SURE_DRAW = Definitely(DRAW)
# More than any number that stands for a win.
LARGE = 10**30


def _alone(edge: BestEdge) -> list[Bounds]:
    return [(edge, PRUNED), (PRUNED, edge)]


def _windows(
    pairs: Iterable[tuple[Est, Est]], bounds: Callable[[BestEdge], Sequence[Bounds]]
) -> tuple[Window, ...]:
    """For each player and each pair of a bound and a candidate, windows with that bound."""
    return tuple(
        [
            Window(player, window, BestEdge(0, est), est, move=2)
            for player, (bound, est) in product(PLAYERS, pairs)
            for window in bounds(BestEdge(0, bound))
        ]
    )


# A sure draw is as good as a guess of 0: each as the bound that the other one is compared with.
DRAWS = _windows(
    [
        (Guess(0), SURE_DRAW),
        (SURE_DRAW, Guess(0)),
        (Guess(1), SURE_DRAW),
        (Guess(-1), SURE_DRAW),
    ],
    lambda edge: [*_alone(edge), (edge, BEST), (WORST, edge)],
)
# And a sure win is worth more than any guess, a sure loss less.
WINS = _windows(
    [
        pair
        for sure, guess in ((BEST.est, Guess(LARGE)), (WORST.est, Guess(-LARGE)))
        for pair in ((sure, guess), (guess, sure))
    ],
    _alone,
)
# These numbers share a hash: what is kept under it answers for the other number, too.
OF_ONE_HASH = _windows(
    [(Guess(bound), Guess(worth)) for bound, worth in product((-1, -2), repeat=2)], _alone
)
# In parts, since all of few are asked.
OUTCOMES_AT_BOUNDS = (*[(DRAWS + WINS)[at::6] for at in range(6)], OF_ONE_HASH)


def bounds_updated(player: Any, windows: Sequence[Window]) -> tuple[Any, ...]:
    """The question for the bounds after values."""
    return tuple([player.update_ab(one.state, one.bounds, one.value) for one in windows])


def bounds_checked(player: Any, windows: Sequence[Window]) -> tuple[Any, ...]:
    """The question what becomes of candidates."""
    return tuple([player.check_bounds(one.bounds, one.state, one.move, one.est) for one in windows])


# -- leaves that are worth a candidate -------------------------------------------------------------


def leaves_evaluated(
    player_of: Callable[[ExplicitGame], Any], windows: Sequence[Window]
) -> tuple[Any, ...]:
    """The question what becomes of leaves that are worth the candidates, a player for each game."""
    steps = _leaves(windows)
    players = {id(step.game): player_of(step.game) for step in steps}
    return tuple(
        [
            players[id(step.game)].evaluate(step.depth, step.window, step.state, step.incoming)
            for step in steps
        ]
    )


def leaves_verdict(windows: Sequence[Window], got: Any, expected: Any) -> str:
    """A result for each leaf."""
    if not is_tuple(got, len(expected)):
        return f"{len(expected)} results are expected"
    found = (result_verdict(windows, g, e) for g, e in zip(got, expected, strict=True))
    return next(filter(None, found), "")


def _leaves(windows: Sequence[Window]) -> list[Step]:
    """A guess is found at depth 0; what is certain also where the game is over, at any depth."""
    estimated = {_value(one.est): _game_of(one.est, sure=True) for one in windows}
    over = {_value(one.est): _game_of(one.est, sure=False) for one in windows}
    steps = []
    for one in windows:
        value = _value(one.est)
        places = [(estimated[value], 0)]
        if not isinstance(value, int):
            places += [(over[value], depth) for depth in range(4)]
        for game, depth in places:
            state = state_at(game, PATHS[one.player])
            steps.append(Step(game, state, one.move, depth, one.bounds))
    return steps


def _value(est: Est | None) -> int | Outcome:
    match est:
        case Guess(value):
            return value
        case Definitely(outcome):
            return outcome
    raise TypeError(est)


def _game_of(est: Est | None, *, sure: bool) -> ExplicitGame:
    """A game with a leaf of each player's that is worth so much, which is sure, or over."""
    value = _value(est)
    right = TreeNode("right", (TreeLeaf("other", 0), TreeLeaf("maxies", value)))
    root = TreeNode("root", (TreeLeaf("minnies", value), right))
    return SurePathGame(root, ("left", "right")) if sure else ExplicitGame(root)


# -- moves that decide the game --------------------------------------------------------------------


def first_decides(*shares: float) -> st.SearchStrategy[Searched]:
    """Positions of either player in which the first of two moves loses at once, or wins.

    Leaves after it are visited all the same.
    """
    kinds = product((False, True), (False, True), shares)
    return st.sampled_from([_first_decides(*kind) for kind in kinds]).map(with_twin)


def _first_decides(minnie: bool, wins: bool, share: float) -> Searched:
    mover = Player.MINNIE if minnie else Player.MAXIE
    decided = TreeLeaf("c", Winner(mover if wins else mover.other))
    first = (decided,) if wins else (decided, TreeLeaf("d", 3))
    children = TreeNode("b", first), TreeNode("e", (TreeLeaf("f", 4),))
    drawn = Position(TreeNode("a", children), 2, minnie)
    return Searched(drawn, OPEN, WatchedGame(drawn.root(), ordered=share == 1), share)
