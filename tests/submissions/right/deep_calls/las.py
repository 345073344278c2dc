from depths import KINDS
from gametree import Cons, Nil, Seq

DEEP, ENDLESS = 20_000, 10**9


def ends(kind, depth):
    """ends(kind, depth) ==> whether recursion of that kind and depth returns"""
    try:
        return kind(depth) in (0, "")
    except RecursionError:
        return False


for name, kind in KINDS.items():
    if not ends(kind, DEEP):
        raise ValueError(f"recursion by {name} is not {DEEP} deep")
for name in ("plain", "sort", "==", "repr"):
    if ends(KINDS[name], ENDLESS):
        raise ValueError(f"recursion by {name} ends")


def look_and_say(eq, s):
    """look_and_say(eq, s) ==> the runs of s, put in front of the runs of what comes after"""
    match s.showl():
        case Nil():
            return Seq.empty()
        case Cons(x, xs):
            match look_and_say(eq, xs).showl():
                case Cons((n, y), runs) if eq(x, y):
                    return runs.cons((n + 1, x))
                case runs:
                    return Seq.hidel(runs).cons((1, x))
