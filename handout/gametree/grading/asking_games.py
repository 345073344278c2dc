"""A game whose estimates take a search of their own, as those that look further ahead do."""

from collections.abc import Callable, Sequence
from typing import Any

from gametree.explicit import ExplicitTree
from gametree.grading.event_loops import called_beside_loops
from gametree.paths import PathGame
from gametree.vocabulary import Est


class AskingGame(PathGame):
    """A `PathGame` that calls ``search`` before it estimates a state."""

    def __init__(
        self, tree: ExplicitTree, names: Sequence[Any], search: Callable[[], object]
    ) -> None:
        super().__init__(tree, names)
        self.search = search

    def estimate(self, state: Any) -> Est:
        """Return the estimate of a `PathGame`, after a search."""
        called_beside_loops(self.search)
        return super().estimate(state)
