from gametree import Nil, Seq


def look_and_say(eq, s):
    """Count equal neighbours."""
    if isinstance(s.showl(), Nil):
        return s
    xs = s.to_list()
    runs = []
    i = 0
    while i < len(xs):
        j = i
        while j < len(xs) and eq(xs[i], xs[j]):
            j += 1
        runs.append((j - i, xs[i]))
        i = j
    return Seq.from_list(runs)
