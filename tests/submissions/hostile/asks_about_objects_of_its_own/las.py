"""Hands the judge's own function whatever it may stumble over."""

from gametree import Seq


class Equal:
    """Equals everything, and can't be hashed."""

    __hash__ = None

    def __eq__(self, other):
        return True


def look_and_say(eq, s):
    deep = []
    for _ in range(95):
        deep = [deep]
    odd = (Equal(), deep, float("nan"), 10**4000, eq, s, Seq, {1: {2: 3}}, range(3), "x" * 200_000)
    for thing in odd:
        try:
            eq(thing, thing)
        except Exception:
            continue
    return Seq.empty()
