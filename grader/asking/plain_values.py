"""Plain values on their way through a wire: written for a box, and read from it.

Whatever a box sends is read as values that travel, or refused: nothing of it is a live object here.
"""

from collections.abc import Callable
from typing import Any, NoReturn

from grader.inside.library import NO_LIBRARY, Library
from grader.inside.values import Unencodable
from grader.inside.wire import Decoder, Encoder, decode_handle


def writer_of(library: Library) -> Callable[[Any], Any]:
    """Writes values of a library as wire data; raises `Unencodable`."""
    return Encoder(library, _no_handle).encode


def reader_of(library: Library) -> Callable[[Any], Any]:
    """Reads wire data as values of a library; raises `Violation`."""
    return Decoder(library, {"o": decode_handle}).decode


# Texts have no library.
read_text = Decoder(NO_LIBRARY).decode


def _no_handle(value: object) -> NoReturn:
    raise Unencodable(f"{type(value).__name__} objects don't travel")
