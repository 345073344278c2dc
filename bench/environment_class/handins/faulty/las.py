from gametree import Cons, Nil, Seq


def look_and_say(eq, s):
    answer = []
    last, n = None, 0
    while True:
        match s.showl():
            case Nil():
                break
            case Cons(x, s):
                if n > 0 and eq(last, x):
                    n += 1
                else:
                    if n > 0:
                        answer.append((n, last))
                    last, n = x, 1
    return Seq.from_list(answer)
