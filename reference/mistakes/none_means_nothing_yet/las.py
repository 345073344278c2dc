from gametree import Nil, Seq


def look_and_say(eq, s):
    runs = []
    current = None
    count = 0
    view = s.showl()
    while not isinstance(view, Nil):
        if not current:
            current, count = view.head, 1
        elif eq(current, view.head):
            count += 1
        else:
            runs.append((count, current))
            current, count = view.head, 1
        view = view.tail.showl()
    if current:
        runs.append((count, current))
    return Seq.from_list(runs)
