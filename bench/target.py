"""One line of the table of targets: what was asked for, what was measured, whether it is met."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Target:
    """`number` is that of the issue; `met` is None where it could not be measured."""

    number: str
    asked: str
    measured: str
    met: bool | None


def table(targets: Iterable[Target]) -> Iterator[str]:
    """The targets as a table in Markdown."""
    yield "| target | asked for | measured | |"
    yield "|---|---|---|---|"
    words = {True: "met", False: "**not met**", None: "not measured"}
    for target in targets:
        yield f"| {target.number} | {target.asked} | {target.measured} | {words[target.met]} |"
