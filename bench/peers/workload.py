"""What every peer asks: 30 properties and 20 examples of las and alphabeta, as plain data.

An input is numbers, texts and lists, so that it can be drawn once, saved, and be the same for all.
`ask` turns a name and an input into a call of whatever `code` holds: modules beside the checks, as
peers import them, or names that write the call down for a box, as ours are.
"""

import itertools
import operator
from collections.abc import Callable, Iterator
from typing import Any

from gametree import PRUNED, BestEdge, ExplicitGame, ExplicitTree, Guess, Seq, TreeLeaf, TreeNode
from gametree.declared import FUNCTIONS
from gametree.grading.watched_games import WatchedGame

RELATIONS: dict[str, Callable[[Any, Any], bool]] = {
    **FUNCTIONS,
    "equal": operator.eq,
}
LAS = (
    *("equal-numbers", "equal-bits", "equal-words", "equal-pairs", "same_parity-numbers"),
    *("same_size-numbers", "same_letter-words", "same_length-words", "same_first-pairs"),
    *("always-numbers", "equal-numbers-long", "equal-bits-long", "same_parity-numbers-long"),
    *("same_letter-words-long", "same_first-pairs-long"),
)
ALPHABETA = (
    *("update_ab-maxie", "update_ab-minnie", "value_for-maxie", "value_for-minnie"),
    *("check_bounds-maxie", "check_bounds-minnie", "evaluate-1", "evaluate-2", "evaluate-3"),
    *("next_move-1", "next_move-2", "next_move-3", "next_move-4", "search-2", "search-3"),
)
PROPERTIES = {"las": LAS, "alphabeta": ALPHABETA}
COUNT = 100

SMALL = [[3, 6, -2], [6, 4, 10], [1, 30, 9]]
DEEP = [[[[3, 5], [2, 7]], [[10, 4]]], [[[2, 7]], [[8, 2], [4, 6]]]]
EXAMPLES: tuple[tuple[str, Any], ...] = (
    ("equal-numbers", []),
    ("equal-numbers", [7]),
    ("equal-numbers", [1, 1, 2]),
    ("equal-numbers", [1, 2, 2, 2, 1]),
    ("equal-bits", [0, 0, 0, 0, 0, 1]),
    ("equal-words", ["a", "a", "b"]),
    ("equal-pairs", [[0, 1], [0, 1], [1, 0]]),
    ("same_parity-numbers", [2, 4, 5, 7, 8]),
    ("same_letter-words", ["a", "A", "b"]),
    ("always-numbers", [1, 2, 3]),
    ("update_ab-maxie", [None, None, 3]),
    ("update_ab-minnie", [1, 9, 5]),
    ("value_for-maxie", [1, 9, 5]),
    ("check_bounds-maxie", [1, 9, 9]),
    ("check_bounds-minnie", [1, 9, 1]),
    ("evaluate-2", [SMALL, None, None]),
    ("next_move-2", [SMALL, None, None]),
    ("next_move-4", [DEEP, None, None]),
    ("evaluate-2", [SMALL, 4, 6]),
    ("search-2", [SMALL, None, 5]),
)


def ask(code: Any, name: str, given: Any) -> tuple[Any, ExplicitGame | None]:
    """The call that a property makes of an input, and the game that it searches."""
    if name in LAS:
        relation, kind, *_ = name.split("-")
        items = [tuple(item) for item in given] if kind == "pairs" else given
        return code.las.look_and_say(RELATIONS[relation], Seq.from_list(items)), None
    method, which = name.split("-")
    if which.isdecimal():
        return _search(code, method, int(which), given)
    game = ExplicitGame(_tree(SMALL))
    state = game.start if which == "maxie" else game.make_move(game.start, 0)
    player = code.alphabeta.AlphaBeta(game, 2)
    low, high, value = given
    window = _window(low, high)
    match method:
        case "update_ab":
            return player.update_ab(state, window, BestEdge(1, Guess(value))), game
        case "value_for":
            return player.value_for(state, window), game
    return player.check_bounds(window, state, 1, Guess(value)), game


def _search(code: Any, method: str, depth: int, given: Any) -> tuple[Any, ExplicitGame]:
    tree, low, high = given
    # As in the assignment, the terminals visited are judged where they are the point.
    game = (WatchedGame if method == "evaluate" else ExplicitGame)(_tree(tree))
    player = code.alphabeta.AlphaBeta(game, depth)
    match method:
        case "next_move":
            return player.next_move(game.start), game
        case "evaluate":
            return player.evaluate(depth, _window(low, high), game.start, 0), game
    moves = Seq.from_list(list(range(len(tree))))
    return player.search(depth, _window(low, high), game.start, moves), game


def _window(low: int | None, high: int | None) -> tuple[Any, Any]:
    alpha = PRUNED if low is None else BestEdge(0, Guess(low))
    beta = PRUNED if high is None else BestEdge(0, Guess(high))
    return alpha, beta


def _tree(shape: Any, numbers: Iterator[int] | None = None) -> ExplicitTree:
    numbers = numbers or itertools.count()
    label = f"n{next(numbers)}"
    if isinstance(shape, int):
        return TreeLeaf(label, shape)
    return TreeNode(label, tuple([_tree(child, numbers) for child in shape]))


def outcome(code: Any, name: str, given: Any) -> tuple[Any, Any]:
    """What real modules answer: the value, and the terminals estimated on the way."""
    value, game = ask(code, name, given)
    return value, getattr(game, "visits", None)
