"""How the arguments of Jamboree's methods vary."""

from grader.authoring.domains import AskedCall, Aspect, among, between, each, equals
from reference.checks.domains import searches

OWNER = "jamboree.Jamboree"
FRACTION = Aspect(
    "prune_percentage",
    "share",
    lambda asked: asked.made[2],
    {"0": equals(0), "between": between(0.01, 0.99), "1": equals(1)},
    {"negative": between(-99, -0.001), "more than 1": between(1.001, 99)},
)


def division(asked: AskedCall) -> set[str]:
    """How the moves are divided."""
    first, second = (len(part) for part in asked.arguments[3:])
    words = {
        "all in sequence": second == 0,
        "all in parallel": first == 0,
        "both": first > 0 and second > 0,
        "one in parallel": second == 1,
        "several in parallel": second > 1,
    }
    return {word for word, holds in words.items() if holds}


DIVISION = Aspect(
    "moves",
    "division",
    division,
    among("all in sequence", "all in parallel", "both", "one in parallel", "several in parallel"),
)


def rounding(asked: AskedCall) -> str | None:
    """How the share of the moves is rounded at the root."""
    width, share = searches.width(searches.tree_at(asked, 2)), asked.made[2]
    if width is None:
        return None
    exact = round(share * 1000) * width
    if int(share * width) * 1000 > exact or (
        exact % 1000 == 0 and int(share * width) * 1000 < exact
    ):
        return "floats are below"
    return "exact" if exact % 1000 == 0 else "down by a half" if exact % 1000 == 500 else "down"


ROUNDING = Aspect(
    "prune_percentage",
    "rounding",
    rounding,
    each("exact", "down", "down by a half", "floats are below"),
)
DOMAINS = (
    searches.update_ab(OWNER),
    searches.value_for(OWNER),
    searches.check_bounds(OWNER),
    searches.evaluate(
        OWNER,
        FRACTION,
        ROUNDING,
        pairs=(
            ("prune_percentage: share", "value: place"),
            ("prune_percentage: share", "state: to move"),
        ),
    ),
    searches.search(
        OWNER,
        FRACTION,
        DIVISION,
        pairs=(
            ("moves: division", "state: to move"),
            ("moves: division", "moves: best"),
            ("moves: division", "value: place"),
        ),
    ),
    searches.next_move(OWNER, FRACTION, pairs=(("prune_percentage: share", "state: to move"),)),
)
