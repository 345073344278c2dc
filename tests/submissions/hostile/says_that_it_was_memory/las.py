"""Ends as if its memory were used up."""
import os


def look_and_say(eq, s):
    s.showl()
    os._exit(71)
