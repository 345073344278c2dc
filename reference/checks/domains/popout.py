"""How the arguments of PopOut's methods vary."""

from dataclasses import replace

from gametree import Drop
from grader.authoring.domains import AskedCall, Aspect, Domain, among, at_least, each, equals, has
from reference.checks.boards import Board
from reference.checks.domains.boards import (
    HEIGHTS,
    MOVERS,
    PAST,
    PLACES,
    board,
    column,
    directions,
    fill,
    mover,
    number_of_fours,
    owners,
    runs,
    sizes,
)
from reference.checks.domains.searches import but_for
from reference.checks.pops import legal

FILL = among("empty", "one disc", "between", "one cell free", "full")
MOVER = Aspect("state", "to move", mover, MOVERS)


def bottoms(asked: AskedCall) -> set[str]:
    """Whose discs are at the bottom."""
    found = board(asked)
    first = [column[:1] for column in found.columns]
    words = {
        "own in the first column": first[0] == found.mover,
        "own in the last column": first[-1] == found.mover,
        "own in a full column": any(
            len(c) == found.num_rows and c[0] == found.mover for c in found.columns
        ),
        "none of one's own": found.mover not in first,
        "in all columns one's own": all(disc == found.mover for disc in first),
    }
    return {word for word, holds in words.items() if holds}


def lead(asked: AskedCall) -> int:
    """How many more discs one player has than the other one."""
    discs = [disc for _, disc in board(asked).discs()]
    return abs(discs.count("X") - discs.count("O"))


def outcome(asked: AskedCall) -> str:
    """How the game stands."""
    found = board(asked)
    who = next(iter(owners(asked)))
    if who != "nobody":
        return f"{who} with a four" if legal(found) else f"{who} with a four, and no move"
    if not legal(found):
        return "stuck"
    return "full, in play" if not found.drops() else "in play"


def move(asked: AskedCall) -> set[str]:
    """What kind of move it is, and what it does."""
    found, made = board(asked), asked.arguments[1]
    if isinstance(made, Drop):
        return {"drop"}
    col = found.columns[made.col]
    after = replace(found.pop(made.col), mover=found.mover)
    words = {
        "pop": True,
        "pop of a single disc": len(col) == 1,
        "pop of a full column": len(col) == found.num_rows,
        "pop that makes a four of one's own": found.mover in after.winners(),
        "pop that makes a four of the other's": bool(after.winners() - {found.mover}),
    }
    return {word for word, holds in words.items() if holds}


def text(asked: AskedCall) -> set[str]:
    """What a text is like, and whether it names a legal move."""
    given, found = asked.arguments[1], board(asked)
    can = {*[str(m.col) if isinstance(m, Drop) else f"pop {m.col}" for m in legal(found)]}
    over = bool(found.winners()) or not legal(found)
    number = given.removeprefix("pop ")
    named = number.isdecimal() and number.isascii()
    words = {
        "a legal drop": given in can and given == number and not over,
        "a legal pop": given in can and given != number and not over,
        "a move of two digits": given in can and len(number) == 2,
        "a drop into a full column": given == number
        and named
        and int(number) < found.num_cols
        and given not in can,
        "a pop of another's disc": given != number
        and named
        and int(number) < found.num_cols
        and given not in can,
        "a column beyond the last": named and int(number) == found.num_cols,
        "far beyond": named and int(number) > found.num_cols,
        "a negative column": number.startswith("-"),
        "empty": given == "",
        "blanks around": given != given.strip(),
        "zeros before": len(number) > 1 and number.startswith("0") and number.strip().isdigit(),
        "another word": bool(given)
        and not given[0].isdigit()
        and not given.startswith(("pop ", "-", " ")),
        "more than one number": given.count("0") > 1 and " " in given.strip(),
        "after the end": over,
        "pop in capitals": given.startswith(("POP", "Pop")),
        "a digit that is not ASCII": number.isdecimal() and not number.isascii(),
        "a sign before": number.startswith("+"),
    }
    return {word for word, holds in words.items() if holds}


TEXTS = among(
    *("a legal drop", "a legal pop", "a move of two digits", "a drop into a full column"),
    *(
        "a pop of another's disc",
        "a column beyond the last",
        "far beyond",
        "a negative column",
        "empty",
    ),
    *("another word", "more than one number", "after the end"),
)
# Whether a parser that students write takes these too is theirs to say.
FREE_TEXTS = among(
    "blanks around", "zeros before", "pop in capitals", "a digit that is not ASCII", "a sign before"
)


def three(asked: AskedCall) -> set[str]:
    """Direction and owner of runs of three."""
    return {f"{name}, {disc}" for name, disc, _ in runs(board(asked), 3)}


def wide(found: Board) -> bool:
    """Whether four fit in every direction."""
    return found.num_cols >= 4 and found.num_rows >= 4


METHOD = "popout.PopOut."
DOMAINS = (
    Domain(METHOD + "start", sizes()),
    Domain(METHOD + "player", (MOVER,)),
    Domain(
        METHOD + "moves",
        (
            *sizes(),
            MOVER,
            Aspect("state", "discs", fill, FILL),
            Aspect(
                "state",
                "bottom row",
                bottoms,
                among(
                    *("own in the first column", "own in the last column", "own in a full column"),
                    *("none of one's own", "in all columns one's own"),
                ),
            ),
            PAST,
        ),
        pairs=(("state: to move", "state: bottom row"),),
    ),
    Domain(
        METHOD + "make_move",
        (
            *sizes(),
            MOVER,
            Aspect(
                "move",
                "kind",
                move,
                among(
                    *("drop", "pop", "pop of a single disc", "pop of a full column"),
                    *("pop that makes a four of one's own", "pop that makes a four of the other's"),
                ),
            ),
            Aspect("move", "place", column, PLACES),
            Aspect("move", "height", column, {**HEIGHTS, "full": has("full")}),
            PAST,
        ),
        pairs=(("state: to move", "move: kind"), ("move: kind", "move: place")),
        never=frozenset(
            (f"pop that makes a four of {who}", "the only one")
            for who in ("one's own", "the other's")
        ),
    ),
    Domain(
        METHOD + "status",
        (
            *sizes(),
            MOVER,
            Aspect(
                "state",
                "outcome",
                outcome,
                each(
                    *(
                        "Maxie with a four",
                        "Minnie with a four",
                        "both with a four",
                        "stuck",
                        "full, in play",
                        "in play",
                    ),
                    *("Maxie with a four, and no move", "Minnie with a four, and no move"),
                ),
            ),
            Aspect("state", "directions", directions, among("row", "column", "rising", "falling")),
            Aspect("state", "fours", number_of_fours, each(0, 1, 2)),
            PAST,
        ),
        pairs=(("state: outcome", "state: to move"), ("state: directions", "state: to move")),
        # On a full board with nothing to pop, the bottom row is the other's.
        never=frozenset(
            {
                ("Maxie with a four, and no move", "Maxie"),
                ("Minnie with a four, and no move", "Minnie"),
            }
        ),
    ),
    Domain(
        METHOD + "parse_move",
        (
            Aspect("text", "is", text, TEXTS, FREE_TEXTS),
            Aspect("num_cols", "digits", lambda a: len(str(board(a).num_cols - 1)), each(1, 2)),
            MOVER,
            but_for(("state", "text"), "state", "text"),
        ),
    ),
    Domain(
        METHOD + "estimate",
        (
            *sizes(least=4),
            MOVER,
            Aspect("state", "discs", fill, among("empty", "one disc", "between", "full")),
            Aspect("state", "more discs", lead, {"one": equals(1), "many": at_least(4)}),
            Aspect(
                "state",
                "three in a line",
                three,
                among(
                    *[
                        f"{name}, {disc}"
                        for name in ("row", "column", "rising", "falling")
                        for disc in "XO"
                    ]
                ),
            ),
            PAST,
        ),
    ),
)
