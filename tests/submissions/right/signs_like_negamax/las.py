import operator

from gametree import Cons, Seq


def look_and_say(eq, s):
    """look_and_say(eq, s) ==> the runs; first pass marks where runs begin, second pass counts"""
    marks, before = [], None
    view = s.showl()
    while isinstance(view, Cons):
        x = view.head
        marks.append((x, before is None or not eq(x, before[0])))
        before = (x,)
        view = view.tail.showl()
    answer = []
    for x, begins in marks:
        if begins:
            answer.append([1, x])
        else:
            answer[-1][0] += 1
    return Seq.from_list(answer).map(operator.itemgetter(0, 1))
