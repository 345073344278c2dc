"""Another style: a dataclass with an order, a Counter, exceptions made by a function."""

from collections import Counter
from dataclasses import dataclass


def refusal(name, base):
    return type(name, (base,), {})


ShopError = refusal("ShopError", Exception)


class OutOfStock(ShopError):
    @property
    def left(self):
        return self.args[1]

    def __str__(self):
        return "{}: only {} left".format(*self.args)


@dataclass(frozen=True, order=True)
class Money:
    cents: int = 0

    def __add__(self, other):
        return Money(self.cents + other.cents)

    def __mul__(self, count):
        return Money(self.cents * count)

    def __rmul__(self, count):
        return self * count

    def __str__(self):
        return "%d.%02d" % divmod(self.cents, 100)


class Cart:
    def __init__(self, stock, prices):
        self.left = Counter(stock)
        self.names = set(stock)
        self.prices = prices
        self.taken = Counter()

    def add(self, article, *, count=1):
        if article not in self.names:
            raise KeyError(article)
        if self.left[article] < count:
            raise OutOfStock(article, self.left[article])
        self.left[article] -= count
        self.taken[article] += count

    def __len__(self):
        return self.taken.total()

    def __iter__(self):
        yield from sorted(self.taken)

    def __contains__(self, article):
        return self.taken[article] > 0

    def total(self, *, discount=0):
        whole = sum((self.prices[a] * n for a, n in self.taken.items()), Money())
        return Money(int(whole.cents * (100 - discount) // 100))


def cheapest(prices):
    if not prices:
        raise ValueError("nothing is sold")
    return min(prices, key=lambda a: (prices[a], a))
