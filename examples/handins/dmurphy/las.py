from gametree import Nil, Seq


def look_and_say(eq, s):
    """look_and_say(eq, s) ==> the runs of s"""
    runs = []
    view = s.showl()
    while view != Nil():
        x, rest = view.head, view.tail.showl()
        n = 1
        same = rest != Nil() and eq(x, rest.head)
        while same:
            n += 1
            # go on with what is left
            view.tail.showl()
        runs.append((n, x))
        view = rest
    return Seq.from_list(runs)
