"""Claims of the tests' that fail while the tests answer a hand-in, which has called them.

A test may hand over a function with claims in it. In one program whoever calls that could hide that
one has failed, and read in its words what it expects. Here neither is so, but where the reference
does the same in the same test.
"""

import dis
import sys
from collections.abc import Callable, Iterator
from types import CodeType, TracebackType

from grader.inside.class_facts import held_by
from grader.inside.pair.peer import ORIGIN

# What the notes of a test say of claims.
HIDES_ONE, SEES_ONE = "hides a claim", "sees a claim"
# What is in the code of a function with claims: pytest's own name in each `assert`, which it
# rewrites in all files of the tests, and the names of what claims.
CLAIMING, OF_UNITTEST = ("@pytest_ar", "fail", "raises"), "assert"
# A `raise` as it is compiled, and the package that raises what the hand-in has raised.
RAISING, OURS = dis.opmap["RAISE_VARARGS"], __name__.partition(".")[0]


class FailedClaims:
    """Those of the tests of a file; `admits` says whether an event is one of the reference's."""

    def __init__(self, admits: Callable[[str], bool]) -> None:
        # Where the hand-in is, in a box of the same making, there is no pytest.
        from _pytest.outcomes import Failed

        self._admits = admits
        self._kinds = (AssertionError, Failed)
        self._failed: list[tuple[BaseException, str]] = []

    def is_one(self, error: BaseException) -> bool:
        """Whether an exception is a failed claim."""
        return isinstance(error, self._kinds)

    def note(self, error: BaseException, *, is_theirs: bool) -> bool:
        """Note an exception that the hand-in gets, or has raised; whether it is a failed claim.

        What ends a function with claims is noted, too, but for a `raise` of the tests' own: they
        may not have come to pass.
        """
        is_claim = not is_theirs and self.is_one(error)
        frames = [*_frames(error.__traceback__)]
        claiming = any(_is_claiming(frame.tb_frame.f_code) for frame in frames)
        if is_claim or (claiming and not _is_raised_by_tests(frames[-1])):
            hiding = "hides one of its own" if is_theirs else f"hides a {type(error).__name__}"
            self._failed.append((error, HIDES_ONE if is_claim else hiding))
        return is_claim

    @property
    def count(self) -> int:
        """How many have failed in the test of the moment."""
        return len(self._failed)

    def raise_hidden(self, before: int) -> None:
        """Raise one that has failed since there were so many, as if nothing had caught it.

        Those are forgotten where the reference hides one in the same test.
        """
        for error, hiding in self._failed[before:]:
            if not self._admits(hiding):
                raise error
        del self._failed[before:]

    def let_through(self, error: BaseException, before: int) -> None:
        """Forget an exception that leaves the hand-in in the call that it was noted in, and causes.

        There were so many before that call: one of those has been hidden.
        """
        gone, new = set[int](), self._failed[before:]
        one = error if any(error is noted for noted, _ in new) else None
        while one is not None and id(one) not in gone:
            gone.add(id(one))
            one = one.__cause__
        self._failed[before:] = [pair for pair in new if id(pair[0]) not in gone]

    def forget(self) -> None:
        """Forget what has come to pass outside of any test."""
        self._failed.clear()

    def take_hidden(self) -> BaseException | None:
        """The first of the test that has ended that nothing but the hand-in hides; forgets all."""
        failed, self._failed = self._failed, []
        return next((error for error, hiding in failed if not self._admits(hiding)), None)

    def told(self, error: BaseException) -> BaseException:
        """What the hand-in gets for an exception: the same, or one without words."""
        if not self._is_made_of_one(error) or self._admits(SEES_ONE):
            return error
        # Of a group, its class demands what is in it.
        kind = Exception if isinstance(error, BaseExceptionGroup) else type(error)
        return BaseException.__new__(kind)

    def _is_made_of_one(self, error: BaseException) -> bool:
        """Whether it is a claim, or was made of one: that says what the tests expect.

        An exception that the hand-in has made says no more than that knows.
        """
        todo, seen = [error], set[int]()
        while todo:
            one = todo.pop()
            if id(one) in seen or ORIGIN in held_by(one):
                continue
            if self.is_one(one):
                return True
            seen.add(id(one))
            inner = one.exceptions if isinstance(one, BaseExceptionGroup) else one.args
            made_of = (one.__cause__, one.__context__, *inner)
            todo += [each for each in made_of if isinstance(each, BaseException)]
        return False


def _frames(trace: TracebackType | None) -> Iterator[TracebackType]:
    while trace is not None:
        yield trace
        trace = trace.tb_next


def _is_raised_by_tests(last: TracebackType) -> bool:
    """Whether a `raise` is where an exception came from, in no module of Python's or ours."""
    frame = last.tb_frame
    package = str(frame.f_globals.get("__name__")).partition(".")[0]
    if package in sys.stdlib_module_names or package == OURS:
        return False
    return frame.f_code.co_code[last.tb_lasti] == RAISING


def _is_claiming(code: CodeType) -> bool:
    return any(name in CLAIMING or name.startswith(OF_UNITTEST) for name in code.co_names)
