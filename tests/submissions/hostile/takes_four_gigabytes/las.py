"""Asks for more memory than it may have."""


def look_and_say(eq, s):
    s.showl()
    return [bytearray(4 << 30), bytearray(1 << 40)]
