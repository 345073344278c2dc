"""Counts of things, in words."""


def numbered(count: float, noun: str, many: str = "") -> str:
    """A number with its noun, singular or plural; `many` is an irregular plural.

    >>> numbered(1, "hand-in"), numbered(1200, "check"), numbered(2.5, "point")
    ('1 hand-in', '1,200 checks', '2.5 points')
    """
    number = f"{count:,}" if isinstance(count, int) else f"{count:g}"
    return f"{number} {noun if count == 1 else many or f'{noun}s'}"
