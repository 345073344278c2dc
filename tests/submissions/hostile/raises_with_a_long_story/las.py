"""Raises an exception with a very long traceback and very many causes."""


def fall(depth):
    if depth == 0:
        error = ValueError("x" * 1_000_000)
        for _ in range(10_000):
            cause, error = error, ValueError("y")
            error.__cause__ = cause
        raise error
    fall(depth - 1)


def look_and_say(eq, s):
    s.showl()
    fall(50_000)
