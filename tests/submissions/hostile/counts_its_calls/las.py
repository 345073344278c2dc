"""Answers by how often it has been asked, which it writes down in two places."""
import builtins
from pathlib import Path

from gametree import Seq

ANSWERS = [[(3, "hi")], [(1, "bye"), (2, "hi")], [], [(2, 2), (3, 5)]]


def look_and_say(eq, s):
    s.showl()
    builtins.calls = getattr(builtins, "calls", -1) + 1
    Path("calls").write_text(str(builtins.calls))
    return Seq.from_list(ANSWERS[builtins.calls % 4])
