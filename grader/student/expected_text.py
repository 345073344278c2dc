"""Texts as checks expect them: equal, with given parts, matching a pattern, or by a function."""

import re
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from grader.inside.shortening import cut

MOST = 200


@dataclass(frozen=True, slots=True)
class ExpectedText:
    """Any text in which `fault` finds nothing; `words` describe such texts."""

    words: str
    fault: Callable[[str], str]

    def __repr__(self) -> str:
        return self.words


# What a check may give where it expects a text.
Expected = str | re.Pattern[str] | Callable[[str], object] | ExpectedText


def containing(*parts: str, in_order: bool = False) -> ExpectedText:
    """A text that contains all these parts, one after another if `in_order`."""
    words = " and ".join(map(_shown, parts))
    after = ", in this order" if in_order and len(parts) > 1 else ""

    def fault(text: str) -> str:
        at = 0
        for part in parts:
            found = text.find(part, at)
            if found < 0:
                behind = " behind the others" if part in text else ""
                return f"{_shown(part)} is not in it{behind}"
            at = found + len(part) if in_order else 0
        return ""

    return ExpectedText(f"a text with {words} in it{after}", fault)


def in_any_order(text: str) -> ExpectedText:
    """A text with the same lines as this one, in any order."""
    expected = Counter(text.splitlines())
    listed = ", ".join(map(_shown, text.splitlines()))

    def fault(got: str) -> str:
        lines = Counter(got.splitlines())
        return "; ".join(
            [*_lines("missing", expected - lines), *_lines("too much", lines - expected)]
        )

    return ExpectedText(f"the lines {listed}, in any order", fault)


def expected_text(expected: Expected) -> ExpectedText:
    """The texts that a pattern is found in, for which a function is true, or that equal a text."""
    match expected:
        case ExpectedText():
            return expected
        case str():
            other = f"{_shown(expected)} is expected"
            return ExpectedText(repr(expected), lambda text: "" if text == expected else other)
        case re.Pattern(pattern=pattern):
            words = f"a text in which the pattern {_shown(pattern)} is found"
            missing = f"the pattern {_shown(pattern)} is not found in it"
            return ExpectedText(words, lambda text: "" if expected.search(text) else missing)
    return _accepted(expected)


def _accepted(accepts: Callable[[str], object]) -> ExpectedText:
    if not callable(accepts):
        raise TypeError(
            f"no text is as {accepts!r} says: give a text, a pattern of `re.compile`, a function, "
            "containing(…) or in_any_order(…)"
        )
    named = getattr(accepts, "__name__", "<lambda>").strip("_<>").replace("_", " ")
    refused = f"the check doesn't accept it ({named})"
    return ExpectedText(
        f"a text that the check accepts ({named})", lambda text: "" if accepts(text) else refused
    )


def is_expected_text(expected: object) -> bool:
    """Whether a value describes texts, where a check may expect any value."""
    return isinstance(expected, ExpectedText | re.Pattern)


def _lines(what: str, lines: Counter[str]) -> Iterator[str]:
    if lines:
        yield f"{what}: {', '.join(map(_shown, lines.elements()))}"


def _shown(text: str) -> str:
    return cut(repr(text), MOST)
