"""Small trees of Lolo, and how many of their leaves alpha-beta needs in a given order of moves.

A search that asks `make_next_level` for moves gets three of each position's here. All positions
of such a tree are different, so the leaves that were evaluated tell the order of moves in which
the search went, at every node.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from math import inf
from typing import Any

from gametree import Step
from gametree.lolo import Config
from reference.checks.lolo_board import is_decided, moves

WIDTH = 3
PLIES = 3


@dataclass(frozen=True, slots=True)
class SmallTree:
    """A position, who is to move there, what leaves are worth, and three moves at each node."""

    root: Config
    step: Step
    worth: Callable[[Config], int]
    children: dict[tuple[Config, Step], list[Config]] = field(default_factory=dict)

    def leaves(self, c: Config, step: Step) -> Iterator[Config]:
        """The leaves at or below a node."""
        if (c, step) not in self.children:
            yield c
        for child in self.children.get((c, step), ()):
            yield from self.leaves(child, step.other)


def small_tree(root: Config, step: Step, worth: Callable[[Config], int]) -> SmallTree:
    """A tree of moves that lead to new positions, in which the next player isn't stuck."""
    tree, seen, level = SmallTree(root, step, worth), {root}, [root]
    for _ in range(PLIES):
        for c in level:
            new = [d for d in moves(c, step) if d not in seen and not is_decided(d, step.other)]
            # Spread over all moves, since what comes first differs in a square alone.
            tree.children[c, step] = new[:: -(-len(new) // WIDTH)]
            seen.update(tree.children[c, step])
        level = [d for c in level for d in tree.children[c, step]]
        step = step.other
    return tree


@dataclass(frozen=True, slots=True)
class Seen:
    """What a search of a small tree asked: positions for their moves, and for their value."""

    tree: SmallTree
    expanded: set[Config] = field(default_factory=set)
    evaluated: list[Config] = field(default_factory=list)

    def make_next_level(self, given: Any, step: Any) -> list[Config]:
        """Three moves; all of them of a position that is not of the tree."""
        c = tuple(given)
        self.expanded.add(c)
        return self.tree.children.get((c, step)) or list(moves(c, step))

    def eval_position(self, given: Any) -> int:
        """What the tree says of a leaf."""
        c = tuple(given)
        self.evaluated.append(c)
        return self.tree.worth(c)

    def tell_the_order(self) -> bool:
        """Whether leaves were looked at, and the moves to each were asked for here."""
        order = self._order()
        return bool(order) and all(self._asked_below(self.tree.root, self.tree.step, order))

    def too_many(self) -> tuple[int, int] | None:
        """How many leaves were looked at and how many had to be, if those are fewer.

        None also for a search that has its moves from elsewhere.
        """
        if not self.tell_the_order():
            return None
        tree, order = self.tree, self._order()
        _, needed = _alpha_beta(tree, order, (tree.root, tree.step), -inf, inf)
        return (len(order), needed) if len(order) > needed else None

    def _order(self) -> dict[Config, int]:
        return _first_times(self.evaluated, set(self.tree.leaves(self.tree.root, self.tree.step)))

    def _asked_below(self, c: Config, step: Step, order: dict[Config, int]) -> Iterator[bool]:
        """For each node above a leaf that was looked at, whether its moves were asked for."""
        if (c, step) in self.tree.children and any(d in order for d in self.tree.leaves(c, step)):
            yield c in self.expanded
            for child in self.tree.children[c, step]:
                yield from self._asked_below(child, step.other, order)


def _first_times(evaluated: Sequence[Config], leaves: set[Config]) -> dict[Config, int]:
    return {c: at for at, c in reversed(list(enumerate(evaluated))) if c in leaves}


def _alpha_beta(
    tree: SmallTree, order: dict[Config, int], node: tuple[Config, Step], alpha: float, beta: float
) -> tuple[float, int]:
    """The value of a node and the leaves that alpha-beta looks at, what came first first."""
    c, step = node
    if node not in tree.children:
        return tree.worth(c), 1
    best, looked_at = -inf if step is Step.MAX else inf, 0

    def came(child: Config) -> float:
        return min(order.get(leaf, inf) for leaf in tree.leaves(child, step.other))

    for child in sorted(tree.children[node], key=came):
        value, leaves = _alpha_beta(tree, order, (child, step.other), alpha, beta)
        looked_at += leaves
        if step is Step.MAX:
            best = max(best, value)
            alpha = max(alpha, best)
        else:
            best = min(best, value)
            beta = min(beta, best)
        if beta <= alpha:
            break
    return best, looked_at
