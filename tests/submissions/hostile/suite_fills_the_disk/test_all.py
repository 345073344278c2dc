"""Takes as much room as it gets. Passes only if that is over 64 MB."""

from gametree import Seq
from las import look_and_say

from filling import fill


def test_there_is_room():
    assert look_and_say(lambda x, y: x == y, Seq.of(1, 1)) == Seq.of((2, 1))
    assert fill() > 64 << 20
