"""Numbers as readers write them."""


def points(value: float) -> str:
    """Points without needless decimals: 12, 7.5, −2.

    >>> points(12.0), points(7.5), points(-2.0)
    ('12', '7.5', '−2')
    """
    return f"{value + 0.0:.2f}".rstrip("0").rstrip(".").replace("-", "−")
