from gametree import Cons, Nil, Seq


def look_and_say(eq, s):
    """
    look_and_say(eq, s) ==> sequence of (count, element)
    REQUIRES: true
    ENSURES: each run of equal elements becomes one pair
    """
    result = []

    def go(rest, current, n):
        match rest.showl():
            case Nil():
                result.append((n, current))
            case Cons(head, tail) if head == current:
                go(tail, current, n + 1)
            case Cons(head, tail):
                result.append((n, current))
                go(tail, head, 1)

    match s.showl():
        case Cons(head, tail):
            go(tail, head, 1)
    return Seq.from_list(result)
