"""The referee, who lets two strategies play a match in the terminal."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Generic

from gametree.game import Game, Move, State, Strategy
from gametree.human import EndOfInput
from gametree.vocabulary import Draw, InPlay, Outcome, Over, Player, Winner


class Referee(Generic[State, Move]):
    """A match of ``game`` between the strategies ``maxie`` and ``minnie``.

    ``clock`` returns a time in seconds; how long a strategy thinks is the difference of two.

    >>> from gametree import MiniMax, Pebbles
    >>> game = Pebbles(3)
    >>> Referee(game, MiniMax(game, 2), MiniMax(game, 2), clock=lambda: 0.0).go()
    3 pebbles left, Maxie to move
    Maxie decides to make the move 2 in 0 seconds.
    1 pebble left, Minnie to move
    Minnie decides to make the move 1 in 0 seconds.
    0 pebbles left, Maxie to move
    Game over! Maxie wins!
    """

    def __init__(
        self,
        game: Game[State, Move],
        maxie: Strategy[State, Move],
        minnie: Strategy[State, Move],
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.game = game
        self.maxie = maxie
        self.minnie = minnie
        self.clock = clock

    def go(self) -> None:
        """Play from the start to the end, or until the input of a human player ends.

        >>> from gametree import MiniMax, Pebbles
        >>> game = Pebbles(1)
        >>> Referee(game, MiniMax(game, 1), MiniMax(game, 1), clock=lambda: 0.0).go()
        1 pebble left, Maxie to move
        Maxie decides to make the move 1 in 0 seconds.
        0 pebbles left, Minnie to move
        Game over! Minnie wins!
        """
        try:
            self._play()
        except EndOfInput as end:
            # The prompt is still waiting on its line.
            print(f"\nThe match stops here: {end}.")

    def _play(self) -> None:
        state = self.game.start
        while True:
            print(self.game.state_to_string(state))
            match self.game.status(state):
                case Over(outcome):
                    print(f"Game over! {_verdict(outcome)}")
                    return
                case InPlay():
                    state = self._turn(state)

    def _turn(self, state: State) -> State:
        """Let the player whose turn it is move, and say so."""
        player = self.game.player(state)
        strategy = self.maxie if player is Player.MAXIE else self.minnie
        asked = self.clock()
        move = strategy.next_move(state)
        seconds = int(self.clock() - asked)
        shown = self.game.move_to_string(move)
        print(f"{player} decides to make the move {shown} in {seconds} seconds.")
        return self.game.make_move(state, move)


def _verdict(outcome: Outcome) -> str:
    match outcome:
        case Winner(player):
            return f"{player} wins!"
        case Draw():
            return "It's a draw!"
