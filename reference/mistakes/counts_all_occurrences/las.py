from gametree import Nil, Seq


def look_and_say(eq, s):
    """look_and_say(eq, s) ==> how often each element occurs"""
    counts = []
    view = s.showl()
    while view != Nil():
        for entry in counts:
            if eq(entry[1], view.head):
                entry[0] += 1
                break
        else:
            counts.append([1, view.head])
        view = view.tail.showl()
    return Seq.from_list([(n, x) for n, x in counts])
