"""Nim with one pile: take up to three pebbles; whoever takes the last one loses."""

from __future__ import annotations

from dataclasses import dataclass

from gametree.seq import Seq
from gametree.values import Record
from gametree.vocabulary import IN_PLAY, Definitely, Est, Over, Player, Status, Winner

MOST_PEBBLES_A_MOVE = 3


@dataclass(frozen=True, slots=True, repr=False)
class PebblesState(Record):
    """How many pebbles are left, and who is to move.

    >>> PebblesState(15, Player.MAXIE)
    PebblesState(15, Player.MAXIE)
    """

    pile: int
    player: Player


class Pebbles:
    """The game that begins with ``pile`` pebbles; a move is the number of pebbles to take.

    Raises ValueError if there is not at least one pebble.

    >>> game = Pebbles(5)
    >>> game.make_move(game.start, 3)
    PebblesState(2, Player.MINNIE)
    >>> game.estimate(game.start)
    Definitely(Winner(Player.MINNIE))
    """

    def __init__(self, pile: int = 15) -> None:
        if pile < 1:
            raise ValueError(f"Pebbles needs at least one pebble, got {pile}")
        self.pile = pile

    @property
    def start(self) -> PebblesState:
        """The whole pile, with Maxie to move.

        >>> Pebbles(7).start
        PebblesState(7, Player.MAXIE)
        """
        return PebblesState(self.pile, Player.MAXIE)

    def moves(self, state: PebblesState) -> Seq[int]:
        """Return 1, 2 and 3, as far as there are pebbles.

        >>> Pebbles().moves(PebblesState(2, Player.MAXIE))
        Seq.of(1, 2)
        """
        return Seq.tabulate(lambda i: i + 1, min(state.pile, MOST_PEBBLES_A_MOVE))

    def status(self, state: PebblesState) -> Status:
        """Return the win of the player to move when no pebble is left: the other took the last.

        >>> Pebbles().status(PebblesState(0, Player.MAXIE))
        Over(Winner(Player.MAXIE))
        """
        match state:
            case PebblesState(0, player):
                return Over(Winner(player))
        return IN_PLAY

    def player(self, state: PebblesState) -> Player:
        """Return the player whose turn it is.

        >>> Pebbles().player(PebblesState(2, Player.MINNIE))
        Player.MINNIE
        """
        return state.player

    def make_move(self, state: PebblesState, move: int) -> PebblesState:
        """Return the state with ``move`` pebbles fewer. Raises ValueError for an illegal move.

        >>> Pebbles().make_move(PebblesState(5, Player.MINNIE), 2)
        PebblesState(3, Player.MAXIE)
        """
        if not 1 <= move <= min(state.pile, MOST_PEBBLES_A_MOVE):
            raise ValueError(f"cannot take {move} of {_count(state.pile)}")
        return PebblesState(state.pile - move, state.player.other)

    def estimate(self, state: PebblesState) -> Est:
        """Return who will win, which is certain: whoever faces 1, 5, 9, 13, … pebbles loses.

        From any other pile some move leaves such a pile to the opponent, and from such a pile
        the opponent can answer a move of ``n`` pebbles by one of ``4 - n``.

        >>> Pebbles().estimate(PebblesState(5, Player.MAXIE))
        Definitely(Winner(Player.MINNIE))
        """
        loses = state.pile % (MOST_PEBBLES_A_MOVE + 1) == 1
        return Definitely(Winner(state.player.other if loses else state.player))

    def move_to_string(self, move: int) -> str:
        """Return the number in decimal.

        >>> Pebbles().move_to_string(2)
        '2'
        """
        return str(move)

    def state_to_string(self, state: PebblesState) -> str:
        """Return the size of the pile and whose turn it is.

        >>> Pebbles().state_to_string(Pebbles().start)
        '15 pebbles left, Maxie to move'
        """
        return f"{_count(state.pile)} left, {state.player} to move"

    def parse_move(self, state: PebblesState, text: str) -> int | None:
        """Return the number that ``text`` is, exactly as printed; None if it is no legal move.

        >>> Pebbles().parse_move(Pebbles().start, "3")
        3
        >>> Pebbles().parse_move(Pebbles().start, "4") is None
        True
        """
        return next((n for n in self.moves(state) if text == str(n)), None)


def _count(pile: int) -> str:
    return "1 pebble" if pile == 1 else f"{pile} pebbles"
