"""A shop: amounts of money, a cart, and what it refuses."""

from collections.abc import Iterator


class ShopError(Exception):
    """What the shop refuses."""


class OutOfStock(ShopError):
    """There are not so many of an article: `left` says how many can still be added.

    As text it is "only 1 left", with that number.
    """

    def __init__(self, article: str, left: int) -> None:
        raise NotImplementedError


class Money:
    """An amount of money: `cents` says how many whole cents it is.

    Two of them are added and compared; nothing else is equal to one. `Money(50) * 3` and
    `3 * Money(50)` are the same. `str(Money(205))` is "2.05".
    """

    def __init__(self, cents: int = 0) -> None:
        raise NotImplementedError

    def __add__(self, other: "Money") -> "Money":
        raise NotImplementedError

    def __mul__(self, count: int) -> "Money":
        raise NotImplementedError

    def __rmul__(self, count: int) -> "Money":
        raise NotImplementedError

    def __eq__(self, other: object) -> bool:
        raise NotImplementedError

    def __hash__(self) -> int:
        raise NotImplementedError

    def __lt__(self, other: "Money") -> bool:
        raise NotImplementedError

    def __str__(self) -> str:
        raise NotImplementedError


class Cart:
    """Articles that somebody wants; `stock` says how many there are, `prices` what each is.

    `len` counts all that is in it, `in` asks for an article, and iteration gives each article
    once, by name.
    """

    def __init__(self, stock: dict[str, int], prices: dict[str, Money]) -> None:
        raise NotImplementedError

    def add(self, article: str, *, count: int = 1) -> None:
        """Put some of an article into the cart; raises `OutOfStock`.

        An article that the shop doesn't have is a `KeyError`. After a refusal the cart is as it
        was.
        """
        raise NotImplementedError

    def __len__(self) -> int:
        raise NotImplementedError

    def __iter__(self) -> Iterator[str]:
        raise NotImplementedError

    def __contains__(self, article: object) -> bool:
        raise NotImplementedError

    def total(self, *, discount: int = 0) -> Money:
        """What all of it costs, less a discount in per cent, rounded down to a cent."""
        raise NotImplementedError


def cheapest(prices: dict[str, Money]) -> str:
    """The cheapest article; of several the first by name. Raises `ValueError` without any."""
    raise NotImplementedError
