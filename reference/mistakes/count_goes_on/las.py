from gametree import Cons, Seq


def look_and_say(eq, s):
    def loop(s, n, x):
        while isinstance(v := s.showl(), Cons):
            if not eq(x, v.head):
                yield (n, x)
                x = v.head
            else:
                n += 1
            s = v.tail
        yield (n, x)

    v = s.showl()
    return Seq.from_list(loop(v.tail, 1, v.head)) if isinstance(v, Cons) else Seq.empty()
