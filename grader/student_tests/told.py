"""What a suite's author learns of its runs: little, since a suite can say anything.

Whatever a suite does in a run may encode the answers that it got: a line number, say, may be a
digest of the reference's answers, for a later hand-in to compare with. So its author reads nothing
that a box has written: no text, line or class of an exception, no exit status. A test is named as
it was read in the suite's file before any of it ran, and only if there are few. Why tests can't be
collected is told only as far as their text shows it, which was read then, too. docs/shared.md
counts what can still leak.
"""

from collections.abc import Collection, Mapping
from typing import Final

from grader.inside.pair.link import MOST_MESSAGES
from grader.inside.shortening import cut
from grader.statuses import Status
from grader.student.evidence import Evidence, without_values
from grader.student_tests.limits import TIMES_THE_REFERENCE
from grader.student_tests.runner import Ending, SuiteRun

# With this many tests, none is named: which one failed would reveal too much.
TOO_MANY_TO_NAME = 200
_MOST_NAME = 60
NO_TEST = "none of your tests calls a module that this mistake affects"
TOO_LONG = "most runs of your tests come to no end"
NOT_IN_EVERY_RUN = "your tests don't pass on a correct solution in every run"
ALONE = ", when some of your tests are run without the others,"
NOT_NOTICED = "your tests pass, so they don't notice this mistake"
ASSERTS_NOTHING = "your tests pass whatever the answers are: there is no assert in them"
NOT_BY_ANSWERS = (
    "your tests fail, or take over "
    f"{TIMES_THE_REFERENCE:g} times as long as on a correct solution, "
    "but no wrong answer explains that"
)
NOT_BY_ANSWERS_ALONE = (
    "on the same faulty solution your tests end otherwise from run to run, although all answers "
    "are the same"
)
NOT_IN_THEIR_TEXT = (
    "importing them raises an exception; do they import or use what only your files have?"
)
NO_CALL = "your tests pass, but call no function of a solution"
ARE_THERE = "are there functions named test_…, not skipped?"
KEEPS_BUSY = "your tests keep even a correct solution busy for too long"
SUITE_ENDED: Final[Mapping[Status, str]] = {
    Status.TIMEOUT: f"your tests take too long or make over {MOST_MESSAGES // 2:,} calls",
    Status.MEMORY: "your tests use more memory than is allowed",
    Status.CRASHED: "your tests end their process, or what it is connected to",
}


def nameable(tests: Collection[str]) -> frozenset[str]:
    """The tests that may be named, of all that are read in a suite's file.

    So may their classes, if there are few: a class is named if the failing test isn't read in it
    itself, but in a base or a nested class.
    """
    classes = {test.partition(".")[0] for test in tests if "." in test}
    named = (frozenset(tests), frozenset(tests) - classes)
    return next((each for each in named if len(each) < TOO_MANY_TO_NAME), frozenset())


def why_not_right(
    run: SuiteRun,
    names: Collection[str],
    uncollected: str,
    not_run: Mapping[str, str],
    where: str = "",
) -> Evidence:
    """Why a run on the reference did not pass; `names` are the tests that may be named.

    `uncollected` is why the tests can't be collected, as far as their text shows it, and `not_run`
    why some of them test nothing.
    """
    match run.ending:
        case Ending.EMPTY:
            return without_values(f"no test was run: {first_of(not_run) or ARE_THERE}")
        case Ending.SOLUTION_ENDED:
            return without_values(KEEPS_BUSY)
        case Ending.SUITE_ENDED:
            return without_values(f"on a correct solution{where} {SUITE_ENDED[run.status]}")
    which = _which_fails(run.test, names, uncollected, not_run)
    return without_values(f"on a correct solution{where} {which}")


def why_no_call(not_run: Mapping[str, str]) -> Evidence:
    """Why a suite that passes finds nothing: it calls nothing."""
    return without_values(": ".join(filter(None, (NO_CALL, first_of(not_run)))))


def first_of(not_run: Mapping[str, str]) -> str:
    """The first of the tests that test nothing, and why; empty if none is known."""
    return next((f"{cut(name, _MOST_NAME)} {why}" for name, why in not_run.items()), "")


def _which_fails(
    test: str | None, names: Collection[str], uncollected: str, not_run: Mapping[str, str]
) -> str:
    if test == "":
        return f"your tests can't be collected: {uncollected or NOT_IN_THEIR_TEXT}"
    # A box could say any name, so only one that was read before the run is repeated.
    path = test or ""
    known = [name for name in (path, path.partition(".")[0]) if name in names]
    if not known:
        return "a test fails"
    why = f": it {not_run[known[0]]}" if known[0] in not_run else ""
    return f"{known[0]} fails{why}"
