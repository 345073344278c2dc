"""The course's tests of the shop, as a teacher had them."""

import unittest

import pytest
from shop import Cart, Money, OutOfStock, ShopError, cheapest


@pytest.fixture
def prices():
    return {"pen": Money(120), "book": Money(1999), "cup": Money(450)}


@pytest.fixture
def cart(prices):
    return Cart({"pen": 3, "book": 1, "cup": 10}, prices)


class TestMoney(unittest.TestCase):
    def test_sum(self):
        self.assertEqual(Money(120) + Money(80), Money(200))

    def test_multiples(self):
        self.assertEqual(3 * Money(50), Money(150))
        self.assertEqual(Money(50) * 3, Money(150))

    def test_equality(self):
        self.assertNotEqual(Money(1), Money(2))
        self.assertNotEqual(Money(1), 1)
        self.assertEqual(len({Money(1), Money(1), Money(2)}), 2)

    def test_order(self):
        amounts = [Money(3), Money(1), Money(2)]
        self.assertEqual([m.cents for m in sorted(amounts)], [1, 2, 3])

    def test_text(self):
        self.assertEqual(str(Money(205)), "2.05")
        self.assertEqual(f"{Money(100000)}", "1000.00")


class TestCart:
    def test_begins_empty(self, cart):
        assert len(cart) == 0
        assert "pen" not in cart
        assert cart.total() == Money(0)

    def test_counts(self, cart):
        cart.add("pen", count=2)
        cart.add("cup")
        assert len(cart) == 3
        assert list(cart) == ["cup", "pen"]
        assert "pen" in cart

    @pytest.mark.parametrize(("discount", "cents"), [(0, 690), (10, 621), (33, 462)])
    def test_total(self, cart, discount, cents):
        cart.add("pen", count=2)
        cart.add("cup", count=1)
        assert cart.total(discount=discount).cents == cents

    def test_carts_share_nothing(self, prices):
        one, other = (Cart({"pen": 3}, prices) for _ in range(2))
        one.add("pen")
        assert (len(one), len(other)) == (1, 0)


class TestRefusals:
    def test_out_of_stock(self, cart):
        cart.add("pen", count=2)
        with pytest.raises(OutOfStock, match="only 1 left") as caught:
            cart.add("pen", count=2)
        assert caught.value.left == 1
        assert issubclass(OutOfStock, ShopError)

    def test_a_refusal_changes_nothing(self, cart):
        with pytest.raises(ShopError):
            cart.add("book", count=2)
        assert len(cart) == 0
        cart.add("book")
        assert cart.total() == Money(1999)

    def test_unknown(self, cart):
        with pytest.raises(KeyError):
            cart.add("hat")


def test_cheapest(prices):
    assert cheapest(prices) == "pen"
    assert cheapest({"b": Money(1), "a": Money(1)}) == "a"
    with pytest.raises(ValueError):
        cheapest({})
