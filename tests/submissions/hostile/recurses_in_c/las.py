"""Recurses without end through C code that does not count."""
import sys


def deeper(n):
    return sorted([n], key=deeper)


def look_and_say(eq, s):
    s.showl()
    sys.setrecursionlimit(10**9)
    return deeper(0)
