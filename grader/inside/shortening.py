"""Shortening texts: omissions are counted in place, or marked by an ellipsis."""

import re
from collections.abc import Sequence

# What replaces output that isn't kept (see `surroundings.streams`).
NOT_KEPT = re.compile(r"\[… \d+ characters not kept …\]")
# About the length of what replaces the characters.
GAP = 24


def cut(text: str, limit: int) -> str:
    """`text` of about `limit` characters: those left out are counted in the middle."""
    if len(text) <= limit + GAP:
        return text
    half = limit // 2
    return f"{text[:half]} [… {len(text) - 2 * half:,} characters …] {text[len(text) - half :]}"


def cut_end(text: str, limit: int) -> str:
    """The beginning of `text`, at most `limit` characters."""
    return text if len(text) <= limit else f"{text[: limit - 1]}…"


def sendable(text: str, limit: int) -> str:
    """The beginning of a text from student code, at most `limit` characters, in sendable form."""
    # Only lone surrogates can't be sent; the rest must not be lost for them.
    return text[:limit].encode("utf-8", "replace").decode("utf-8")


def cut_lines(lines: Sequence[str], most: int) -> list[str]:
    """The first and last of more than `most` lines; those left out are counted in between."""
    if len(lines) <= most:
        return list(lines)
    half = most // 2
    more = "more than " if any(map(NOT_KEPT.match, lines[half : len(lines) - half])) else ""
    gap = f"[… {more}{len(lines) - 2 * half:,} lines …]"
    return [*lines[:half], gap, *lines[len(lines) - half :]]


def listed(texts: Sequence[str], most: int) -> str:
    """The first texts of a list; the others are counted."""
    more = len(texts) - most
    return ", ".join(texts[:most]) + (f" and {more:,} more" if more > 0 else "")
