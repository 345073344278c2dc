"""Which of a test's cases are skipped or xfailed that aren't on a right hand-in.

A parametrized test passes if one of its cases does and the others are skipped; so a hand-in
could say `raise NotImplementedError` where a test skips that. It is known which cases the
reference's run leaves out, and how many there are.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

RIGHT = "for this hand-in, and not for a right one"


class LeftOutCases:
    """The cases of one test that were left out.

    `known` are those of the reference's run, by test: how many cases there are, and the names of
    those left out. If it is None they are recorded.
    """

    def __init__(self, known: Mapping[str, tuple[int, Sequence[str]]] | None) -> None:
        self._known = known
        self._parts = Counter[str]()
        self.names: list[str] = []

    def look(self, report: Any) -> None:
        """Note a case, or a part of one, if pytest reports that it is left out."""
        name = report.nodeid.rpartition("::")[2]
        if hasattr(report, "context"):  # only reports of subtests have it
            self._parts[name] += 1
            name = f"{name}, subtest {self._parts[name]}"
        if report.skipped and name not in self.names:
            self.names.append(name)

    def fault(self, path: str, count: int) -> str:
        """Why a test with that many cases doesn't pass though no case fails; or nothing."""
        if self._known is None:
            return ""
        most, known = self._known.get(path, (0, ()))
        if unknown := [name for name in self.names if name not in known]:
            return f"{unknown[0]} is skipped or xfailed {RIGHT}"
        return f"{count} of {most} cases are there {RIGHT}" if count < most else ""

    def clear(self) -> None:
        """Begin another test."""
        self._parts.clear()
        self.names.clear()
