"""Lets 300 threads wake together now and then, so that all of them wait for a processor."""
import threading
import time

MEETING = threading.Barrier(300)


def doze():
    while True:
        MEETING.wait()
        time.sleep(0.4)


def look_and_say(eq, s):
    s.showl()
    for _ in range(300):
        threading.Thread(target=doze, daemon=True).start()
    time.sleep(1_000_000)
