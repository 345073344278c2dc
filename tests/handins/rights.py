"""Modes of files that hold for root, too: tests may run as anybody."""

import ctypes
from collections.abc import Iterator
from contextlib import contextmanager

_VERSION_3 = 0x20080522
_DAC_OVERRIDE, _DAC_READ_SEARCH = 1 << 1, 1 << 2  # what lets root read whatever it likes
_LIBC = ctypes.CDLL(None, use_errno=True)


@contextmanager
def bound_by_modes() -> Iterator[None]:
    """Meanwhile nobody reads what the mode of a file forbids, nor do forked children."""
    header = (ctypes.c_uint32 * 2)(_VERSION_3, 0)
    before = (ctypes.c_uint32 * 6)()  # effective, permitted, inheritable; twice
    assert _LIBC.capget(header, before) == 0
    reduced = (ctypes.c_uint32 * 6)(*before)
    reduced[0] &= ~(_DAC_OVERRIDE | _DAC_READ_SEARCH)
    assert _LIBC.capset(header, reduced) == 0
    try:
        yield
    finally:
        assert _LIBC.capset(header, before) == 0
