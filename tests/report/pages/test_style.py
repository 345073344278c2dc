"""Text of the pages can be read by everybody: contrast of at least 4.5 in light and in dark."""

import re
from itertools import product

import pytest

from grader.report.pages.html import ASSETS

CSS = (ASSETS / "page.css").read_text("utf-8")
LIGHT, DARK = (
    dict(re.findall(r"--([\w-]+): (#\w{6})", block)) for block in CSS.split("@media")[:2]
)

ON = {
    "paper": ("ink", "soft", "accent", "lost", "l2", "l3"),
    "card": ("ink", "soft", "accent", "lost"),
    "tint": ("ink", "soft", "accent", "lost"),
    "lost-tint": ("ink", "soft", "lost"),
    "mark": ("mark-ink",),
    "l1": ("card",),
    "l2": ("card",),
    "l3": ("card",),
    "l4": ("card",),
}


def luminance(colour: str) -> float:
    """Relative luminance as WCAG 2.1 defines it."""
    parts = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    r, g, b = [c / 12.92 if c <= 0.03928 else ((c + 0.055) / 1.055) ** 2.4 for c in parts]
    return 0.2126 * r + 0.7152 * g + 0.0722 * b


def contrast(one: str, other: str) -> float:
    high, low = sorted((luminance(one), luminance(other)), reverse=True)
    return (high + 0.05) / (low + 0.05)


@pytest.mark.parametrize(("name", "colours"), [("light", LIGHT), ("dark", DARK)])
def test_text_stands_out_from_what_it_stands_on(name: str, colours: dict[str, str]) -> None:
    pairs = [pair for background, texts in ON.items() for pair in product([background], texts)]
    weak = [(g, t) for g, t in pairs if contrast(colours[g], colours[t]) < 4.5]
    assert (name, weak) == (name, [])


def test_paper_has_every_colour_of_its_own_whatever_the_screen_shows() -> None:
    printed = dict(re.findall(r"--([\w-]+): (#\w{3,6})", CSS.split("@media print")[1]))
    assert printed.keys() == LIGHT.keys() == DARK.keys()


def test_contrast_is_measured_as_wcag_does() -> None:
    assert round(contrast("#000000", "#ffffff"), 1) == 21.0
    assert round(contrast("#777777", "#ffffff"), 2) == 4.48


def test_nothing_is_fetched_by_the_style() -> None:
    assert re.findall(r"url\(|@import", CSS) == []
