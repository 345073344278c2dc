"""How deep calls through C functions may nest: as deep as in Python 3.11.

Calls of every kind may nest to a fifth of `sys.setrecursionlimit` in every Python: 3.11 counts up
to four levels for one call. Deeper calls end in a RecursionError, some sooner than others.
"""

import ctypes
import sys

# These versions count such calls separately, and allow some hundreds or thousands. Later versions
# check the stack that is left: when 3.13 is dropped, `allow_deep_calls` can go too.
COUNTING = ((3, 12), (3, 13))
# Search this many ints at the start of the thread's state for the recursion limit; the remaining
# C calls are counted right after it.
NUMBERS = 64
KNOWN = 7_654_321
MOST = 100_000
# An upper bound of the stack that such a call takes; `list.sort` comes close to it.
BYTES_OF_A_CALL = 1792
# The message for students, the same in every Python.
TOO_DEEP = "the recursion never ends, or goes too deep"


def allow_deep_calls(stack_bytes: int) -> None:
    """Let calls nest through functions like `sorted`, `map` and `==` as deep as the stack allows.

    This holds for the calling thread, and for processes forked from it. Python 3.12 and 3.13 have
    no function for it, so recursion that works elsewhere would fail there; if the thread's state
    isn't laid out as expected, nothing changes.
    """
    if sys.version_info[:2] not in COUNTING:
        return
    get_state = ctypes.pythonapi.PyThreadState_Get
    get_state.restype = ctypes.c_void_p
    numbers = (ctypes.c_int * NUMBERS).from_address(get_state())
    before = sys.getrecursionlimit()
    sys.setrecursionlimit(KNOWN)
    try:
        places = [place for place, number in enumerate(numbers) if number == KNOWN]
    finally:
        sys.setrecursionlimit(before)
    match places:
        case [place] if place + 1 < NUMBERS and 0 < numbers[place + 1] < MOST:
            numbers[place + 1] = max(numbers[place + 1], stack_bytes // BYTES_OF_A_CALL)
