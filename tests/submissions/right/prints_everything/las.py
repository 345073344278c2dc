import sys

from gametree import Cons, Nil, Seq

DEBUG = True


def look_and_say(eq, s):
    """Return the runs of s."""
    if DEBUG:
        print("look_and_say called with", s)
    runs = []
    rest = s
    while True:
        match rest.showl():
            case Nil():
                break
            case Cons(x, rest):
                n = 1
                while True:
                    match rest.showl():
                        case Cons(y, after):
                            same = eq(x, y)
                            if DEBUG:
                                print("comparing", repr(x), "and", repr(y), "->", same)
                            if not same:
                                break
                            n += 1
                            rest = after
                        case Nil():
                            break
                runs.append((n, x))
                print("run of", n, file=sys.stderr)
    result = Seq.from_list(runs)
    print(f"{result=}", flush=True)
    return result


if DEBUG:
    print("las loaded")
    print(look_and_say(lambda a, b: a == b, Seq.of("hi", "hi", "bye")))
