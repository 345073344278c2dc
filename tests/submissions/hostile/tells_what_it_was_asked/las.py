"""Raises what it was asked, so that whoever sees the message learns the hidden examples."""


def look_and_say(eq, s):
    s.showl()
    raise ValueError(f"asked {eq!r} of {s!r}")
