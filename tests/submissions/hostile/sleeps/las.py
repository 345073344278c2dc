"""Sleeps for days."""
import time


def look_and_say(eq, s):
    s.showl()
    time.sleep(1_000_000)
