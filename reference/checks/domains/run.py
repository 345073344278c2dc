"""What Minnie of `c4_hvab` is asked."""

from gametree import Player
from grader.authoring.domains import AskedCall, Aspect, Domain, among, each, equals
from reference.checks.boards import Board
from reference.checks.domains.boards import board


def wins(found: Board, col: int) -> bool:
    """Whether a drop wins."""
    return found.makes_four(col, len(found.columns[col]), found.mover)


def chances(asked: AskedCall) -> set[str]:
    """What the moves come to at once."""
    found = board(asked)
    threats = [x for x in found.drops() if found.makes_four(x, len(found.columns[x]), "X")]
    words = {
        "one wins": sum(wins(found, x) for x in found.drops()) == 1,
        "none wins": not any(wins(found, x) for x in found.drops()),
        "the first wins": wins(found, found.drops()[0]),
        "the last wins": wins(found, found.drops()[-1]),
        "Maxie threatens": bool(threats),
    }
    return {word for word, holds in words.items() if holds}


DOMAINS = (
    Domain(
        "run.c4_hvab.minnie.next_move",
        (
            Aspect(
                "state",
                "to move",
                lambda a: a.arguments[0].player,
                {"Minnie": equals(Player.MINNIE)},
                {"Maxie": equals(Player.MAXIE)},
            ),
            Aspect("state", "free columns", lambda a: len(board(a).drops()), each(2)),
            Aspect(
                "state",
                "moves",
                chances,
                among("one wins", "none wins", "the first wins", "the last wins"),
            ),
        ),
    ),
)
