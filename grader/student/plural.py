"""Numbers of things, in words."""


def numbered(count: float, noun: str) -> str:
    """A number with its noun, in the singular or in the plural.

    >>> numbered(1, "hand-in"), numbered(2, "check")
    ('1 hand-in', '2 checks')
    """
    return f"{count:g} {noun}{'' if count == 1 else 's'}"
