"""Starts threads without end."""
import threading


def look_and_say(eq, s):
    s.showl()
    threading.stack_size(32 << 10)
    stop = threading.Event()
    while True:
        try:
            threading.Thread(target=stop.wait, daemon=True).start()
        except RuntimeError:
            pass
