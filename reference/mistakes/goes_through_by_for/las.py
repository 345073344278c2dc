from gametree import Seq


def look_and_say(eq, s):
    pairs = []
    for x in s:
        if pairs and eq(pairs[-1][1], x):
            pairs[-1] = (pairs[-1][0] + 1, x)
        else:
            pairs.append((1, x))
    return Seq.of(*pairs)
