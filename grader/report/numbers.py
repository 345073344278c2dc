"""Numbers as readers write them."""


def points(value: float) -> str:
    """Points without needless decimals: 12, 7.5, −2.

    >>> points(12.0), points(7.5), points(-2.0)
    ('12', '7.5', '−2')
    """
    return f"{value + 0.0:.2f}".rstrip("0").rstrip(".").replace("-", "−")


def points_of(value: float, most: float) -> str:
    """Points out of the maximum.

    >>> points_of(7.5, 12.0), points_of(0.0, 1.0)
    ('7.5 of 12 points', '0 of 1 point')
    """
    return f"{points(value)} of {points(most)} {'point' if most == 1 else 'points'}"
