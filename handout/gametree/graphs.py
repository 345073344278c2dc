"""Games in which the same position comes again, by other moves and at other depths."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

from gametree.seq import Seq
from gametree.vocabulary import IN_PLAY, Guess, Player, Status

Place: TypeAlias = tuple[int, Player]


class GraphGame:
    """The game of walking from place to place: move ``i`` leads from ``p`` to ``ways[p][i]``.

    A match begins in place 0 and has no end, since a way leads on from each place; ``worth[p]`` is
    what ``p`` is guessed to be worth, whoever is there. A state is a place and whose turn it is.
    Raises ValueError if there is a place from which no way leads on, or none that it leads to.

    >>> game = GraphGame(((1, 2), (2,), (0, 1)), (0, 5, -3))
    >>> game.make_move(game.start, 1)
    (2, Player.MINNIE)
    >>> game.estimate((2, Player.MINNIE))
    Guess(-3)
    """

    def __init__(self, ways: Sequence[Sequence[int]], worth: Sequence[int]) -> None:
        self.ways = tuple(map(tuple, ways))
        self.worth = tuple(worth)
        places = range(min(len(self.ways), len(self.worth)))
        for place, leads in enumerate(self.ways):
            if not leads or not all(to in places for to in leads):
                raise ValueError(f"the ways from place {place} lead to {leads}: none of the places")

    @property
    def start(self) -> Place:
        """Place 0, with Maxie to move.

        >>> GraphGame(((0,),), (7,)).start
        (0, Player.MAXIE)
        """
        return 0, Player.MAXIE

    def moves(self, state: Place) -> Seq[int]:
        """Return the numbers of the ways that lead on, from 0.

        >>> GraphGame(((0, 0),), (7,)).moves((0, Player.MAXIE))
        Seq.of(0, 1)
        """
        return Seq.from_list(range(len(self.ways[state[0]])))

    def status(self, _state: Place) -> Status:
        """Return ``IN_PLAY``: the game has no end.

        >>> GraphGame(((0,),), (7,)).status((0, Player.MAXIE))
        IN_PLAY
        """
        return IN_PLAY

    def player(self, state: Place) -> Player:
        """Return the player whose turn it is.

        >>> GraphGame(((0,),), (7,)).player((0, Player.MINNIE))
        Player.MINNIE
        """
        return state[1]

    def make_move(self, state: Place, move: int) -> Place:
        """Return where the way leads to. Raises ValueError if there is no such way.

        >>> GraphGame(((0,),), (7,)).make_move((0, Player.MAXIE), 0)
        (0, Player.MINNIE)
        """
        place, player = state
        if move not in range(len(self.ways[place])):
            raise ValueError(f"no way {move} leads on from place {place}")
        return self.ways[place][move], player.other

    def estimate(self, state: Place) -> Guess:
        """Return what the place is guessed to be worth.

        >>> GraphGame(((0,),), (7,)).estimate((0, Player.MAXIE))
        Guess(7)
        """
        return Guess(self.worth[state[0]])

    def move_to_string(self, move: int) -> str:
        """Return the number in decimal.

        >>> GraphGame(((0,),), (7,)).move_to_string(0)
        '0'
        """
        return str(move)

    def state_to_string(self, state: Place) -> str:
        """Return the player and the place.

        >>> GraphGame(((0,),), (7,)).state_to_string((0, Player.MAXIE))
        '(Maxie, 0)'
        """
        return f"({state[1]}, {state[0]})"

    def parse_move(self, state: Place, text: str) -> int | None:
        """Return the number that ``text`` is, exactly as printed; None if no such way leads on.

        >>> GraphGame(((0,),), (7,)).parse_move((0, Player.MAXIE), "0")
        0
        """
        return next((move for move in self.moves(state) if str(move) == text), None)
