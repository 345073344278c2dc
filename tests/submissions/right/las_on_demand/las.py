"""Made on demand."""
from operator import methodcaller
from gametree import Cons, Nil, Seq
view = methodcaller("showl")

def _walk(eq, s):
    rest = view(s)
    while rest != Nil():
        head, n = rest.head, 1
        rest = view(rest.tail)
        while isinstance(rest, Cons) and eq(head, rest.head):
            n += 1
            rest = view(rest.tail)
        yield n, head

def __getattr__(name):
    if name == "look_and_say":
        return lambda eq, s: Seq.from_list(list(_walk(eq, s)))
    raise AttributeError(name)
