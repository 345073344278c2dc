"""Raises what ends a program."""


def look_and_say(eq, s):
    s.showl()
    raise SystemExit(0)
