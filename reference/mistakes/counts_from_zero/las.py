from gametree import Cons, Nil, Seq


def skip(eq, x, s, n):
    match s.showl():
        case Nil():
            return n, s
        case Cons(y, ys):
            return skip(eq, x, ys, n + 1) if eq(x, y) else (n, s)


def look_and_say(eq, s):
    runs = []
    while len(s) > 0:
        match s.showl():
            case Cons(x, xs):
                n, s = skip(eq, x, xs, 0)
                runs.append((n, x))
    return Seq.from_list(runs)
