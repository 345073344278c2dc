"""Tests that you have too: ordinary ones, which `make check` runs on your file."""

import unittest

from shop import Cart, Money, cheapest


class TestMoney(unittest.TestCase):
    def test_sum(self):
        self.assertEqual(Money(120) + Money(80), Money(200))

    def test_text(self):
        self.assertEqual(str(Money(205)), "2.05")


class TestCart:
    def test_counts(self):
        cart = Cart({"pen": 3, "cup": 10}, {"pen": Money(120), "cup": Money(450)})
        cart.add("pen", count=2)
        cart.add("cup")
        assert len(cart) == 3
        assert list(cart) == ["cup", "pen"]


def test_cheapest():
    assert cheapest({"book": Money(1999), "pen": Money(120)}) == "pen"
