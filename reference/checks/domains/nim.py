"""How the arguments of nim's functions vary."""

from functools import cache

from gametree import Step, Tree
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

Config = tuple[int, ...]
# More piles, and larger ones, are legal too, and never asked about: the handout says so.
MOST_STICKS, MOST_PILES = 60, 15


def config(asked: AskedCall) -> Config:
    """The configuration, or the root of a tree of them."""
    first = asked.arguments[0]
    found: Config = first.value if isinstance(first, Tree) else first
    return found


def other(asked: AskedCall) -> Config:
    """The configuration to compare with."""
    found: Config = asked.arguments[1]
    return found


def relation(asked: AskedCall) -> set[str]:
    """Where two configurations differ first, which is less, and what would mislead."""
    c, d = config(asked), other(asked)
    at = next((i for i, (x, y) in enumerate(zip(c, d, strict=True)) if x != y), None)
    if at is None:
        return {"equal"}
    sign = c[at] < d[at]
    words = {
        "less": sign,
        "greater": not sign,
        "differ first in the first": at == 0 < len(c) - 1,
        "differ first in an inner one": 0 < at < len(c) - 1,
        "differ first in the last": at == len(c) - 1 > 0,
        "by one": abs(c[at] - d[at]) == 1,
        "by more": abs(c[at] - d[at]) > 1,
        "a later pile says otherwise": any(
            (x < y) != sign and x != y for x, y in zip(c[at:], d[at:], strict=True)
        ),
        "the sums say otherwise": (sum(c) < sum(d)) != sign and sum(c) != sum(d),
        "equal sums": sum(c) == sum(d),
        "the same piles in another order": sorted(c) == sorted(d),
        "their texts say otherwise": (str(c) < str(d)) != sign,
        "as one number of ten, they say otherwise": (_number(c) < _number(d)) != sign,
    }
    return {word for word, holds in words.items() if holds}


def _number(c: Config) -> int:
    return sum(sticks * 10**i for i, sticks in enumerate(reversed(c)))


RELATIONS = among(
    *("equal", "less", "greater", "differ first in the first", "differ first in an inner one"),
    *("differ first in the last", "by one", "by more", "a later pile says otherwise"),
    *("the sums say otherwise", "equal sums", "the same piles in another order"),
    *("their texts say otherwise", "as one number of ten, they say otherwise"),
)
PILES: Parts = {**each(1, 2, 3), "4 to 6": between(4, 6), "12": equals(12)}
TOO_MANY: Parts = {f"more than {MOST_PILES}": at_least(MOST_PILES + 1)}
STICKS: Parts = {
    "0": equals(0),
    "1": equals(1),
    "2 to 9": between(2, 9),
    "10 to 29": between(10, 29),
    "30 and more": between(30, MOST_STICKS),
}
BEYOND: Parts = {f"more than {MOST_STICKS}": at_least(MOST_STICKS + 1)}


def largest(asked: AskedCall) -> int:
    """The sticks of the largest pile."""
    return max(config(asked), default=0)


def smallest(asked: AskedCall) -> int:
    """The sticks of the smallest pile."""
    return min(config(asked), default=0)


def piles(asked: AskedCall) -> set[str]:
    """What piles there are."""
    c = config(asked)
    words = {
        "the first is empty": c[:1] == (0,),
        "the last is empty": c[-1:] == (0,),
        "an inner one is empty": 0 in c[1:-1],
        "all are empty": bool(c) and not any(c),
        "two are equal": len({n for n in c if n}) < len([n for n in c if n]),
        "increasing": len(c) > 1 and list(c) == sorted(set(c)),
        "decreasing": len(c) > 1 and list(c) == sorted(set(c), reverse=True),
    }
    return {word for word, holds in words.items() if holds}


PILES_ARE = among(
    *("the first is empty", "the last is empty", "an inner one is empty", "all are empty"),
    *("two are equal", "increasing", "decreasing"),
)


@cache
def level(c: Config) -> tuple[Config, ...]:
    """The configurations one move below."""
    return tuple(sorted((*c[:i], n, *c[i + 1 :]) for i in range(len(c)) for n in range(c[i])))


@cache
def nodes(c: Config) -> int:
    """The number of nodes of a game tree."""
    return 1 + sum(map(nodes, level(c)))


@cache
def worth(c: Config) -> int:
    """1 if the player to move wins."""
    return int(not any(c) or any(not worth(d) for d in level(c)))


def best(asked: AskedCall) -> set[str]:
    """Where the best moves are."""
    found = level(config(asked))
    value = worth(config(asked))
    good = [i for i, d in enumerate(found) if 1 - worth(d) == value]
    words = {
        "one alone": len(good) == 1,
        "several": len(good) > 1,
        "all": len(good) == len(found) > 1,
        "the first": good[0] == 0,
        "an inner one": 0 < good[0] < len(found) - 1,
        "the last": good[0] == len(found) - 1 > 0,
    }
    return {word for word, holds in words.items() if holds}


def plies(asked: AskedCall) -> int:
    """How long the longest game is."""
    return sum(config(asked))


TREES: Parts = {
    "1": equals(1),
    "2 to 9": between(2, 9),
    "10 to 99": between(10, 99),
    "100 to 400": between(100, 400),
    "401 to 2100": between(401, 2100),
}
TOO_LARGE: Parts = {"more than 20,652": at_least(20_653)}
PLIES: Parts = {
    **each(0, 1, 2),
    "3 to 5": between(3, 5),
    "6 to 8": between(6, 8),
    "9 and more": at_least(9),
}


def compared(name: str) -> Domain:
    """The domain of a function of two configurations."""
    return Domain(
        f"nim.{name}",
        (
            Aspect("c", "piles", lambda a: len(config(a)), PILES, {**TOO_MANY, "0": equals(0)}),
            Aspect("c", "largest pile", largest, STICKS, BEYOND),
            Aspect("d", "largest pile", lambda a: max(other(a), default=0), STICKS, BEYOND),
            Aspect(
                "d",
                "smallest pile",
                lambda a: min(other(a), default=0),
                {"0": equals(0), "more": at_least(1)},
                {"negative": below(0)},
            ),
            Aspect(
                "c and d",
                "length",
                lambda a: len(config(a)) == len(other(a)),
                {"equal": equals(True)},
                {"different": equals(False)},
            ),
            Aspect("c and d", "relation", relation, RELATIONS),
        ),
        pairs=(("c: piles", "c and d: relation"),),
        never=frozenset(
            {
                ("1", part)
                for part in RELATIONS
                if part
                not in (
                    "equal",
                    "less",
                    "greater",
                    "by one",
                    "by more",
                    "their texts say otherwise",
                )
            }
            | {("2", "differ first in an inner one")}
        ),
    )


def of_tree(
    name: str, start: int, *more: Aspect, pairs: tuple[tuple[str, str], ...] = ()
) -> Domain:
    """The domain of a function of whole game trees, of games of `start` plies and more."""
    trees = {k: v for k, v in TREES.items() if start == 0 or k != "1"}
    games = {k: v for k, v in PLIES.items() if start == 0 or k != "0"}
    are = {k: v for k, v in PILES_ARE.items() if start == 0 or k != "all are empty"}
    return Domain(
        f"nim.{name}",
        (
            Aspect(
                "c",
                "piles",
                lambda a: len(config(a)),
                {**each(1, 2, 3), "4 to 6": between(4, 6)},
                {"0": equals(0), "more than 6": at_least(7)},
            ),
            Aspect(
                "c",
                "largest pile",
                largest,
                {k: STICKS[k] for k in ("1", "2 to 9", "10 to 29")},
                {"30 and more": at_least(30)},
            ),
            Aspect("c", "piles are", piles, are),
            Aspect("tree", "nodes", lambda a: nodes(config(a)), trees, TOO_LARGE),
            Aspect("tree", "plies", plies, games),
            *more,
        ),
        pairs,
    )


STEP = Aspect(
    "step", "player", lambda a: a.arguments[1], {"MAX": equals(Step.MAX), "MIN": equals(Step.MIN)}
)
VALUE = {"won": equals(1), "lost": equals(0)}
DOMAINS = (
    compared("less_equal"),
    compared("greater_equal"),
    compared("equal_config"),
    Domain(
        "nim.make_next_level",
        (
            Aspect("c", "piles", lambda a: len(config(a)), {"0": equals(0), **PILES}, TOO_MANY),
            Aspect("c", "largest pile", largest, STICKS, BEYOND),
            Aspect(
                "c",
                "smallest pile",
                smallest,
                {"0": equals(0), "1": equals(1), "more": at_least(2)},
                {"negative": below(0)},
            ),
            Aspect("c", "piles are", piles, PILES_ARE),
            Aspect(
                "c",
                "moves",
                lambda a: len(level(config(a))),
                {**each(0, 1), "2 to 9": between(2, 9), "10 and more": at_least(10)},
            ),
        ),
    ),
    of_tree("make_game_tree", 0),
    of_tree(
        "min_max",
        0,
        STEP,
        Aspect("tree", "player to move has", lambda a: worth(config(a)), VALUE),
        pairs=(
            ("step: player", "tree: player to move has"),
            ("step: player", "tree: nodes"),
            ("step: player", "tree: plies"),
        ),
    ),
    of_tree(
        "choose_move",
        1,
        Aspect("value", "of c", lambda a: worth(config(a)), VALUE),
        Aspect(
            "best moves",
            "place",
            best,
            among("one alone", "several", "all", "the first", "an inner one", "the last"),
        ),
        pairs=(("value: of c", "c: piles are"), ("value: of c", "c: piles")),
    ),
)
