"""What a game and a strategy must offer, so that any strategy can play any game.

Both are protocols: a class that has these methods is a game (or a strategy), with nothing to
inherit from.
"""

from __future__ import annotations

from typing import Protocol, TypeVar

from gametree.seq import Seq
from gametree.vocabulary import Est, Player, Status

State = TypeVar("State")
Move = TypeVar("Move")
State_contra = TypeVar("State_contra", contravariant=True)
Move_co = TypeVar("Move_co", covariant=True)


class Game(Protocol[State, Move]):
    """A two-player, deterministic, perfect-information, zero-sum game.

    States and moves may be of any hashable type, and never change; strategies hand them around
    without looking inside.

    >>> from gametree import Pebbles, PebblesState
    >>> game: Game[PebblesState, int] = Pebbles()
    >>> game.moves(game.start)
    Seq.of(1, 2, 3)
    """

    @property
    def start(self) -> State:
        """The state in which a match begins; Maxie is to move."""

    def moves(self, state: State) -> Seq[Move]:
        """Return the legal moves in ``state``, at least one. Requires that the game is in play."""

    def status(self, state: State) -> Status:
        """Return ``Over(outcome)`` if the game has ended in ``state``, else ``IN_PLAY``."""

    def player(self, state: State) -> Player:
        """Return the player whose turn it is in ``state``."""

    def make_move(self, state: State, move: Move) -> State:
        """Return the state after ``move``; ``state`` stays as it was. Requires a legal move."""

    def estimate(self, state: State) -> Est:
        """Return how good ``state`` is for Maxie. Requires that the game is in play."""

    def move_to_string(self, move: Move) -> str:
        """Return ``move`` as a player would type it."""

    def state_to_string(self, state: State) -> str:
        """Return a picture of ``state``, without a newline at its end."""

    def parse_move(self, state: State, text: str) -> Move | None:
        """Return the move that ``text`` names, or None unless it is a legal move in ``state``."""


class Strategy(Protocol[State_contra, Move_co]):
    """A way to choose moves, called a player in the source text.

    >>> class Impatient:
    ...     def next_move(self, state: object) -> int:
    ...         return 3
    >>> strategy: Strategy[object, int] = Impatient()
    """

    def next_move(self, state: State_contra) -> Move_co:
        """Return the move to make in ``state``. Requires that the game is in play."""
