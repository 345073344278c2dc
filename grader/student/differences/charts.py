"""Where a chart first differs from what is asked of it, in words; what isn't asked is free.

More words than are expected are free, too: a title, a label or a legend where there is none.
"""

from collections.abc import Callable, Sequence
from dataclasses import fields
from typing import Any

from grader.inside.travel.charts import Chart

Same = Callable[[Any, Any], bool]
Show = Callable[[Any], str]


def chart_difference(got: Chart, expected: Chart, same: Same, show: Show) -> str:
    """The first difference of two charts; empty if there is none."""
    for name in ("title", "xlabel", "ylabel", "legend"):
        mine, theirs = getattr(got, name), getattr(expected, name)
        if theirs and not same(mine, theirs):
            return f"the {name} is {show(mine)} instead of {show(theirs)}"
    for name in ("lines", "points", "bars"):
        if words := _drawn_differ(name, getattr(got, name), getattr(expected, name), same, show):
            return words
    return ""


def _drawn_differ(
    name: str, got: Sequence[Any], expected: Sequence[Any] | None, same: Same, show: Show
) -> str:
    if expected is None:
        return ""
    if len(got) != len(expected):
        return f"{name}: {len(got)} instead of {len(expected)}"
    for number, (mine, theirs) in enumerate(zip(_matched(got, expected), expected, strict=True)):
        if words := _parts_differ(mine, theirs, same, show):
            return f"{name}[{number}]: {words}"
    return ""


def _matched(got: Sequence[Any], expected: Sequence[Any]) -> Sequence[Any]:
    """What was drawn in the expected order, if labels tell which is which: none other is seen."""
    labels = [one.label for one in expected]
    if sorted(map(str, labels)) == sorted(one.label for one in got) and len(set(labels)) > 1:
        return sorted(got, key=lambda one: labels.index(one.label))
    return got


def _parts_differ(got: Any, expected: Any, same: Same, show: Show) -> str:
    for name in [field.name for field in fields(expected)]:
        mine, theirs = getattr(got, name), getattr(expected, name)
        if theirs not in (None, "") and not same(mine, theirs):
            return f"{name} is {show(mine)} instead of {show(theirs)}"
    return ""
