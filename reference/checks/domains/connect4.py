"""How the arguments of Connect 4's methods vary."""

from grader.authoring.domains import (
    AskedCall,
    Aspect,
    Domain,
    among,
    at_least,
    each,
    equals,
    has,
)
from reference.checks.boards import lines
from reference.checks.domains.boards import (
    COLUMNS,
    HEIGHTS,
    MOVERS,
    PAST,
    PLACES,
    ROOM,
    board,
    column,
    columns,
    directions,
    edges,
    fill,
    lengths,
    mover,
    number_of_fours,
    owners,
    room,
    runs,
    sizes,
    three,
)
from reference.checks.uncommon_boards import is_dead

FILL = among("empty", "one disc", "between", "one cell free", "full")
PLAYING = among("empty", "one disc", "between", "one cell free")
FULL = {"full": has("full")}
MOVER = Aspect("state", "to move", mover, MOVERS)
FREE_COLUMNS = Aspect("state", "columns", columns, COLUMNS)
FULL_COLUMN = {"full": has("full")}


def outcome(asked: AskedCall) -> str:
    """How the game stands."""
    found = board(asked)
    owner = next(iter(owners(asked)))
    if owner != "nobody":
        return f"{owner} has won"
    return "drawn" if not found.drops() else "in play"


def won_and_full(asked: AskedCall) -> bool:
    """Whether a four fills the board."""
    return not board(asked).drops() and owners(asked) != {"nobody"}


def hope(asked: AskedCall) -> str | None:
    """Whether somebody can still win, where the game is in play."""
    found = board(asked)
    if not lines(*found.size) or found.winners() or not found.drops():
        return None
    return "nobody can win" if is_dead(found) else "somebody can win"


def open_runs(asked: AskedCall) -> set[str]:
    """The owner and the direction of runs of three, where one of two ends is free to grow."""
    return {
        f"{name}, {'Maxie' if disc == 'X' else 'Minnie'}" for name, disc, _ in runs(board(asked), 3)
    }


OPEN_RUNS = among(
    *(
        f"{name}, {who}"
        for name in ("row", "column", "rising", "falling")
        for who in ("Maxie", "Minnie")
    )
)
DOMAINS = (
    Domain(
        "connect4.Connect4.lowest_free_row",
        (
            *sizes(),
            Aspect("state", "discs", fill, FILL),
            MOVER,
            Aspect("col", "place", column, PLACES),
            Aspect("col", "height", column, {**HEIGHTS, **FULL_COLUMN}),
            PAST,
        ),
        pairs=(("col: place", "col: height"), ("num_rows: count", "col: height")),
        never=frozenset({("1", "one cell free"), ("1", "part full"), ("2", "part full")}),
    ),
    Domain(
        "connect4.Connect4.moves",
        (*sizes(), Aspect("state", "discs", fill, PLAYING, FULL), MOVER, FREE_COLUMNS, PAST),
    ),
    Domain("connect4.Connect4.start", sizes()),
    Domain(
        "connect4.Connect4.player", (*sizes(), MOVER, Aspect("state", "discs", fill, PLAYING), PAST)
    ),
    Domain(
        "connect4.Connect4.make_move",
        (
            *sizes(),
            Aspect("state", "discs", fill, PLAYING, FULL),
            MOVER,
            Aspect("col", "place", column, PLACES),
            Aspect("col", "height", column, HEIGHTS, FULL_COLUMN),
            PAST,
        ),
        pairs=(("col: place", "col: height"), ("state: to move", "col: place")),
    ),
    Domain(
        "connect4.Connect4.status",
        (
            *sizes(),
            Aspect("size", "room for four", room, ROOM),
            Aspect("state", "discs", fill, FILL),
            MOVER,
            Aspect(
                "state",
                "outcome",
                outcome,
                each("Maxie has won", "Minnie has won", "drawn", "in play"),
                each("both has won"),
            ),
            Aspect(
                "state",
                "direction of fours",
                directions,
                among("row", "column", "rising", "falling"),
            ),
            Aspect(
                "state",
                "longest",
                lambda a: max(lengths(a), default=None),
                {**each(4, 5, 6, 7)},
                {"8 and more": at_least(8)},
            ),
            Aspect("state", "fours", number_of_fours, {**each(0, 1, 2), "3 and more": at_least(3)}),
            Aspect(
                "state",
                "a four touches the edge",
                edges,
                among("left", "right", "bottom", "top", "none"),
            ),
            Aspect(
                "state", "three in a line alone", three, among("row", "column", "rising", "falling")
            ),
            Aspect(
                "state",
                "a four fills the board",
                won_and_full,
                {"yes": equals(True), "no": equals(False)},
            ),
            Aspect("state", "hope", hope, each("nobody can win", "somebody can win")),
            FREE_COLUMNS,
            PAST,
        ),
        pairs=(
            ("state: outcome", "state: to move"),
            ("state: hope", "state: to move"),
            ("state: outcome", "size: room for four"),
            ("state: direction of fours", "state: a four touches the edge"),
            ("state: direction of fours", "state: to move"),
        ),
        never=frozenset(
            {
                # Who has just made a four is not to move.
                *(("Maxie has won", "Maxie"), ("Minnie has won", "Minnie")),
                *(("Maxie has won", "none"), ("Minnie has won", "none")),
            }
        ),
    ),
    Domain(
        "connect4.Connect4.estimate",
        (
            *sizes(least=4),
            Aspect(
                "size",
                "room for four",
                room,
                {"all directions": has("all directions")},
                among("a row alone", "a column alone", "none"),
            ),
            Aspect("state", "discs", fill, among("empty", "one disc", "between"), FULL),
            MOVER,
            Aspect("state", "three in a line", open_runs, OPEN_RUNS),
            PAST,
        ),
        pairs=(("state: three in a line", "state: to move"),),
    ),
)
