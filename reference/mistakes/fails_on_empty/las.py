from gametree import Cons, Seq


def look_and_say(eq, s):
    """look_and_say(eq, s) ==> the runs of s"""
    first = s.showl()
    x, s = first.head, first.tail
    n, runs = 1, []
    while True:
        match s.showl():
            case Cons(y, rest):
                if eq(x, y):
                    n += 1
                else:
                    runs.append((n, x))
                    n, x = 1, y
                s = rest
            case _:
                return Seq.from_list(runs + [(n, x)])
