"""A strategy that asks somebody at the keyboard."""

from __future__ import annotations

from typing import Generic

from gametree.game import Game, Move, State


class EndOfInput(EOFError):
    """The input ended while a move was asked for.

    >>> issubclass(EndOfInput, EOFError)
    True
    """


class HumanPlayer(Generic[State, Move]):
    """A strategy that prompts for each move and asks again until it gets a legal one.

    >>> from gametree import Pebbles
    >>> HumanPlayer(Pebbles()).game.start
    PebblesState(15, Player.MAXIE)
    """

    def __init__(self, game: Game[State, Move]) -> None:
        self.game = game

    def next_move(self, state: State) -> Move:
        """Return the move that is typed; blanks around it don't matter.

        Raises EndOfInput if the input ends first.

        >>> import io, sys
        >>> from gametree import Pebbles
        >>> keyboard, sys.stdin = sys.stdin, io.StringIO("four\\n2\\n")
        >>> HumanPlayer(Pebbles()).next_move(Pebbles().start)
        Maxie, please type your move: Bad move for this state: four
        Maxie, please type your move: 2
        >>> sys.stdin = keyboard
        """
        while True:
            text = self._ask(state).strip()
            move = self.game.parse_move(state, text)
            if move is not None:
                return move
            print(f"Bad move for this state: {text}")

    def _ask(self, state: State) -> str:
        """Return the line that is typed at the prompt."""
        player = self.game.player(state)
        try:
            return input(f"{player}, please type your move: ")
        except EOFError:
            raise EndOfInput(f"the input ended before {player} made a move") from None
