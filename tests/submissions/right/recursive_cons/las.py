from gametree import Cons, Nil, Seq


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
