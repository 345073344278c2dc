"""Writes to address 0."""
import ctypes


def look_and_say(eq, s):
    s.showl()
    ctypes.memset(0, 0, 1)
