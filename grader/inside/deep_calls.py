"""How deep calls may nest that go through C functions: as deep as in Python 3.11.

A fifth of `sys.setrecursionlimit` is as deep as calls of every kind may nest in every Python: 3.11
counts up to four for one. Deeper ones end in a RecursionError, some of them sooner than others.
"""

import ctypes
import sys

# These count such calls apart from all others, and allow some hundreds or thousands of them. Later
# ones look how much of the stack is left, so `allow_deep_calls` can go together with 3.13.
COUNTING = ((3, 12), (3, 13))
# The limit of `sys.setrecursionlimit` is found among so many numbers at the beginning of a thread's
# state, and the count of calls through C that are left is next to it.
NUMBERS = 64
KNOWN = 7_654_321
MOST = 100_000
# Of the stack, such a call takes less than this, and that of `list.sort` nearly as much.
BYTES_OF_A_CALL = 1792
# What students read, in every Python.
TOO_DEEP = "the recursion never ends, or goes too deep"


def allow_deep_calls(stack_bytes: int) -> None:
    """Let calls nest through functions like `sorted`, `map` and `==` as deep as a stack has room.

    It holds for the calling thread, and in what is forked from it. Python 3.12 and 3.13 have no
    function for this, so that recursion which is fine in others would be an error there; where the
    thread's state is not as expected, all stays as it is.
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
