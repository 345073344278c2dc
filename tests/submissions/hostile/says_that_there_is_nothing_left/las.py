"""Blames the machine, so as to be tried again."""


def look_and_say(eq, s):
    words = "Too many open files", "Cannot allocate memory", "can't start new thread"
    raise OSError(28, "; ".join(("No space left on device", *words)))
