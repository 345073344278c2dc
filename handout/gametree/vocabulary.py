"""The vocabulary of games: players, outcomes, statuses, estimates.

>>> match Over(Winner(Player.MAXIE)):
...     case Over(Winner(player)):
...         print(player, "has won")
...     case Over(Draw()):
...         print("nobody has won")
...     case InPlay():
...         print("still going on")
Maxie has won
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import TypeAlias

from gametree.values import Constant, Record


class Player(Enum):
    """The two players. Maxie moves first and wants high values, Minnie wants low ones.

    >>> Player.MAXIE
    Player.MAXIE
    >>> print(Player.MINNIE)
    Minnie
    """

    MAXIE = "Maxie"
    MINNIE = "Minnie"

    @property
    def other(self) -> Player:
        """The opponent.

        >>> Player.MAXIE.other
        Player.MINNIE
        """
        return _MINNIE if self is _MAXIE else _MAXIE

    def __repr__(self) -> str:
        return f"Player.{self.name}"

    def __str__(self) -> str:
        return self.value


# Looking a player up in the class takes longer than all else that `other` does.
_MAXIE, _MINNIE = Player


@dataclass(frozen=True, slots=True, repr=False)
class Winner(Record):
    """The outcome of a game that ``player`` has won.

    >>> Winner(Player.MINNIE)
    Winner(Player.MINNIE)
    """

    player: Player


class Draw(Constant):
    """The class of ``DRAW``, the outcome of a game that nobody has won. Match it as ``Draw()``.

    >>> Draw() is DRAW
    True
    """

    __slots__ = ()
    constant_name = "DRAW"


DRAW = Draw()
Outcome: TypeAlias = Winner | Draw


@dataclass(frozen=True, slots=True, repr=False)
class Over(Record):
    """The status of a game that has ended with ``outcome``.

    >>> Over(DRAW)
    Over(DRAW)
    """

    outcome: Outcome


class InPlay(Constant):
    """The class of ``IN_PLAY``, the status of a game that goes on. Match it as ``InPlay()``.

    >>> InPlay() is IN_PLAY
    True
    """

    __slots__ = ()
    constant_name = "IN_PLAY"


IN_PLAY = InPlay()
Status: TypeAlias = Over | InPlay


@dataclass(frozen=True, slots=True, repr=False)
class Definitely(Record):
    """An estimate that is certain: with best play the game ends with ``outcome``.

    >>> Definitely(Winner(Player.MAXIE)).outcome
    Winner(Player.MAXIE)
    """

    outcome: Outcome


@dataclass(frozen=True, slots=True, repr=False)
class Guess(Record):
    """An estimate by feel: positive is good for Maxie, negative for Minnie, whoever is to move.

    >>> Guess(-2)
    Guess(-2)
    """

    value: int


Est: TypeAlias = Definitely | Guess


def est_compare(a: Est, b: Est) -> int:
    """Compare two estimates: -1 if ``a`` is worse for Maxie than ``b``, 1 if better, else 0.

    A certain win of Maxie is above every guess, and a certain win of Minnie below; in between
    guesses go by their value, where a certain draw counts as a guess of 0.
    Raises TypeError for anything that is not an estimate.

    >>> est_compare(Guess(3), Guess(5))
    -1
    >>> est_compare(Definitely(Winner(Player.MAXIE)), Guess(1_000_000))
    1
    >>> est_compare(Guess(0), Definitely(DRAW))
    0
    """
    if isinstance(a, Guess) and isinstance(b, Guess):
        # As below, only sooner: most estimates are guesses.
        x, y = a.value, b.value
        return int(x > y) - int(x < y) if x != y else 0
    rank_a, rank_b = _rank(a), _rank(b)
    return int(rank_a > rank_b) - int(rank_a < rank_b)


def _rank(est: Est) -> tuple[int, int]:
    """Return a pair that orders like ``est``: lost, open or won first, then the points."""
    match est:
        case Guess(value):
            return 0, value
        case Definitely(Draw()):
            return 0, 0
        case Definitely(Winner(Player.MAXIE)):
            return 1, 0
        case Definitely(Winner(Player.MINNIE)):
            return -1, 0
    raise TypeError(f"not an estimate: {est!r} (expected Definitely(outcome) or Guess(value))")
