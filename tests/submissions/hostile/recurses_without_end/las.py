"""Recurses without end, having raised the limit."""
import sys


def look_and_say(eq, s):
    s.showl()
    sys.setrecursionlimit(10**9)
    return look_and_say(eq, s)
