"""Sleeps in steps while it is imported."""
import time

while True:
    time.sleep(0.05)
    sum(range(1000))
