from gametree import Cons, Nil, Seq


def look_and_say(eq, s):
    """look_and_say(eq, s) ==> runs"""
    runs = Seq.empty()
    n = 0
    x = None
    while True:
        match s.showl():
            case Nil():
                return runs.cons((n, x)) if n else runs
            case Cons(y, s):
                if n and eq(x, y):
                    n += 1
                else:
                    if n:
                        runs = runs.cons((n, x))
                    n, x = 1, y
