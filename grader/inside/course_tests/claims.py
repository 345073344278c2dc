"""Failed claims of the tests, raised inside functions that the hand-in has called.

A test may hand over a function with claims in it. In a single process the caller could hide that a
claim failed, and read the expected value in its message. Here it can do neither, unless the
reference does the same in the same test.
"""

import dis
import sys
from collections.abc import Callable, Iterator
from types import CodeType, TracebackType

from grader.inside.class_facts import held_by
from grader.inside.pair.peer import ORIGIN

# How the record of a test says what became of a claim.
HIDES_ONE, SEES_ONE = "hides a claim", "sees a claim"
# Names in the code of a function with claims: pytest's own in each `assert`, which it rewrites
# in all files of the tests, and the names of functions that claim.
CLAIMING, OF_UNITTEST = ("@pytest_ar", "fail", "raises"), "assert"
# The opcode of `raise`, and our package, which re-raises the hand-in's exceptions.
RAISING, OURS = dis.opmap["RAISE_VARARGS"], __name__.partition(".")[0]


class FailedClaims:
    """Those of the tests in a file; `admits` says whether an event happens on the reference too."""

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
        """Note an exception that the hand-in gets or has raised; returns whether it is a claim.

        Whatever ends a function with claims is noted too, since it may have kept them from running;
        except a `raise` of the tests' own.
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
        """How many have failed in the current test."""
        return len(self._failed)

    def raise_hidden(self, before: int) -> None:
        """Raise one that failed after the first `before`, as if nothing had caught it.

        They are forgotten where the reference hides one in the same test.
        """
        for error, hiding in self._failed[before:]:
            if not self._admits(hiding):
                raise error
        del self._failed[before:]

    def let_through(self, error: BaseException, before: int) -> None:
        """Forget an exception, and its causes, if it leaves the hand-in in the call that noted it.

        There were `before` many before that call: one of those has been hidden.
        """
        gone, new = set[int](), self._failed[before:]
        one = error if any(error is noted for noted, _ in new) else None
        while one is not None and id(one) not in gone:
            gone.add(id(one))
            one = one.__cause__
        self._failed[before:] = [pair for pair in new if id(pair[0]) not in gone]

    def forget(self) -> None:
        """Forget what happened outside of any test."""
        self._failed.clear()

    def take_hidden(self) -> BaseException | None:
        """The first of the ended test that the hand-in alone hides; forgets all."""
        failed, self._failed = self._failed, []
        return next((error for error, hiding in failed if not self._admits(hiding)), None)

    def told(self, error: BaseException) -> BaseException:
        """What the hand-in gets for an exception: the same, or one without a message."""
        if not self._is_made_of_one(error) or self._admits(SEES_ONE):
            return error
        # The class of a group can't be made empty: it demands exceptions.
        kind = Exception if isinstance(error, BaseExceptionGroup) else type(error)
        return BaseException.__new__(kind)

    def _is_made_of_one(self, error: BaseException) -> bool:
        """Whether an exception is a claim, or made of one: then it says what the tests expect.

        An exception that the hand-in made says no more than the hand-in knows.
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
    """Whether an exception came from a `raise` outside of Python's modules and ours."""
    frame = last.tb_frame
    package = str(frame.f_globals.get("__name__")).partition(".")[0]
    if package in sys.stdlib_module_names or package == OURS:
        return False
    return frame.f_code.co_code[last.tb_lasti] == RAISING


def _is_claiming(code: CodeType) -> bool:
    return any(name in CLAIMING or name.startswith(OF_UNITTEST) for name in code.co_names)
