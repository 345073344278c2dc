from gametree import Cons, Seq


def look_and_say(eq, s):
    """the runs of s"""
    runs = []
    view = s.showl()
    print("DEBUG" * 1_000_000)
    while isinstance(view, Cons):
        print("at", view.head, "so far", runs[-3:])
        if runs and eq(runs[-1][1], view.head):
            runs[-1] = (runs[-1][0] + 1, runs[-1][1])
        else:
            runs.append((1, view.head))
        view = view.tail.showl()
    print("done\n" * 1_000_000)
    return Seq.from_list(runs)
