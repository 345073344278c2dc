"""Which tests of a suite are run on a faulty solution: those that can ask the faulty modules."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from typing import Any

from grader.inside.wire import Violation

# The names, at the top of the suite's file, of the tests that a run leaves out.
LeftOut = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Reach:
    """The modules that a suite's tests can ask, by the tests' names at the top of its file.

    All of it comes from the text of the suite (see `inside.student_tests.askable_modules`).
    `imported` are the modules that can be asked before any test runs; tests that are `together`
    share something that one of them changes. `is_complete` is whether no other name can be a test,
    `claims` whether anything in the text can reject an answer.
    """

    tests: Mapping[str, frozenset[str]] = field(default_factory=dict)
    imported: frozenset[str] = frozenset()
    together: tuple[frozenset[str], ...] = ()
    is_complete: bool = False
    claims: bool = True

    @staticmethod
    def from_wire(data: object) -> "Reach":
        """Decode what a box sent; raises `Violation`."""
        match data:
            case [list(tests), list(imported), list(together), bool(complete), bool(claims)]:
                return Reach(
                    dict(_test(test) for test in tests),
                    _names(imported),
                    tuple(map(_names, together)),
                    complete,
                    claims,
                )
        raise Violation("a malformed reach of tests")

    def blocks(self, faults: Mapping[str, Collection[str]]) -> dict[LeftOut, list[str]]:
        """Tests in blocks, each by what its run leaves out, with the faults that it can notice.

        `faults` maps each fault to the modules that it touches. A block has the tests that can
        notice the same faults, and no test is in two blocks. Blocks that can ask the fewest modules
        come first, then those first in the file: most faults are caught before the expensive ones.
        """
        groups: dict[tuple[str, ...], set[str]] = {}
        for names in self._groups():
            asked = frozenset[str]().union(*(self.tests[name] for name in names))
            noticed = tuple(f for f, touched in faults.items() if not asked.isdisjoint(touched))
            groups.setdefault(noticed, set()).update(names)
        unnoticed = [fault for fault in faults if not any(fault in noticed for noticed in groups)]
        blocks = {
            self._all_but(names): list(noticed)
            for noticed, names in sorted(groups.items(), key=self._extent)
            if noticed
        }
        for fault in unnoticed:
            if not self.imported.isdisjoint(faults[fault]):
                # Importing the suite already asks the faulty module: any test may notice.
                blocks.setdefault((), []).append(fault)
            elif not self.is_complete:
                # Leave out all known tests: only one that wasn't read might notice it.
                blocks.setdefault(tuple(sorted(self.tests)), []).append(fault)
        return blocks

    def _all_but(self, names: Collection[str]) -> LeftOut:
        # Leaving out a class would leave out all of its tests.
        classes = {name.partition(".")[0] for name in names}
        return tuple(sorted(self.tests.keys() - names - classes))

    def _extent(self, group: tuple[object, Collection[str]]) -> int:
        return max(len(self.tests[name]) for name in group[1])

    def _groups(self) -> list[set[str]]:
        """The tests in groups: those that share something are in one."""
        groups = [{name} for name in self.tests]
        for shared in self.together:
            joined = [group for group in groups if group & shared]
            if joined:
                rest = [group for group in groups if not group & shared]
                groups = [*rest, set[str]().union(*joined)]
        return groups


def _test(data: object) -> tuple[str, frozenset[str]]:
    match data:
        case [str(name), list(asked)]:
            return name, _names(asked)
    raise Violation("a malformed reach of a test")


def _names(data: list[Any]) -> frozenset[str]:
    if not all(type(name) is str for name in data):
        raise Violation("a name that is no text")
    return frozenset(data)
