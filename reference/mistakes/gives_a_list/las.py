from gametree import Cons, Nil


def look_and_say(eq, s):
    """The runs of s, as (length, element)."""
    match s.showl():
        case Nil():
            return []
        case Cons(x, rest):
            count = 1
    runs = []
    while True:
        match rest.showl():
            case Nil():
                runs.append((count, x))
                return runs
            case Cons(y, rest):
                if eq(x, y):
                    count += 1
                else:
                    runs.append((count, x))
                    x, count = y, 1
