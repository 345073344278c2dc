"""Which tests of a suite are run on a faulty solution: those that can ask what is faulty."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from typing import Any

from grader.inside.wire import Violation

# The names of tests, at the top of the suite's file, that a run leaves out; None for no run at all.
LeftOut = tuple[str, ...] | None


@dataclass(frozen=True, slots=True)
class Reach:
    """The modules that a suite's tests can ask, by their names at the top of its file.

    All of it comes from the text of the suite (see `inside.student_tests.reading`). `imported` are
    the modules that can be asked before there is a test; tests that are `together` share something
    which one of them changes. `is_complete` is whether no other name can stand for a test, `claims`
    whether anything in the text can find fault with an answer.
    """

    tests: Mapping[str, frozenset[str]] = field(default_factory=dict)
    imported: frozenset[str] = frozenset()
    together: tuple[frozenset[str], ...] = ()
    is_complete: bool = False
    claims: bool = True

    @staticmethod
    def from_wire(data: Any) -> "Reach":
        """What a box has sent; raises `Violation`."""
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

    def left_out(self, touched: Collection[str]) -> LeftOut:
        """The tests that can't notice a fault which touches some modules; None if none can."""
        wanted = {name for name, asked in self.tests.items() if not asked.isdisjoint(touched)}
        if not wanted and not self.imported.isdisjoint(touched):
            return ()
        if not wanted and self.is_complete:
            return None
        for group in (*self.together, *self.together):
            wanted |= group if group & wanted else frozenset()
        return tuple(sorted(self.tests.keys() - wanted))


def _test(data: Any) -> tuple[str, frozenset[str]]:
    match data:
        case [str(name), list(asked)]:
            return name, _names(asked)
    raise Violation("a malformed reach of a test")


def _names(data: list[Any]) -> frozenset[str]:
    if not all(type(name) is str for name in data):
        raise Violation("a name that is no text")
    return frozenset(data)
