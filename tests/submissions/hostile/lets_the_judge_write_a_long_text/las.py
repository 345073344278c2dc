"""Calls an equivalence of the judge's with a text that asks for two billion digits."""
from gametree import Seq


def look_and_say(eq, s):
    s.showl()
    try:
        return Seq.of((1, eq("%2000000000d", "%2000000000d")))
    except Exception:
        return Seq.empty()
