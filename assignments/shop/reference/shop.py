"""A shop: amounts of money, a cart, and what it refuses."""

from collections.abc import Iterator


class ShopError(Exception):
    """What the shop refuses."""


class OutOfStock(ShopError):
    """There are not so many of an article: `left` says how many can still be added.

    As text it is "only 1 left", with that number.
    """

    def __init__(self, article: str, left: int) -> None:
        super().__init__(f"{article}: only {left} left")
        self.left = left


class Money:
    """An amount of money: `cents` says how many whole cents it is.

    Two of them are added and compared; nothing else is equal to one. `Money(50) * 3` and
    `3 * Money(50)` are the same. `str(Money(205))` is "2.05".
    """

    def __init__(self, cents: int = 0) -> None:
        self.cents = cents

    def __add__(self, other: "Money") -> "Money":
        return Money(self.cents + other.cents)

    def __mul__(self, count: int) -> "Money":
        return Money(self.cents * count)

    __rmul__ = __mul__

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Money) and self.cents == other.cents

    def __hash__(self) -> int:
        return hash(self.cents)

    def __lt__(self, other: "Money") -> bool:
        return self.cents < other.cents

    def __str__(self) -> str:
        return f"{self.cents // 100}.{self.cents % 100:02d}"


class Cart:
    """Articles that somebody wants; `stock` says how many there are, `prices` what each is.

    `len` counts all that is in it, `in` asks for an article, and iteration gives each article
    once, by name.
    """

    def __init__(self, stock: dict[str, int], prices: dict[str, Money]) -> None:
        self._stock = stock
        self._prices = prices
        self._counts: dict[str, int] = {}

    def add(self, article: str, *, count: int = 1) -> None:
        """Put some of an article into the cart; raises `OutOfStock`.

        An article that the shop doesn't have is a `KeyError`. After a refusal the cart is as it
        was.
        """
        wanted = self._counts.get(article, 0) + count
        if wanted > self._stock[article]:
            raise OutOfStock(article, self._stock[article] - self._counts.get(article, 0))
        self._counts[article] = wanted

    def __len__(self) -> int:
        return sum(self._counts.values())

    def __iter__(self) -> Iterator[str]:
        return iter(sorted(self._counts))

    def __contains__(self, article: object) -> bool:
        return article in self._counts

    def total(self, *, discount: int = 0) -> Money:
        """What all of it costs, less a discount in per cent, rounded down to a cent."""
        cents = sum(self._prices[article].cents * n for article, n in self._counts.items())
        return Money(cents * (100 - discount) // 100)


def cheapest(prices: dict[str, Money]) -> str:
    """The cheapest article; of several the first by name. Raises `ValueError` without any."""
    return min(sorted(prices), key=lambda article: prices[article])
