from gametree import Nil, Seq


def look_and_say(eq, s):
    if s.showl() == Nil():
        return Seq.empty()
    out = []
    start = 0
    for i in range(1, len(s)):
        if not eq(s.nth(start), s.nth(i)):
            out.append((i - start, s.nth(start)))
            start = i
    out.append((len(s) - start, s.nth(start)))
    return Seq.from_list(out)
