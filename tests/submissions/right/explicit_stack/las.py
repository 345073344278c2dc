from gametree import Cons, Seq


def look_and_say(eq, s):
    """Runs of s, collected on a stack whose top is the run that still grows."""
    stack = []
    todo = [s]
    while todo:
        match todo.pop().showl():
            case Cons(head, tail):
                if stack and eq(head, stack[-1][1]):
                    n, _ = stack.pop()
                    stack.append((n + 1, head))
                else:
                    stack.append((1, head))
                todo.append(tail)
    return Seq.of(*stack)
