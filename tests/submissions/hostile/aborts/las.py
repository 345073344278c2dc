"""Calls abort."""
import os


def look_and_say(eq, s):
    s.showl()
    os.abort()
