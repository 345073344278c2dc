"""How the arguments of alphabeta's and jamboree's methods vary."""

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

from gametree import (
    BestEdge,
    Bounds,
    Definitely,
    Draw,
    Est,
    ExplicitGame,
    ExplicitTree,
    Guess,
    Player,
    TreeLeaf,
    Winner,
    est_compare,
)
from gametree.paths import PathGame
from grader.authoring.domains import (
    AskedCall,
    Aspect,
    Domain,
    Parts,
    among,
    at_least,
    below,
    between,
    each,
    equals,
)
from reference.checks.trees import minimax

BILLION = 10**9


def estimate_kind(est: Est) -> str:
    """What kind of estimate it is."""
    match est:
        case Definitely(Winner(player)):
            return "Maxie wins" if player is Player.MAXIE else "Minnie wins"
        case Definitely(Draw()):
            return "a draw"
        case Guess(value):
            size = "huge " if abs(value) >= BILLION else "over 100 " if abs(value) > 100 else ""
            return size + ("zero" if value == 0 else "positive" if value > 0 else "negative")
    raise TypeError(est)


GUESSES = (
    "zero",
    "positive",
    "negative",
    "over 100 positive",
    "over 100 negative",
    "huge positive",
    "huge negative",
)
ESTIMATES = (*GUESSES, "Maxie wins", "Minnie wins", "a draw")


def window(asked: AskedCall, at: int) -> Bounds:
    """The bounds, an argument."""
    found: Bounds = asked.arguments[at]
    return found


def shape(at: int) -> Aspect:
    """Which bounds there are."""

    def of(asked: AskedCall) -> str:
        alpha, beta = (isinstance(bound, BestEdge) for bound in window(asked, at))
        return (
            "both"
            if alpha and beta
            else "alpha alone"
            if alpha
            else "beta alone"
            if beta
            else "none"
        )

    return Aspect("ab", "bounds", of, each("both", "alpha alone", "beta alone", "none"))


def order(at: int) -> Aspect:
    """Whether alpha is below beta."""

    def of(asked: AskedCall) -> bool | None:
        alpha, beta = window(asked, at)
        if not isinstance(alpha, BestEdge) or not isinstance(beta, BestEdge):
            return None
        return est_compare(alpha.est, beta.est) < 0

    return Aspect("ab", "alpha < beta", of, {"yes": equals(True)}, {"no": equals(False)})


def kinds_of_bounds(at: int) -> Aspect:
    """What estimates are in the bounds."""

    def of(asked: AskedCall) -> set[str]:
        edges = [bound for bound in window(asked, at) if isinstance(bound, BestEdge)]
        return {estimate_kind(edge.est) for edge in edges}

    return Aspect("ab", "estimates", of, among(*ESTIMATES))


def player_of(asked: AskedCall, at: int) -> Player:
    """Who is to move in a state, an argument."""
    found: Player = asked.made[0].player(asked.arguments[at])
    return found


def player(at: int) -> Aspect:
    """Who is to move."""
    return Aspect(
        "state", "to move", lambda asked: player_of(asked, at).name, each("MAXIE", "MINNIE")
    )


def own_bound(asked: AskedCall, ab: int, state: int) -> Any:
    """The bound of the player to move."""
    return window(asked, ab)[0 if player_of(asked, state) is Player.MAXIE else 1]


def against(asked: AskedCall, est: Est, ab: int) -> set[str]:
    """Where an estimate lies in the window."""
    words = set()
    for name, bound in zip(("alpha", "beta"), window(asked, ab), strict=True):
        if isinstance(bound, BestEdge):
            sign = est_compare(est, bound.est)
            words.add(f"{'below' if sign < 0 else 'above' if sign > 0 else 'on'} {name}")
            if sign == 0 and est != bound.est:
                words.add("on a bound of another kind")
    if not words & {"below alpha", "on alpha", "on beta", "above beta"}:
        words.add("within")
    return words


PLACES = among(
    "below alpha", "on alpha", "within", "on beta", "above beta", "on a bound of another kind"
)


def move_kind(move: Any) -> str:
    """What kind of move it is."""
    if type(move) is int:
        return "negative number" if move < 0 else "large number" if move > 100 else "number"
    return "text" if isinstance(move, str) else "tuple" if isinstance(move, tuple) else "record"


MOVES = each("number", "negative number", "large number", "text", "tuple", "record")


# -- trees ---------------------------------------------------------------------------------------


def has_tree(asked: AskedCall) -> bool:
    """Whether the player's game is one of a tree that is at hand."""
    return isinstance(asked.made[0], ExplicitGame)


def tree_at(asked: AskedCall, at: int) -> ExplicitTree:
    """The tree below a state, an argument."""
    game, state = asked.made[0], asked.arguments[at]
    if isinstance(game, PathGame):
        state = game._node(state)
    found: ExplicitTree = state.tree
    return found


@lru_cache(maxsize=1024)
def nodes(tree: ExplicitTree, depth: int = 0) -> tuple[tuple[ExplicitTree, int], ...]:
    """All nodes with their depths."""
    below = () if isinstance(tree, TreeLeaf) else tree.children
    return ((tree, depth), *(each for child in below for each in nodes(child, depth + 1)))


def guesses(tree: ExplicitTree) -> list[int]:
    """The values of the guessed leaves."""
    return [t.value for t, _ in nodes(tree) if isinstance(t, TreeLeaf) and isinstance(t.value, int)]


def features(tree: ExplicitTree, mover: Player) -> set[str]:
    """What a tree has that a search may trip over."""
    leaves = [t.value for t, _ in nodes(tree) if isinstance(t, TreeLeaf)]
    outcomes = [value for value in leaves if not isinstance(value, int)]
    values = [value for value in leaves if isinstance(value, int)]
    deepest = max(depth for _, depth in nodes(tree))
    early = [d for t, d in nodes(tree) if isinstance(t, TreeLeaf) and d < deepest]
    winner, loser = Winner(mover), Winner(mover.other)
    words = {
        "decided in the middle": bool(early),
        "a draw beside a zero guess": any(isinstance(v, Draw) for v in outcomes) and 0 in values,
        "every leaf loses": bool(outcomes) and not values and all(v == loser for v in outcomes),
        "a win for the mover": winner in outcomes,
        "a loss for the mover": loser in outcomes,
        "equal leaves": len(set(values)) < len(values),
        "all leaves equal": len(values) > 2 and len(set(values)) == 1,
        "guesses beyond a billion": any(abs(v) > BILLION for v in values),
        "a chain of single children": any(
            not isinstance(t, TreeLeaf) and len(t.children) == 1 for t, _ in nodes(tree)
        ),
        "negative guesses alone": bool(values) and max(values) < 0,
    }
    return {word for word, holds in words.items() if holds}


FEATURES = among(
    *(
        "decided in the middle",
        "a draw beside a zero guess",
        "a win for the mover",
        "a loss for the mover",
    ),
    *("equal leaves", "all leaves equal", "guesses beyond a billion", "a chain of single children"),
    *("negative guesses alone", "every leaf loses"),
)
WIDTHS: Parts = {**each(1, 2), "3 to 5": between(3, 5), "6 to 13": between(6, 13), "14": equals(14)}
DEPTHS: Parts = {**each(0, 1, 2, 3, 4), "5 and 6": between(5, 6)}


def width(tree: ExplicitTree) -> int | None:
    """How many children a node has; None for a leaf."""
    return None if isinstance(tree, TreeLeaf) else len(tree.children)


def root_kind(tree: ExplicitTree) -> str:
    """What is evaluated."""
    if not isinstance(tree, TreeLeaf):
        return "in play"
    return "a guessed leaf" if isinstance(tree.value, int) else "over"


def game_kind(asked: AskedCall) -> str:
    """What moves and states the game has."""
    game = asked.made[0]
    return move_kind(game.names[0]) if isinstance(game, PathGame) else "number"


def result(asked: AskedCall, at: int, ab: int) -> set[str]:
    """Where the minimax value of the node lies in the window, if the search reaches the leaves."""
    tree, depth = tree_at(asked, at), asked.arguments[0]
    if depth < max(below for _, below in nodes(tree)):
        return set()
    return against(asked, minimax(tree, player_of(asked, at)), ab)


def but_for(parameters: Sequence[str], *varied: str) -> Aspect:
    """Which one of its arguments is another than when the same object was asked before.

    The last parameter stands for all arguments from there on.
    """
    last = len(parameters) - 1

    def parts(asked: AskedCall) -> tuple[Any, ...]:
        return (*asked.arguments[:last], asked.arguments[last:])

    def of(asked: AskedCall) -> set[str]:
        found = set()
        for one in asked.before:
            if one.function == asked.function:
                pairs = zip(parameters, parts(one), parts(asked), strict=True)
                different = [name for name, before, now in pairs if before != now]
                found |= set(different if len(different) == 1 else ())
        return found

    return Aspect("object", "asked before, but for", of, among(*varied))


def beside(asked: AskedCall) -> bool:
    """Whether a player of another game was asked the same, by all arguments."""
    return any(
        a.function == asked.function and a.arguments == asked.arguments for a in asked.beside
    )


OTHER_PLAYER = Aspect(
    "object", "the same of another", beside, {"yes": equals(True), "no": equals(False)}
)


def past(asked: AskedCall) -> set[str]:
    """What this player, or another one, was asked before in the same question."""
    mine, others = asked.before, asked.beside
    evaluated = [a for a in mine if a.function == asked.function]
    words = {
        "nothing": not mine and not others,
        "the same": any(a.arguments == asked.arguments for a in evaluated),
        "the same with another window": any(
            a.arguments[2] == asked.arguments[2] and a.arguments[1] != asked.arguments[1]
            for a in evaluated
        ),
        "another place": any(a.arguments[2] != asked.arguments[2] for a in evaluated),
        "another method": len(evaluated) < len(mine),
        "another player of the same game": any(a.made[0] is asked.made[0] for a in others),
        "another player of another game": any(a.made[0] is not asked.made[0] for a in others),
        "another player the same": beside(asked),
    }
    return {word for word, holds in words.items() if holds}


PAST = among(
    "nothing",
    "the same",
    "the same with another window",
    "another place",
    "another method",
    "another player of the same game",
    "another player of another game",
    "another player the same",
)


# -- the domains -----------------------------------------------------------------------------------


def update_ab(owner: str) -> Domain:
    """The domain of `update_ab(state, ab, value)`."""

    def value(asked: AskedCall) -> set[str]:
        new, own = asked.arguments[2], own_bound(asked, 1, 0)
        if not isinstance(new, BestEdge):
            return {"PRUNED"}
        if not isinstance(own, BestEdge):
            return {"an edge, the first"}
        sign = est_compare(new.est, own.est) * (1 if player_of(asked, 0) is Player.MAXIE else -1)
        return {"better" if sign > 0 else "worse" if sign < 0 else "equal"}

    def crosses(asked: AskedCall) -> bool:
        new, (alpha, beta) = asked.arguments[2], window(asked, 1)
        if not isinstance(new, BestEdge):
            return False
        bound = beta if player_of(asked, 0) is Player.MAXIE else alpha
        sign = 1 if player_of(asked, 0) is Player.MAXIE else -1
        return isinstance(bound, BestEdge) and sign * est_compare(new.est, bound.est) >= 0

    def kind(asked: AskedCall) -> str | None:
        new = asked.arguments[2]
        return estimate_kind(new.est) if isinstance(new, BestEdge) else None

    return Domain(
        f"{owner}.update_ab",
        (
            player(0),
            shape(1),
            order(1),
            kinds_of_bounds(1),
            Aspect(
                "value",
                "against the own bound",
                value,
                among("PRUNED", "an edge, the first", "better", "worse", "equal"),
            ),
            Aspect("value", "estimate", kind, each(*ESTIMATES)),
            Aspect(
                "value",
                "beyond the other bound",
                crosses,
                {"no": equals(False), "yes": equals(True)},
            ),
            but_for(("state", "ab", "value"), "state", "ab", "value"),
        ),
        pairs=(
            ("state: to move", "value: against the own bound"),
            ("state: to move", "ab: bounds"),
            ("state: to move", "value: estimate"),
            ("ab: bounds", "value: against the own bound"),
        ),
        never=frozenset(
            {("none", part) for part in ("better", "worse", "equal")}
            | {("both", "an edge, the first")}
        ),
    )


def value_for(owner: str) -> Domain:
    """The domain of `value_for(state, ab)`."""
    return Domain(
        f"{owner}.value_for",
        (
            player(0),
            shape(1),
            order(1),
            kinds_of_bounds(1),
            but_for(("state", "ab"), "state", "ab"),
        ),
        pairs=(("state: to move", "ab: bounds"),),
    )


CANDIDATE = ("ab", "state", "incoming_move", "est")


def check_bounds(owner: str) -> Domain:
    """The domain of `check_bounds(ab, state, incoming_move, est)`."""
    return Domain(
        f"{owner}.check_bounds",
        (
            shape(0),
            order(0),
            kinds_of_bounds(0),
            player(1),
            Aspect("incoming_move", "kind", lambda a: move_kind(a.arguments[2]), MOVES),
            Aspect("est", "kind", lambda a: estimate_kind(a.arguments[3]), each(*ESTIMATES)),
            Aspect("est", "place", lambda a: against(a, a.arguments[3], 0), PLACES),
            but_for(CANDIDATE, *CANDIDATE),
        ),
        pairs=(
            ("state: to move", "est: place"),
            ("ab: bounds", "est: place"),
            ("state: to move", "est: kind"),
        ),
        never=frozenset(
            {("none", part) for part in PLACES if part != "within"}
            | {("alpha alone", part) for part in ("on beta", "above beta")}
            | {("beta alone", part) for part in ("on alpha", "below alpha")}
        ),
    )


def evaluate(owner: str, *more: Aspect, pairs: tuple[tuple[str, str], ...] = ()) -> Domain:
    """The domain of `evaluate(depth, ab, state, incoming_move)`."""
    return Domain(
        f"{owner}.evaluate",
        (
            Aspect(
                "depth",
                "plies",
                lambda a: a.arguments[0],
                DEPTHS,
                {"negative": below(0), "7 and more": at_least(7)},
            ),
            Aspect(
                "depth",
                "is that of the player",
                lambda a: a.arguments[0] == a.made[1],
                {"yes": equals(True), "no": equals(False)},
            ),
            shape(1),
            order(1),
            kinds_of_bounds(1),
            player(2),
            Aspect(
                "state",
                "is",
                lambda a: root_kind(tree_at(a, 2)),
                each("in play", "a guessed leaf", "over"),
            ),
            Aspect(
                "state", "children", lambda a: width(tree_at(a, 2)), WIDTHS, {"more": at_least(101)}
            ),
            Aspect("state", "tree", lambda a: features(tree_at(a, 2), player_of(a, 2)), FEATURES),
            Aspect("value", "place", lambda a: result(a, 2, 1), PLACES),
            Aspect("game", "moves", game_kind, MOVES),
            Aspect("incoming_move", "kind", lambda a: move_kind(a.arguments[3]), MOVES),
            Aspect("object", "asked before", past, PAST),
            but_for(("depth", "ab", "state", "incoming_move"), "depth", "ab", "state"),
            *more,
        ),
        pairs=(
            ("state: to move", "value: place"),
            ("state: to move", "state: tree"),
            ("depth: plies", "ab: bounds"),
            ("state: to move", "state: children"),
            *pairs,
        ),
        measures=has_tree,
    )


def selection(asked: AskedCall) -> set[str]:
    """Which of the legal moves are to be searched, and in what order."""
    _depth, _ab, state, *parts = asked.arguments
    legal = asked.made[0].moves(state).to_list()
    given = [move for part in parts for move in part.to_list()]
    places = [legal.index(move) for move in given]
    words = {
        "all": len(given) == len(legal) > 1,
        "one of several": len(given) == 1 < len(legal),
        "some": 1 < len(given) < len(legal),
        "the only one": len(legal) == 1,
        "in their order": len(given) > 1 and places == sorted(places),
        "in another order": places != sorted(places),
        "without the first": 0 not in places,
        "without the last": len(legal) - 1 not in places,
    }
    return {word for word, holds in words.items() if holds}


SELECTIONS = among(
    *("all", "one of several", "some", "the only one", "in their order", "in another order"),
    *("without the first", "without the last"),
)


def ties(asked: AskedCall) -> set[str]:
    """How many of the children that are searched are best."""
    tree, mover = tree_at(asked, 2), player_of(asked, 2)
    if isinstance(tree, TreeLeaf):
        return set()
    legal = asked.made[0].moves(asked.arguments[2]).to_list()
    given = [legal.index(move) for part in asked.arguments[3:] for move in part.to_list()]
    return best_places(tree, mover, given)


def best_places(tree: Any, mover: Player, given: list[int]) -> set[str]:
    """Where the best of some children are."""
    worth = [minimax(tree.children[i], mover.other) for i in given]
    sign = 1 if mover is Player.MAXIE else -1
    best = [i for i, est in enumerate(worth) if all(sign * est_compare(est, e) >= 0 for e in worth)]
    lost = Definitely(Winner(mover.other))
    words = {
        "one best": len(best) == 1 < len(worth),
        "several best": 1 < len(best) < len(worth),
        "all alike": len(best) == len(worth) > 1,
        "the first is best": best[0] == 0 and len(worth) > 1,
        "an inner one is best": 0 < best[0] < len(worth) - 1,
        "the last is best": best[0] == len(worth) - 1 > 0,
        "every move loses": all(est == lost for est in worth) and len(worth) > 1,
        "equal ones of two kinds": len({repr(worth[i]) for i in best}) > 1,
    }
    return {word for word, holds in words.items() if holds}


TIES = among(
    *("one best", "several best", "all alike", "the first is best", "an inner one is best"),
    *("the last is best", "every move loses", "equal ones of two kinds"),
)


def search(owner: str, *more: Aspect, pairs: tuple[tuple[str, str], ...] = ()) -> Domain:
    """The domain of `search(depth, ab, state, moves)`."""
    return Domain(
        f"{owner}.search",
        (
            Aspect(
                "depth",
                "plies",
                lambda a: a.arguments[0],
                {k: v for k, v in DEPTHS.items() if k != "0"},
                {"less than 1": below(1), "7 and more": at_least(7)},
            ),
            shape(1),
            order(1),
            player(2),
            Aspect("state", "children", lambda a: width(tree_at(a, 2)), WIDTHS),
            Aspect("state", "tree", lambda a: features(tree_at(a, 2), player_of(a, 2)), FEATURES),
            Aspect("moves", "selection", selection, SELECTIONS),
            Aspect("moves", "best", ties, TIES),
            Aspect("value", "place", lambda a: result(a, 2, 1), PLACES),
            Aspect("game", "moves", game_kind, MOVES),
            but_for(("depth", "ab", "state", "moves"), "depth", "ab", "state", "moves"),
            OTHER_PLAYER,
            *more,
        ),
        pairs=(("state: to move", "moves: best"), ("state: to move", "value: place"), *pairs),
        measures=has_tree,
    )


def next_move(owner: str, *more: Aspect, pairs: tuple[tuple[str, str], ...] = ()) -> Domain:
    """The domain of `next_move(state)`."""

    def best(asked: AskedCall) -> set[str]:
        tree = tree_at(asked, 0)
        if isinstance(tree, TreeLeaf):
            return set()
        return best_places(tree, player_of(asked, 0), list(range(len(tree.children))))

    return Domain(
        f"{owner}.next_move",
        (
            Aspect(
                "search_depth",
                "plies",
                lambda a: a.made[1],
                {k: v for k, v in DEPTHS.items() if k != "0"},
                {"less than 1": below(1), "7 and more": at_least(7)},
            ),
            player(0),
            Aspect("state", "children", lambda a: width(tree_at(a, 0)), WIDTHS),
            Aspect("state", "tree", lambda a: features(tree_at(a, 0), player_of(a, 0)), FEATURES),
            Aspect("moves", "best", best, TIES),
            Aspect("game", "moves", game_kind, MOVES),
            Aspect(
                "state",
                "is the start",
                lambda a: a.arguments[0] == a.made[0].start,
                {"yes": equals(True), "no": equals(False)},
            ),
            but_for(("state",), "state"),
            OTHER_PLAYER,
            *more,
        ),
        pairs=(("state: to move", "moves: best"), ("state: to move", "state: tree"), *pairs),
        measures=has_tree,
    )
