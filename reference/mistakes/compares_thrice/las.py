from gametree import Cons, Nil, Seq


def count(eq, x, s):
    match s.showl():
        case Cons(y, ys) if eq(x, y):
            return 1 + count(eq, x, ys)
        case _:
            return 0


def drop(eq, x, s):
    match s.showl():
        case Cons(y, ys) if eq(x, y):
            return drop(eq, x, ys)
        case _:
            return s


def look_and_say(eq, s):
    """look_and_say(eq, s) ==> runs of s"""
    answer = []
    while True:
        match s.showl():
            case Nil():
                return Seq.from_list(answer)
            case Cons(x, _):
                answer.append((count(eq, x, s), x))
                s = drop(eq, x, s)
