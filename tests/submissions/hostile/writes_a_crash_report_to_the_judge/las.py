"""Lets Python write the report of its crash into the socket."""
import faulthandler

from gametree import Seq

faulthandler.enable(file=3)


def look_and_say(eq, s):
    s.showl()
    faulthandler.dump_traceback(file=3)
    return Seq.empty()
