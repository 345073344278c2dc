"""Loops without end; no exception and no signal that it can avoid ends it."""
import signal

for number in range(1, 65):
    try:
        signal.signal(number, signal.SIG_IGN)
    except (OSError, ValueError):
        continue
signal.pthread_sigmask(signal.SIG_BLOCK, range(1, 65))
signal.setitimer(signal.ITIMER_REAL, 0)


def look_and_say(eq, s):
    s.showl()
    while True:
        try:
            while True:
                pass
        except BaseException:
            pass
