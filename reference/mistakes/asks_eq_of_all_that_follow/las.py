from gametree import Cons, Nil, Seq


def take_while(eq, x, s):
    """The number of elements at the front of s that are equal to x."""
    marks = s.map(lambda y: eq(x, y))
    n = 0
    for mark in marks:
        if not mark:
            return n
        n += 1
    return n


def look_and_say(eq, s):
    runs = []
    while True:
        match s.showl():
            case Nil():
                return Seq.from_list(runs)
            case Cons(x, rest):
                n = take_while(eq, x, rest)
                runs.append((n + 1, x))
                for _ in range(n):
                    rest = rest.showl().tail
                s = rest
