"""Words that come one by one, and are gone when they are read."""

from collections.abc import Iterable
from typing import Any


class Feed:
    """An iterator over words, which may never end: read no further than you must.

    >>> feed = Feed(["a", "b"])
    >>> next(feed), next(feed), next(feed, None)
    ('a', 'b', None)
    """

    def __init__(self, words: Iterable[str]) -> None:
        self._words = list(words)

    def __iter__(self) -> "Feed":
        return self

    def __next__(self) -> Any:
        if not self._words:
            raise StopIteration
        return self._words.pop(0)

    def __repr__(self) -> str:
        return f"Feed({self._words!r})"


__all__ = ["Feed"]
