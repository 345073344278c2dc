"""Shortening texts: what is left out is counted where it was, or marked by an ellipsis."""

import re
from collections.abc import Sequence

# What stands in the place of output that isn't kept (see `surroundings.streams`).
NOT_KEPT = re.compile(r"\[… \d+ characters not kept …\]")
# About as long as what is put in the place of characters.
GAP = 24


def cut(text: str, limit: int) -> str:
    """`text` of `limit` characters or so: what is left out is counted in its middle."""
    if len(text) <= limit + GAP:
        return text
    half = limit // 2
    return f"{text[:half]} [… {len(text) - 2 * half:,} characters …] {text[len(text) - half :]}"


def cut_end(text: str, limit: int) -> str:
    """The beginning of `text`, of at most `limit` characters."""
    return text if len(text) <= limit else f"{text[: limit - 1]}…"


def sendable(text: str, limit: int) -> str:
    """The beginning of what code says, of at most `limit` characters, in a form that can travel."""
    # Half a surrogate pair can't, and is no reason to lose the rest.
    return text[:limit].encode("utf-8", "replace").decode("utf-8")


def cut_lines(lines: Sequence[str], most: int) -> list[str]:
    """The first and the last of more than `most` lines; those left out are counted between."""
    if len(lines) <= most:
        return list(lines)
    half = most // 2
    more = "more than " if any(map(NOT_KEPT.match, lines[half : len(lines) - half])) else ""
    gap = f"[… {more}{len(lines) - 2 * half:,} lines …]"
    return [*lines[:half], gap, *lines[len(lines) - half :]]


def listed(texts: Sequence[str], most: int) -> str:
    """The first texts of a list; others are counted."""
    more = len(texts) - most
    return ", ".join(texts[:most]) + (f" and {more:,} more" if more > 0 else "")
