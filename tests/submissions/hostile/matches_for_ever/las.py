"""Matches an expression that takes longer than the universe has existed."""
import re


def look_and_say(eq, s):
    s.showl()
    return re.match(r"(a+)+$", "a" * 60 + "b")
