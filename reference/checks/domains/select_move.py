"""How the arguments of select_move's functions vary."""

from functools import cache

from gametree import ConnectFourGame
from grader.authoring.domains import (
    AskedCall,
    Aspect,
    Domain,
    Parts,
    among,
    at_least,
    below,
    between,
    each,
    equals,
)
from reference.checks.boards import DIRECTIONS, Board
from reference.checks.domains.boards import runs

Grid = tuple[tuple[str, ...], ...]


def game(asked: AskedCall) -> ConnectFourGame:
    """The game."""
    found: ConnectFourGame = asked.arguments[0]
    return found


def board(asked: AskedCall) -> Board:
    """Its grid as columns of text."""
    columns = [
        "".join(column).replace("_", "")[::-1] for column in zip(*game(asked).grid, strict=True)
    ]
    return Board(tuple(columns), 6, game(asked).next_turn)


def tokens(asked: AskedCall) -> int:
    """How many tokens there are."""
    return board(asked).num_discs


def segments(found: Board) -> list[tuple[str, int, int]]:
    """Direction and tokens of X and O in each of the 69 segments."""
    counted = []
    for name, (dx, dy) in DIRECTIONS.items():
        for x in range(7):
            for y in range(6):
                if 0 <= x + 3 * dx < 7 and 0 <= y + 3 * dy < 6:
                    line = [found.at(x + i * dx, y + i * dy) for i in range(4)]
                    counted.append((name, line.count("X"), line.count("O")))
    return counted


def kinds(asked: AskedCall) -> set[str]:
    """What segments an undecided grid has, by direction and tokens."""
    found = board(asked)
    if found.winners() or not found.drops():
        return set()
    words = set()
    for name, xs, os in segments(found):
        if xs and os:
            words.add(f"{name}, mixed")
        elif xs or os:
            words.add(f"{name}, {'X' if xs else 'O'} {xs or os}")
    return words


KINDS = among(
    *[
        f"{name}, {what}"
        for name in DIRECTIONS
        for what in ("mixed", *[f"{p} {n}" for p in "XO" for n in (1, 2, 3)])
    ]
)


def outcome(asked: AskedCall) -> str:
    """How the game stands."""
    found = board(asked)
    winners = "".join(sorted(found.winners()))
    if winners:
        return f"{winners} has won"
    return "a draw" if not found.drops() else "in play"


def winning(asked: AskedCall) -> set[str]:
    """Direction and owner of fours."""
    return {f"{name}, {disc}" for name, disc, _ in runs(board(asked))}


TURN = Aspect("game", "to move", lambda a: game(a).next_turn, each("X", "O"))
TOKENS: Parts = {
    **each(0, 1),
    "2 to 6": between(2, 6),
    "7 to 20": between(7, 20),
    "21 to 40": between(21, 40),
    "41": equals(41),
}


@cache
def value(found: Board, depth: int) -> int:
    """Who wins within so many plies: 1 for X, -1 for O, else 0."""
    winners = found.winners()
    if winners:
        return 1 if "X" in winners else -1
    if depth == 0 or not found.drops():
        return 0
    values = [value(found.drop(x), depth - 1) for x in found.drops()]
    return max(values) if found.mover == "X" else min(values)


def level(asked: AskedCall) -> int:
    """How deep the search goes."""
    return game(asked).search_info.depth_limit


def sign(asked: AskedCall) -> int:
    """1 where X is to move, else -1."""
    return 1 if game(asked).next_turn == "X" else -1


def prospects(asked: AskedCall) -> set[str]:
    """What the moves of the player to move come to within four plies, or the level."""
    found, depth = board(asked), min(level(asked), 4)
    values = [sign(asked) * value(found.drop(x), depth - 1) for x in found.drops()]
    at_once = [sign(asked) * value(found.drop(x), 0) for x in found.drops()]
    words = {
        "one wins at once": at_once.count(1) == 1,
        "several win": values.count(1) > 1,
        "every move loses": all(v == -1 for v in values) and len(values) > 1,
        "one alone does not lose": values.count(-1) == len(values) - 1 > 0,
        "nothing is decided": not any(values),
    }
    return {word for word, holds in words.items() if holds}


def to_the_end(asked: AskedCall) -> str:
    """Whether the search reaches a full grid."""
    left = 42 - tokens(asked)
    return "beyond" if level(asked) > left else "to it" if level(asked) == left else "not"


def columns(asked: AskedCall) -> set[str]:
    """Which columns have no room."""
    free = board(asked).drops()
    words = {
        "none": len(free) == 7,
        "the first": 0 not in free,
        "the last": 6 not in free,
        "an inner one": any(x not in free for x in range(1, 6)),
    }
    return {word for word, holds in words.items() if holds}


DOMAINS = (
    Domain(
        "select_move.static_evaluate",
        (
            TURN,
            Aspect("game", "tokens", tokens, {**TOKENS, "42": equals(42)}),
            Aspect(
                "game",
                "outcome",
                outcome,
                each("X has won", "O has won", "a draw", "in play"),
                each("OX has won"),
            ),
            Aspect(
                "game",
                "fours",
                winning,
                among(*[f"{name}, {p}" for name in DIRECTIONS for p in "XO"]),
            ),
            Aspect("game", "segments", kinds, KINDS),
            Aspect(
                "game",
                "full columns",
                columns,
                among("none", "the first", "the last", "an inner one"),
            ),
            Aspect(
                "game",
                "a four fills the grid",
                lambda a: bool(board(a).winners()) and not board(a).drops(),
                {"yes": equals(True), "no": equals(False)},
            ),
        ),
        pairs=(("game: outcome", "game: to move"),),
        never=frozenset({("a draw", "O")}),
    ),
    Domain(
        "select_move.compute_move",
        (
            TURN,
            Aspect("game", "tokens", tokens, TOKENS, {"42": equals(42)}),
            Aspect(
                "game",
                "legal moves",
                lambda a: len(board(a).drops()),
                each(1, 2, 3, 4, 5, 6, 7),
                {"0": equals(0)},
            ),
            Aspect(
                "game",
                "full columns",
                columns,
                among("none", "the first", "the last", "an inner one"),
            ),
            Aspect(
                "game",
                "level",
                level,
                {**each(1, 2, 3, 4), "5 and 6": between(5, 6), "7 to 9": between(7, 9)},
                {"less than 1": below(1), "10 and more": at_least(10)},
            ),
            Aspect("game", "search to the end", to_the_end, each("not", "to it", "beyond")),
            Aspect(
                "game",
                "prospects",
                prospects,
                among(
                    "one wins at once",
                    "several win",
                    "every move loses",
                    "one alone does not lose",
                    "nothing is decided",
                ),
            ),
            Aspect(
                "game",
                "plies that can be played",
                lambda a: min(level(a), 42 - tokens(a)),
                {**each(1, 2, 3, 4), "5 and 6": between(5, 6), "7 and more": at_least(7)},
            ),
            Aspect(
                "game",
                "over",
                lambda a: game(a).is_over,
                {"no": equals(False)},
                {"yes": equals(True)},
            ),
            Aspect(
                "alpha_beta",
                "given",
                lambda a: a.arguments[1:],
                {"no": equals(()), "False": equals((False,)), "True": equals((True,))},
            ),
        ),
        pairs=(
            ("game: to move", "game: prospects"),
            ("game: to move", "game: level"),
            ("alpha_beta: given", "game: to move"),
        ),
    ),
)
