"""What the tests of this suite share."""

import unittest

import nim
from gametree import Seq
from las import look_and_say


class InOrder(unittest.TestCase):
    """Tests that every class has, and a list in which they are noted."""

    noted = []

    def say(self, *numbers):
        return look_and_say(lambda x, y: x == y, Seq.of(*numbers))

    def test_of_all(self):
        self.noted.append(self.id())
        self.assertEqual(self.say(5, 5), Seq.of((2, 5)))


def level(piles):
    """The next level, sorted."""
    return sorted(nim.make_next_level(piles))
