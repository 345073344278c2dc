"""Leaves a thread behind that works on when the answer has been given."""
import threading

from gametree import Seq


def work():
    while True:
        pass


def look_and_say(eq, s):
    s.showl()
    threading.Thread(target=work, daemon=True).start()
    return Seq.empty()
