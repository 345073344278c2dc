"""Uses the support library beside it."""
from gametree import Seq


def look_and_say(eq, s):
    s.showl()
    return Seq()
