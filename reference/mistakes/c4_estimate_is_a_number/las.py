from gametree import Cons, Nil, Seq


def look_and_say(eq, s):
    """look_and_say(eq, s) ==> runs of s
    REQUIRES: eq is an equivalence
    ENSURES: (length, element) of each run
    """
    found = []
    rest = s
    while True:
        match rest.showl():
            case Nil():
                return Seq.from_list([(n, x) for n, x in found])
            case Cons(head, tail):
                if found and eq(found[-1][1], head):
                    found[-1] = (found[-1][0] + 1, head)
                else:
                    found.append((1, head))
                rest = tail
