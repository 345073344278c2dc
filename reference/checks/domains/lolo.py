"""How the arguments of lolo's functions vary."""

from functools import lru_cache

from gametree import L_POSITIONS, SQUARE_POSITIONS, Step
from gametree.lolo import Config
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
from reference.checks.lolo_board import is_decided, moves, places, worth

ERRORS = "position not recognized"


def config(asked: AskedCall) -> Config:
    """The configuration."""
    found: Config = asked.arguments[0]
    return found


def step(asked: AskedCall) -> Step:
    """Who is to move: the last argument."""
    found: Step = asked.arguments[-1]
    return found


def choices(asked: AskedCall) -> int:
    """How many places the L to move can go to."""
    return len(places(config(asked), step(asked)))


STEP = Aspect("step", "player", step, {"MAX": equals(Step.MAX), "MIN": equals(Step.MIN)})
CHOICES: Parts = {
    **each(0, 1),
    "2 to 5": between(2, 5),
    "6 to 12": between(6, 12),
    "13 and more": at_least(13),
}


def ends(asked: AskedCall) -> set[str]:
    """Which indices are the first or the last of their table."""
    red, green, blue, brown = config(asked)
    words = {
        "red first": red == 0,
        "red last": red == 47,
        "green first": green == 0,
        "green last": green == 47,
        "blue first": blue == 0,
        "blue last": blue == 15,
        "brown first": brown == 0,
        "brown last": brown == 15,
    }
    return {word for word, holds in words.items() if holds}


ENDS = among(
    *[f"{piece} {end}" for piece in ("red", "green", "blue", "brown") for end in ("first", "last")]
)


def order(asked: AskedCall) -> set[str]:
    """How the indices of like pieces stand to each other."""
    red, green, blue, brown = config(asked)
    return {
        "red < green" if red < green else "red > green",
        "blue < brown" if blue < brown else "blue > brown",
    }


ORDER = Aspect(
    "c", "indices", order, among("red < green", "red > green", "blue < brown", "blue > brown")
)


def table(asked: AskedCall) -> str:
    """Which table is given."""
    return "L" if len(asked.arguments[1]) == len(L_POSITIONS) else "square"


def found_at(asked: AskedCall) -> set[str]:
    """Where in its table a placement is."""
    placement, positions = asked.arguments
    if placement not in positions:
        strange = {
            "of the other table": placement in (*L_POSITIONS, *SQUARE_POSITIONS),
            "none": placement not in (*L_POSITIONS, *SQUARE_POSITIONS),
            "empty": not any(placement),
            "a part of one": any(
                all(m & n == m for m, n in zip(placement, p, strict=True)) and any(placement)
                for p in positions
            ),
            "more than one": any(
                all(m & n == n for m, n in zip(placement, p, strict=True)) for p in positions
            ),
            "the rows of one, in another order": sorted(placement)
            in [sorted(p) for p in positions],
        }
        return {word for word, holds in strange.items() if holds}
    at = list(positions).index(placement)
    return {"first" if at == 0 else "last" if at == len(positions) - 1 else "inner"}


def indices(table: str) -> Aspect:
    """Every index of a table is asked for."""
    size = {"L": len(L_POSITIONS), "square": len(SQUARE_POSITIONS)}[table]

    def index(asked: AskedCall) -> int | None:
        placement, positions = asked.arguments
        return (
            positions.index(placement)
            if len(positions) == size and placement in positions
            else None
        )

    return Aspect("p", f"index of the {table}", index, each(*range(size)))


def text(asked: AskedCall) -> set[str]:
    """What a text is like."""
    [given] = asked.arguments
    rows = given.split("/")
    words = {
        "empty": given == "",
        "fewer rows": 0 < len(rows) < 4 and given != "",
        "more rows": len(rows) > 4,
        "a row too short": len(rows) == 4 and any(len(row) < 4 for row in rows),
        "a row too long": len(rows) == 4 and any(len(row) > 4 for row in rows),
    }
    found = {word for word, holds in words.items() if holds}
    return found or pieces(rows)


def pieces(rows: list[str]) -> set[str]:
    """What pieces four rows of four show."""
    whole = "".join(rows)
    sizes = {"1": 4, "2": 4, "3": 1, "4": 1}
    words = {f"{digit} missing" for digit in sizes if digit not in whole}
    words |= {f"{digit} too small" for digit, n in sizes.items() if 0 < whole.count(digit) < n}
    words |= {f"{digit} too large" for digit, n in sizes.items() if whole.count(digit) > n}
    exact = all(whole.count(digit) == n for digit, n in sizes.items())
    return words or ({"pieces of the right sizes"} if exact else set())


TEXTS = among(
    *(
        "empty",
        "fewer rows",
        "more rows",
        "a row too short",
        "a row too long",
        "pieces of the right sizes",
    ),
    *[f"{digit} {how}" for digit in "1234" for how in ("missing", "too large")],
    *("1 too small", "2 too small"),
)


@lru_cache(maxsize=4096)
def value(c: Config, depth: int, player: Step) -> int:
    """What a position is worth."""
    return worth(c, depth, player)


def worths(asked: AskedCall) -> str:
    """What the search comes to."""
    c, depth, player = asked.arguments
    if is_decided(c, player):
        return "decided at the root"
    found = value(c, depth, player)
    if abs(found) == 1000:
        return "MAX wins" if found > 0 else "MIN wins"
    return "a draw" if found == 0 else "good for MAX" if found > 0 else "good for MIN"


def best(asked: AskedCall) -> set[str]:
    """How the best moves are among all."""
    c, depth, player = asked.arguments
    if is_decided(c, player) or depth > 2:
        return set()
    values = [value(d, depth - 1, player.other) for d in moves(c, player)]
    top = max(values) if player is Step.MAX else min(values)
    good = values.count(top)
    return {"one alone" if good == 1 else "all" if good == len(values) else "several"}


def plies(asked: AskedCall) -> int:
    """How deep the search goes; at most 3 where it is over at once."""
    c, depth, player = asked.arguments
    return min(depth, 3) if is_decided(c, player) else int(depth)


DEPTHS: Parts = each(1, 2, 3)
DOMAINS = (
    Domain(
        "lolo.lookup_pos",
        (
            Aspect("positions", "table", table, each("L", "square")),
            Aspect(
                "p",
                "place",
                found_at,
                among(
                    *(
                        "first",
                        "inner",
                        "last",
                        "of the other table",
                        "none",
                        "empty",
                        "a part of one",
                        "more than one",
                    ),
                    "the rows of one, in another order",
                ),
            ),
            indices("L"),
            indices("square"),
        ),
        pairs=(("positions: table", "p: place"),),
        never=frozenset(
            {("square", "a part of one"), ("square", "the rows of one, in another order")}
        ),
    ),
    Domain("lolo.str2cfg", (Aspect("text", "pieces", text, TEXTS),)),
    Domain(
        "lolo.next_l_pos",
        (
            STEP,
            Aspect("c", "places to go", choices, CHOICES),
            Aspect("c", "ends of tables", ends, ENDS),
            ORDER,
        ),
        pairs=(("step: player", "c: places to go"),),
    ),
    Domain(
        "lolo.make_next_level",
        (STEP, Aspect("c", "places to go", choices, CHOICES), ORDER),
        pairs=(("step: player", "c: places to go"),),
    ),
    Domain(
        "lolo.alpha_beta",
        (
            STEP,
            Aspect(
                "depth", "plies", plies, DEPTHS, {"0 and less": below(1), "4 and more": at_least(4)}
            ),
            Aspect("c", "places to go", choices, CHOICES),
            Aspect(
                "c",
                "worth",
                worths,
                each(
                    "decided at the root",
                    "MAX wins",
                    "MIN wins",
                    "a draw",
                    "good for MAX",
                    "good for MIN",
                ),
            ),
            Aspect("c", "best moves", best, among("one alone", "several", "all")),
            ORDER,
        ),
        pairs=(
            ("step: player", "depth: plies"),
            ("step: player", "c: worth"),
            ("depth: plies", "c: worth"),
            ("depth: plies", "c: places to go"),
        ),
        # Three plies take too long with more places; no win of MIN's that needs three is known.
        never=frozenset({("3", part) for part in ("13 and more", "6 to 12", "MIN wins")}),
    ),
)
