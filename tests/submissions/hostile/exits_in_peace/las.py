"""Ends the process with the status of success."""
import os


def look_and_say(eq, s):
    s.showl()
    os._exit(0)
