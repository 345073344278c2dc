"""Closes its socket in every question, and sleeps before its process ends."""
import os
import time


def look_and_say(eq, s):
    s.showl()
    os.close(3)
    time.sleep(1.8)
    os._exit(0)
