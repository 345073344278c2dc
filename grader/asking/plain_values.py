"""Plain values on the wire: encoded for a box, and decoded from it.

Whatever a box sends is decoded to values that may travel, or refused; it is never a live object.
"""

from collections.abc import Callable, Mapping
from types import MappingProxyType

from grader.inside.library import NO_LIBRARY, Library
from grader.inside.travel.watched import is_noted
from grader.inside.values import UnencodableValue
from grader.inside.wire import Decoder, Encoder, Violation, decode_handle

NOTHING: Mapping[int, object] = MappingProxyType({})


def writer_of(library: Library) -> Callable[[object], object]:
    """Writes values of a library as wire data; raises `UnencodableValue`."""
    write: Callable[[object], object] = library.remembered(
        "writer", lambda: Encoder(library, _no_handle).encode
    )
    return write


def reader_of(
    library: Library, sealed: Mapping[int, object] = NOTHING
) -> Callable[[object], object]:
    """Reads wire data as values of a library; raises `Violation`.

    `sealed` are the objects of a question that a box may name, by number.
    """
    if sealed is not NOTHING:  # even if empty now: entries may be added later
        return _decoder(library, sealed).decode
    # Most questions have none, and making a decoder takes longer than reading an answer.
    decoder: Decoder = library.remembered("reader", lambda: _decoder(library, NOTHING))
    return decoder.decode


def _decoder(library: Library, sealed: Mapping[int, object]) -> Decoder:
    def named(data: list[object]) -> object:
        match data:
            case [_, int(number)] if number in sealed:
                return sealed[number]
        raise Violation("an object that is none of the question's")

    return Decoder(library, {"o": decode_handle, "sealed": named})


def _no_handle(value: object) -> list[object]:
    if is_noted(type(value)):
        # No box sends this number, so an answer with such an object never matches by its bytes.
        return ["sealed", -1]
    raise UnencodableValue(f"{type(value).__name__} objects don't travel")


# Plain text needs no library.
read_text = Decoder(NO_LIBRARY).decode
