"""Input and output of a program by the numbers of their descriptors, as plain Python gives them.

`open(0).read()` is what is typed, and `os.write(1, b"x")` shows among what is printed. Each number
leads to a file without a name for as long as the program runs.
"""

import os
import tempfile
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from typing import BinaryIO

from grader.inside.surroundings.streams import PIECE_BYTES, STDERR, STDIN, STDOUT, CapturedOutput


@contextmanager
def descriptors(keys: bytes, screen: CapturedOutput, errors: CapturedOutput) -> Iterator[None]:
    """Let the first three descriptors be those of a program on which `keys` are typed."""
    with ExitStack() as stack:
        stdin = stack.enter_context(_leading_to_a_file(STDIN))
        stdin.write(keys)
        stdin.seek(0)
        for number, shown in ((STDOUT, screen), (STDERR, errors)):
            shown.follow(_news_of(stack.enter_context(_leading_to_a_file(number))))
        yield


@contextmanager
def _leading_to_a_file(number: int) -> Iterator[BinaryIO]:
    before = os.dup(number)
    with tempfile.TemporaryFile(buffering=0) as file:
        os.dup2(file.fileno(), number)
        try:
            yield file
        finally:
            # Also if the program has closed it, or opened another file by its number.
            os.dup2(before, number)
            os.close(before)


def _read_at(descriptor: int, at: int) -> bytes:
    if hasattr(os, "pread"):
        return os.pread(descriptor, PIECE_BYTES, at)
    os.lseek(descriptor, at, os.SEEK_SET)
    piece = os.read(descriptor, PIECE_BYTES)
    os.lseek(descriptor, 0, os.SEEK_END)
    return piece


def _news_of(file: BinaryIO) -> Callable[[], bytes]:
    """What gives the bytes that were written to a file since it was last asked."""
    read = 0

    def news() -> bytes:
        nonlocal read
        piece = b"" if file.closed else _read_at(file.fileno(), read)
        read += len(piece)
        return piece

    return news
