from gametree import Cons, Seq


def look_and_say(eq, s):
    said = []
    view = s.showl()
    while isinstance(view, Cons):
        value = view.head
        times = 0
        while isinstance(view, Cons) and eq(value, view.head):
            times = times + 1
            view = view.tail.showl()
        said.append((value, times))
    return Seq.from_list(said)
