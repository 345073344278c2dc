"""Hears of everything that Python does here, and answers with what was compiled or imported."""
import sys

from gametree import Seq

HEARD = []
sys.addaudithook(lambda event, arguments: HEARD.append((event, arguments)))


def look_and_say(eq, s):
    s.showl()
    return Seq.from_list([(1, str(event)) for event, _ in HEARD[:5]])
