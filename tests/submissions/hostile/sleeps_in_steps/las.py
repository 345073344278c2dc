"""Sleeps a little before each call of the function that it is given, without end."""
import time


def look_and_say(eq, s):
    head = s.showl().head
    while True:
        time.sleep(0.05)
        eq(head, head)
