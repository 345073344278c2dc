"""SVG elements as escaped text, so attributes and contents of a hand-in can't break out.

Looks come from classes in the page's style sheet, never from `style` attributes, which the pages
those.
"""

from collections.abc import Iterable

from markupsafe import Markup, escape

from grader.report.sanitize import visible

NAMES = {"class_": "class", "data_n": "data-n", "aria_label": "aria-label"}


def element(name: str, contents: str | Iterable[str] = "", /, **attributes: object) -> Markup:
    """One element; `contents` is text, markup made here, or several of them."""
    parts = [contents] if isinstance(contents, str) else contents
    inside = "".join([part if isinstance(part, Markup) else _value(part) for part in parts])
    pairs = [f' {NAMES.get(key, key)}="{_value(value)}"' for key, value in attributes.items()]
    return Markup(f"<{name}{''.join(pairs)}>{inside}</{name}>")


def polygon(corners: Iterable[tuple[float, float]]) -> Markup:
    """A closed figure."""
    return element("polygon", points=" ".join([f"{x:.1f},{y:.1f}" for x, y in corners]))


def text(x: float, y: float, words: str, kind: str) -> Markup:
    """Text centred on `x`, with a class of the style sheet."""
    return element("text", words, x=x, y=y, class_=kind)


def picture(width: float, height: float, contents: Iterable[str], story: str) -> Markup:
    """A whole picture, with its story for those who can't see it."""
    size = {"width": width, "height": height}
    box = f"0 0 {_value(width)} {_value(height)}"
    # A label, since a `title` element would show up as a tooltip.
    named = {"role": "img", "aria_label": story, "class_": "pic"}
    return element("svg", contents, viewBox=box, **named, **size)


def _value(value: object) -> str:
    if isinstance(value, float | int):
        return f"{value:.6g}"
    return escape(visible(str(value)))
