"""Calls of one player after another: each differs from the first one in one argument alone.

What is remembered by less than all arguments answers one of them as it did another. The trees are
small, equally wide everywhere, and have few values; so the same moves, windows and depths fit many
states, and answers differ often. A second player, of a game that looks alike, is asked too.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import count
from random import Random
from typing import Any

from hypothesis import strategies as st

from gametree import (
    PRUNED,
    BestEdge,
    Bounds,
    ExplicitGame,
    ExplicitTree,
    Guess,
    TreeLeaf,
    TreeNode,
)
from gametree.paths import PathGame
from grader.judging.properties import Placed
from reference.checks.rng import generators
from reference.checks.searches import (
    FRACTIONS,
    NAMES,
    Searched,
    look_alike,
    move_verdict,
    pairs_of,
    result_verdict,
    search_verdict,
)
from reference.checks.trees import Position, state_at

PLIES = 3


@dataclass(frozen=True, slots=True)
class Ask:
    """One call: of which player, how deep, with what window, and where in the tree.

    A search looks at the children `chosen`, the first `in_sequence` of them one by one.
    """

    player: int
    depth: int
    window: Bounds
    path: tuple[int, ...]
    chosen: tuple[int, ...]
    in_sequence: int


@dataclass(frozen=True, slots=True)
class Asks:
    """Calls of the players of two games, in their order; the first and the last are the same."""

    games: tuple[ExplicitGame, ExplicitGame]
    fraction: float
    asks: tuple[Ask, ...]

    def searched(self, ask: Ask) -> Searched:
        """What a call looks at, as an example of its own."""
        game = self.games[ask.player]
        seen = cut_off(below(game.tree, ask.path), ask.depth)
        position = Position(seen, ask.depth, minnie=len(ask.path) % 2 == 1)
        chosen, in_sequence = ask.chosen, ask.in_sequence
        return Searched(position, ask.window, game, self.fraction, None, chosen, in_sequence)

    def state(self, ask: Ask) -> Any:
        """The state that a call is about."""
        return state_at(self.games[ask.player], ask.path)

    def incoming(self, ask: Ask) -> Any:
        """The move that led there."""
        return self.searched(ask).move(ask.path[-1])

    def of(
        self, make: Callable[[ExplicitGame, int, float], Any], call: Callable[[Any, Ask, Any], Any]
    ) -> tuple[Any, ...]:
        """The question for all calls, each with its window as an object that is gone afterwards.

        `make` makes a player, once for each game.
        """
        players = [make(game, PLIES, self.fraction) for game in self.games]
        pair = pairs_of(ask.window for ask in self.asks)
        return tuple([call(players[ask.player], ask, pair(ask.window)) for ask in self.asks])


def of_search() -> st.SearchStrategy[Asks]:
    """Calls of search."""
    return generators.map(lambda rng: _asks(rng, rng.choice((0, 1, 1, 2)), kept=0))


def of_evaluate() -> st.SearchStrategy[Asks]:
    """Calls of evaluate: the states are others, the moves into them the same."""
    return generators.map(lambda rng: _asks(rng, rng.choice((2, 2, 3)), kept=1))


def of_moves() -> st.SearchStrategy[Asks]:
    """Moves, two plies ahead, at the root, below it, and there again: ties are common."""
    return generators.map(_moves)


def _moves(rng: Random) -> Asks:
    width = rng.choice((2, 3))
    tree, other = (_uneven(rng, width, PLIES, map(str, count(10))) for _ in range(2))
    games = PathGame(tree, names := rng.choice(NAMES)), PathGame(other, names)
    root = Ask(0, PLIES - 1, (PRUNED, PRUNED), (), (), 0)
    lower = [replace(root, path=(place,)) for place in range(width)]
    return Asks(games, rng.choice(FRACTIONS), (root, *lower, root, lower[0]))


def _asks(rng: Random, plies: int, kept: int) -> Asks:
    width = rng.choice((2, 2, 3))
    tree = grown(rng, width, PLIES, map(str, count(10)))
    trees = tree, look_alike(tree, rng)
    names = rng.choice((None, *NAMES))
    first = Ask(
        0, PLIES - plies, drawn_window(rng), _path(rng, width, plies), *drawn_selection(rng, width)
    )
    changed = [*_changed(first, width, kept, names is not None, rng), replace(first, player=1)]
    rng.shuffle(changed)
    fraction = rng.choice(FRACTIONS)
    # Labels are there to be read: that two are the same says nothing of states.
    if rng.random() < 0.5:
        trees = _labelled_alike(trees[0]), _labelled_alike(trees[1])
    one, other = (PathGame(t, names) if names else ExplicitGame(t) for t in trees)
    return Asks((one, other), fraction, (first, *changed, first))


def _changed(first: Ask, width: int, kept: int, is_free: bool, rng: Random) -> Iterator[Ask]:
    """The call with another window, state, selection of moves or, where that is free, depth."""
    for window in (_alike(first.window, rng), _alike(first.window, rng), drawn_window(rng)):
        yield replace(first, window=window)
    last = first.path[len(first.path) - kept :]
    free = len(first.path) - kept
    yield replace(first, path=(*_path(rng, width, free), *last))
    if not kept:
        chosen, in_sequence = drawn_selection(rng, width)
        yield replace(first, chosen=chosen, in_sequence=in_sequence)
        yield replace(first, chosen=tuple(rng.sample(range(width), len(first.chosen))))
    if is_free and free:
        less = replace(first, depth=rng.randint(1 - kept, first.depth))
        above = replace(first, path=(*_path(rng, width, free - 1), *last))
        yield from (less, above)


def grown(rng: Random, width: int, plies: int, labels: Iterator[str]) -> ExplicitTree:
    """A tree, equally wide everywhere, whose leaves are digits."""
    label = next(labels)
    if plies == 0:
        return TreeLeaf(label, rng.randrange(10))
    return TreeNode(label, [grown(rng, width, plies - 1, labels) for _ in range(width)])


def _labelled_alike(tree: ExplicitTree) -> ExplicitTree:
    """The same tree with one label for all nodes of a kind."""
    match tree:
        case TreeNode(_, children):
            return TreeNode("node", map(_labelled_alike, children))
        case TreeLeaf(_, value):
            return TreeLeaf("leaf", value)


def _uneven(rng: Random, width: int, plies: int, labels: Iterator[str]) -> ExplicitTree:
    """A tree in which a search sees other values from above than from below, and many ties."""
    label = next(labels)
    if plies == 0:
        return TreeLeaf(label, rng.randrange(3))
    return TreeNode(
        label, [_uneven(rng, rng.randint(1, 3), plies - 1, labels) for _ in range(width)]
    )


def drawn_window(rng: Random) -> Bounds:
    """Bounds that are digits, of which some may be missing."""
    low, high = _digits(rng)
    shape = rng.choice(((True, True), (True, False), (False, True), (False, False)))
    return _bound(low, rng) if shape[0] else PRUNED, _bound(high, rng) if shape[1] else PRUNED


def _alike(window: Bounds, rng: Random) -> Bounds:
    """A window with the same bounds missing, as long in print."""
    low, high = _digits(rng)
    alpha, beta = window
    return (
        alpha if alpha is PRUNED else _bound(low, rng),
        beta if beta is PRUNED else _bound(high, rng),
    )


def _digits(rng: Random) -> tuple[int, int]:
    """A digit and a larger one, often the next: of every child it is said that it is outside."""
    low, high = sorted(rng.sample(range(10), 2))
    return low, rng.choice((low + 1, high))


def _bound(worth: int, rng: Random) -> BestEdge:
    return BestEdge(rng.randrange(4), Guess(worth))


def _path(rng: Random, width: int, plies: int) -> tuple[int, ...]:
    return tuple([rng.randrange(width) for _ in range(plies)])


def drawn_selection(rng: Random, width: int) -> tuple[tuple[int, ...], int]:
    """Which children to search, in what order, and how many of them one by one."""
    chosen = tuple(rng.sample(range(width), rng.randint(1, width)))
    return chosen, rng.randint(0, len(chosen))


def below(tree: ExplicitTree, path: Sequence[int]) -> ExplicitTree:
    """The part of a tree that a path leads to."""
    for index in path:
        assert isinstance(tree, TreeNode)
        tree = tree.children[index]
    return tree


def cut_off(tree: ExplicitTree, depth: int) -> ExplicitTree:
    """What a search to a depth sees of a tree: see `PathGame`."""
    if isinstance(tree, TreeLeaf):
        return tree
    if depth == 0:
        return TreeLeaf(tree.label, len(tree.children))
    return TreeNode(tree.label, [cut_off(child, depth - 1) for child in tree.children])


def searches_verdict(example: Asks, got: Any, expected: Any) -> str:
    """The values of all searches, each by its own arguments."""
    return _first_wrong(example, got, expected, search_verdict)


def moves_verdict(example: Asks, got: Any, expected: Any) -> str:
    """The moves that are chosen, each in its own state."""
    return _first_wrong(example, got, expected, move_verdict)


def results_verdict(example: Asks, got: Any, expected: Any) -> str:
    """The results of all evaluations, each by its own arguments."""
    return _first_wrong(example, got, expected, result_verdict)


def _first_wrong(
    example: Asks, got: Any, expected: Any, verdict: Callable[[Any, Any, Any], str]
) -> str:
    for number, (ask, g, e) in enumerate(zip(example.asks, got, expected, strict=True), 1):
        if words := verdict(example.searched(ask), g, e):
            return Placed(f"the answer number {number} of players that were asked before", words)
    return ""
