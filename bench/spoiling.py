"""Bytes almost as they should be, and what every refusal of such must look like."""

import random


def spoil(content: bytes, dice: random.Random, most: int = 6) -> bytes:
    """Bytes of which some are others, missing, or there twice."""
    spoilt = bytearray(content)
    for _ in range(dice.randrange(most)):
        at = dice.randrange(len(spoilt) + 1)
        match dice.randrange(4):
            case 0:
                spoilt[at : at + 1] = bytes([dice.randrange(256)])
            case 1:
                del spoilt[at : at + dice.choice((1, 1, 4, 40))]
            case 2:
                spoilt[at:at] = spoilt[at : at + dice.choice((1, 8, 100))]
            case 3:
                spoilt[at:at] = dice.choice((b"[", b"]", b"\0", b"\xff\xfe", b"PK\1\2", b"1e999"))
    return bytes(spoilt)


def require_one_line(text: str) -> None:
    """A line that can be shown: printable, and not without end."""
    assert text.isprintable()
    assert len(text) < 2000
