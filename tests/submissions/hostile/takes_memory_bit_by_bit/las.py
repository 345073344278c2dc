"""Takes memory until there is none left, and then tries to answer."""

HOARD = []


def look_and_say(eq, s):
    s.showl()
    try:
        while True:
            HOARD.append(bytearray(1 << 16))
    except MemoryError:
        return HOARD[:3]
