"""Leaves folders and files behind to which nobody has any right."""
import os

from gametree import Seq

os.umask(0o777)
os.mkdir("locked")
open("locked-file", "w").close()
os.umask(0)
os.makedirs("outer/inner", 0o700)
open("outer/inner/file", "w").close()
os.chmod("outer/inner", 0)
os.chmod("outer", 0)


def look_and_say(eq, s):
    s.showl()
    return Seq.empty()
