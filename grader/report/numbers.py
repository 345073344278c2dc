"""Numbers as readers write them."""


def quantity(count: int, noun: str) -> str:
    """How many of something there are, in words.

    >>> quantity(1, "hand-in"), quantity(1200, "change")
    ('1 hand-in', '1,200 changes')
    """
    return f"{count:,} {noun}{'' if count == 1 else 's'}"


def points(value: float) -> str:
    """Points without needless decimals: 12, 7.5, −2.

    >>> points(12.0), points(7.5), points(-2.0)
    ('12', '7.5', '−2')
    """
    return f"{value + 0.0:.2f}".rstrip("0").rstrip(".").replace("-", "−")
