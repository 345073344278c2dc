"""What a student's suite finds: it is run on the reference and on known faulty solutions.

THEORY OF OPERATION

A suite runs in one box, and the solution that it tests in another (see `inside/pair/peer.py`). A
socket connects the two. So the suite never holds a line of a solution, and can find out which one
it faces only by asking. The judge knows what was said by digests. The solution's box, where no line
of a student's runs, writes them into memory that it shares with the judge alone, before a message
has any effect (`inside/pair/link.py`). The judge keeps time for both (`sandbox/pair.py`).

Whether a run failed is the suite's own word. It is believed only as far as it can be checked:

* Its tests are run in blocks (`reach`). The tests of a block can ask the same modules, and no test
  is in two blocks. A faulty solution meets block after block until one catches it; the tests that
  ask the fewest modules come first. Which tests a block has is read in the suite's text before any
  of it runs, in a box of its own, and never taken from a run: a suite could otherwise encode what
  it has learnt in what its tests ask, and find it again in which tests later runs have. Which
  solutions a block is still run on depends on what was caught; no run can see that, and
  docs/shared.md says what a suite that counts its runs could make of it.
* It must pass on the reference, again and again: with each block that is run on a faulty solution,
  with all tests, and at least `LEAST_REFERENCES` times in all, so that a suite that fails by chance
  is found out. Every run is in a new box, in an order drawn from the system's random numbers for
  each hand-in: nothing that a suite says or is can influence it.
* The kernel may let a suite keep something from run to run (docs/shared.md), such as a digest of
  the answers in the reference's run, to fail when answers differ. So a suite can't know that a run
  is the reference's while that still matters. In each block the reference may come anywhere among
  the faulty solutions; its budget is that of a run on one of these; and all tests, which no other
  run may have, are run last.
* Some of the runs in which the suite does not fail are repeated later: a suite that now fails on
  the same answers, so that it would count as a catch, judges by something other than answers. A
  suite that asks differently each time catches nothing by that, and isn't blamed for it.
* Its author learns no more than what the judge itself knows (see `told`): what a box says could
  encode the reference's answers.
* A failure counts if at least one answer that the suite got differs from what the reference, asked
  the same, has answered. A suite that fails without having seen a difference has found nothing.
* A suite that asks differently from run to run, although all answers were the same, has not seen
  anything either; what it says then counts for nothing.
* A solution that dies or uses up its time over a call is caught by the suite that made the call. A
  suite that does so itself has not caught anything.
* A machine that can run no suite (pytest can't list a folder, the disk is full) must not cost a
  student anything. The suite could fake what its box says of that, so the box is not asked: before
  a run that did not pass costs anything, unless an answer explains it, a suite of ours that can't
  fail is run on the same solution in boxes of the same kind. If it does not pass, nothing is said
  of the student's, and the grader is broken. So no suite can make itself broken; all that it can
  cause is this one run, which is not charged to it.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from grader.asking.answers import CodeFailed
from grader.asking.submission import Submission
from grader.inside.module_names import file_of
from grader.sandbox.clock import Budget
from grader.sandbox.tiers import Nursery
from grader.sandbox.timeout_words import HANDIN_CPU
from grader.statuses import Status
from grader.student.evidence import Evidence, without_values
from grader.student_tests.limits import SuiteLimits
from grader.student_tests.order import LEAST_REFERENCES, WHOLE, RunKey, drawn_order, mixed, some_of
from grader.student_tests.reach import LeftOut
from grader.student_tests.runner import (
    Ending,
    Runner,
    SuitePlan,
    SuiteRun,
    judges_by_answers,
    saw_a_difference,
)
from grader.student_tests.solutions import Solutions
from grader.student_tests.told import (
    ALONE,
    ASSERTS_NOTHING,
    NO_TEST,
    NOT_BY_ANSWERS,
    NOT_BY_ANSWERS_ALONE,
    NOT_IN_EVERY_RUN,
    NOT_NOTICED,
    TOO_LONG,
    nameable,
    why_no_call,
    why_not_right,
)


@dataclass(frozen=True, slots=True)
class SuiteVerdict:
    """Whether a suite catches a faulty solution; if not, why, and with which status."""

    caught: bool
    words: str = ""
    status: Status = Status.FAILED


# Runs on the reference and repeats together, enough to find out a suite that fails by chance.
RUNS_THAT_MUST_AGREE = 15
LEAST_AGAIN = 4
# Endings of runs that find nothing.
NO_CATCH = (Ending.PASSED, Ending.EMPTY, Ending.SUITE_ENDED)


class Trial:
    """One hand-in's suite on all solutions, run when the first verdict is wanted.

    `may_go_on` says, before each run, whether the hand-in has anything left to use.
    """

    def __init__(self, runner: Runner, solutions: Solutions, may_go_on: Callable[[], bool]) -> None:
        self._runner = runner
        self._solutions = solutions
        self._may_go_on = may_go_on
        self._limits = SuiteLimits(runner.plan.budget, runner.plan.later)
        self._names: frozenset[str] | None = None
        self._nameable: frozenset[str] = frozenset()
        self._verdicts: dict[str, SuiteVerdict] = {}
        # What each block of tests leaves out, and the faults that it can notice.
        self._blocks: Mapping[LeftOut, Sequence[str]] = {}
        self._runs: dict[RunKey, SuiteRun] = {}
        self._again: set[RunKey] = set()
        # Repeated runs that ended differently from the first on the same solution.
        self._contradictions: list[tuple[RunKey, SuiteRun]] = []
        self._references: list[tuple[Sequence[str], SuiteRun]] = []
        # Why no more runs are made: all tests were run on the reference, and the suite knows it.
        self._why_over = ""

    def require_reference(self, names: Sequence[str]) -> None:
        """Raise `CodeFailed` unless there are tests, and all of them pass on the reference.

        The first call also runs them on all faulty solutions in `names`; raises `ValueError` if
        that was done with other names.
        """
        if self._names is None:
            self._names = frozenset(names)
            self._run_all(names)
        elif self._names != frozenset(names):
            raise ValueError("all checks of a suite have to name the same faulty solutions")
        whole = self._runs[WHOLE]
        if whole.ending is not Ending.PASSED:
            raise CodeFailed(self._why_not_right(whole), whole.status)
        if not whole.asked:
            raise CodeFailed(why_no_call(self._runner.not_run), Status.FAILED)

    def require_steadiness(self) -> None:
        """Raise `CodeFailed` unless the tests pass in every run on the reference.

        They must also end alike on the same faulty solution. At most one run on the reference is
        reported: each could reveal something else.
        """
        whole = ((), self._runs[WHOLE])
        for left_out, run in (whole, *self._references):
            if not _is_steady(run):
                where = ALONE if left_out else ""
                raise CodeFailed(self._why_not_right(run, where), run.status)
        if self._contradictions:
            raise CodeFailed(without_values(NOT_BY_ANSWERS_ALONE), Status.FAILED)

    def _why_not_right(self, run: SuiteRun, where: str = "") -> Evidence:
        by_text = self._runner.why_uncollected, self._runner.not_run
        return why_not_right(run, self._nameable, *by_text, where)

    def verdict(self, name: str, names: Sequence[str]) -> SuiteVerdict:
        """The verdict on the faulty solution `name`, which is one of `names`."""
        self.require_reference(names)
        return self._verdicts[name]

    def _run_all(self, names: Sequence[str]) -> None:
        # This order is the defence. The text is read first: nothing that a run shows may choose
        # a run's tests. All tests on the reference come last: from then on a suite may know every
        # answer. The runs between look alike, so that no suite can know which of them count.
        reach = self._runner.read()
        self._nameable = nameable(reach.tests)
        touched = {name: self._solutions.touched(self._solutions.faulty(name)) for name in names}
        self._blocks = reach.blocks(touched)
        more = max(0, LEAST_REFERENCES - len({*self._blocks, ()}))
        for number, left_out in enumerate(self._blocks):
            self._run_block(left_out, 1 if number else 1 + more)
        self._make_within_limits()
        self._run_whole()
        self._contradictions = [one for one in self._contradictions if self._counts(*one)]
        is_explained = all(map(self._is_explained, self._runs))
        is_steady = all(_is_steady(run) for _, run in self._references)
        if self._contradictions or not is_explained or not is_steady:
            self._runner.require_place()
        if self._why_over:
            # Ending it early to see all answers must gain nothing.
            nothing = SuiteVerdict(False, f"not run: {self._why_over}", Status.SKIPPED)
            self._verdicts = dict.fromkeys(names, nothing)
        else:
            words = NOT_NOTICED if reach.claims else ASSERTS_NOTHING
            self._verdicts = {name: self._verdict_on(name, words) for name in names}

    def _run_block(self, left_out: LeftOut, references: int) -> None:
        """Run a block of tests on the reference, and on the faults that were not caught before."""
        names = [name for name in self._blocks[left_out] if not self._is_caught(name)]
        if not names:
            return
        order = drawn_order(left_out, names, references)
        half = len(order) // 2
        self._make(order[:half])
        # Repeats are mixed with the others: on its own, a second run would be recognized as one.
        not_failed = [key for key in self._runs if self._may_contradict(key)]
        again = some_of(not_failed, -(-self._most_again // len(self._blocks)))
        self._again.update(again)
        self._make(mixed(order[half:], again))

    @property
    def _most_again(self) -> int:
        """How many runs may still be repeated."""
        references = max(LEAST_REFERENCES, len({*self._blocks, ()}))
        return max(LEAST_AGAIN, RUNS_THAT_MUST_AGREE - references) - len(self._again)

    def _is_caught(self, name: str) -> bool:
        """Whether a fault was caught by a run that need not be repeated under other limits."""
        made = [key for key in self._keys(name) if key in self._runs]
        within = [key for key in made if self._limits.is_within(key.left_out, self._runs[key])]
        return any(map(self._is_catch, within))

    def _is_catch(self, key: RunKey) -> bool:
        run, reference = self._runs.get(key), self._runs.get(key.on_reference)
        if run is None or reference is None or run.ending in NO_CATCH:
            return False
        return saw_a_difference(run, reference)

    def _keys(self, name: str) -> list[RunKey]:
        """All runs on a faulty solution that may be made."""
        blocks = self._blocks.items()
        return [RunKey(left_out, name) for left_out, names in blocks if name in names]

    def _make(self, order: Sequence[RunKey]) -> None:
        for key in order:
            if self._why_over or not self._may_go_on():
                return
            if not key.faulty:
                self._run_on_reference(key)
            elif key not in self._runs:
                self._run_on_faulty(key)
            elif not self._runs[key].out_of_time:  # a repeated timeout would prove nothing
                self._run_again(key)

    def _run_on_faulty(self, key: RunKey) -> None:
        run = self._runs[key] = self._run(key, self._limits.of(key.left_out))
        self._limits.note(run)
        if self._limits.are_pointless:
            self._end_with_whole(TOO_LONG)

    def _run_on_reference(self, key: RunKey) -> None:
        run = self._run(key, self._limits.of(key.left_out))
        self._references.append((key.left_out, run))
        self._runs.setdefault(key, run)
        if not _is_steady(run):
            self._end_with_whole(NOT_IN_EVERY_RUN)
        elif not self._limits.is_known(key.left_out):
            self._limits.note_reference(key.left_out, run)
            self._forgive(key.left_out)

    def _forgive(self, left_out: Sequence[str]) -> None:
        """Charge runs that were out of time as if their limit had been known already."""
        most = self._limits.of(left_out).cpu_seconds
        for key, run in self._runs.items():
            if key.left_out == left_out and run.out_of_time:
                self._runner.forgive(run.cpu_seconds * max(0.0, 1 - most / run.limit))

    def _end_with_whole(self, why: str) -> None:
        self._run_whole()
        self._why_over = why

    def _run_whole(self) -> None:
        """Run all tests on the reference; after that a suite could know its answers."""
        if WHOLE not in self._runs:
            run = self._runs[WHOLE] = self._runner.run(self._solutions.reference)
            self._references.append(((), run))

    def _run_again(self, key: RunKey) -> None:
        if self._runner.may_run_aside:
            run = self._runner.run_aside(
                self._files(key), key.left_out, self._limits.of(key.left_out)
            )
            self._compare(key, run)

    def _make_within_limits(self) -> None:
        """Repeat the runs that would end differently under the limits that are known now.

        They come last: earlier, they would tell a suite when it was run on the reference.
        """
        for key, earlier in list(self._runs.items()):
            if self._why_over or not self._may_go_on():
                return
            if key.faulty and not self._limits.is_within(key.left_out, earlier):
                self._runner.forgive(earlier.cpu_seconds)
                run = self._run(key, self._limits.of(key.left_out))
                self._compare(key, run)
                self._runs[key] = run

    def _run(self, key: RunKey, limit: Budget) -> SuiteRun:
        return self._runner.run(self._files(key), key.left_out, limit)

    def _files(self, key: RunKey) -> Mapping[str, str]:
        return self._solutions.faulty(key.faulty) if key.faulty else self._solutions.reference

    def _may_contradict(self, key: RunKey) -> bool:
        is_new = key.faulty and key not in self._again
        return bool(is_new) and self._runs[key].ending is not Ending.FAILED

    def _compare(self, key: RunKey, run: SuiteRun) -> None:
        if not judges_by_answers(self._runs[key], run):
            self._contradictions.append((key, run))

    def _counts(self, key: RunKey, run: SuiteRun) -> bool:
        """Whether a run saw an answer that the reference did not give."""
        return saw_a_difference(run, self._runs.get(key.on_reference, run))

    def _is_explained(self, key: RunKey) -> bool:
        """Whether a run passed, or an answer explains why not: the machine is not to blame."""
        run = self._runs[key]
        return run.ending is Ending.PASSED or self._counts(key, run)

    def _verdict_on(self, name: str, not_noticed: str) -> SuiteVerdict:
        keys = self._keys(name)
        if any(map(self._is_catch, keys)):
            return SuiteVerdict(True)
        references = [key.on_reference for key in keys]
        if not self._runs.keys() >= {*keys, *references}:
            return SuiteVerdict(False, f"not run: {HANDIN_CPU}", Status.SKIPPED)
        if all(self._runs[key].ending is Ending.EMPTY for key in references):
            return SuiteVerdict(False, NO_TEST)
        if all(self._runs[key].ending in (Ending.PASSED, Ending.EMPTY) for key in keys):
            return SuiteVerdict(False, not_noticed)
        return SuiteVerdict(False, NOT_BY_ANSWERS)


def _is_steady(run: SuiteRun) -> bool:
    # All tests of a block may be skipped: that is steady, and catches nothing.
    return run.ending in (Ending.PASSED, Ending.EMPTY)


def open_trial(
    solutions: Solutions,
    submission: Submission,
    module: str,
    nursery: Nursery,
    may_go_on: Callable[[], bool],
) -> Trial:
    """A trial of the suite in a hand-in's `module`; raises `CodeFailed` if it is missing.

    The suite gets every file of the hand-in, except those that the solution or the box has.
    """
    submission.refuse_missing()
    solved = {file_of(outline.name) for outline in solutions.outlines}
    plan = submission.plan
    own = tuple([file for file in plan.own_files if file[0] not in solved])
    budgets = (submission.budget, plan.costs.budget)
    limit, data = plan.costs.recursion_limit, (plan.data, plan.own_data)
    suite = SuitePlan(file_of(module), own, solutions.outlines, *budgets, limit, *data)
    return Trial(Runner(nursery, suite, submission), solutions, may_go_on)
