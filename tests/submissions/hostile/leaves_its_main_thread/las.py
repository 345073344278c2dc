"""Ends the first thread of its process, while another one works on."""
import ctypes
import threading


def work():
    while True:
        pass


def look_and_say(eq, s):
    s.showl()
    threading.Thread(target=work, daemon=True).start()
    ctypes.CDLL(None).syscall(60, 0)
