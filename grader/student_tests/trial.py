"""What a student's suite finds: it is run on the reference and on known faulty solutions.

THEORY OF OPERATION

A suite runs in a box of its own, and the solution that it tests in another one (see
`inside/pair/peer.py`). They talk over a socket that leads from the one to the other. So
the suite never holds a line of a solution, and doesn't know which one it faces: to find out, it has
to ask. What was said the judge knows by digests, which the solution's box, where no line of a
student's runs, writes into memory that it shares with the judge alone, before anything comes of a
message (`inside/pair/link.py`). The judge keeps time for both (`sandbox/pair.py`).

Whether a run failed is the suite's own word. It is believed only as far as it can be checked:

* Its tests are run in blocks (`reach`). Those of a block can ask the same modules, and no test is
  in two blocks. A faulty solution meets block after block until one catches it; the tests that ask
  the fewest modules come first. Which tests a block has is read in the suite's text before any of
  it runs, in a box of its own, and never seen in a run: a suite would let its tests ask by what it
  has learnt, and find that again in later runs, in which of them are there. Which solutions a block
  is still run on depends on what was caught; no run can see that, and docs/shared.md says what a
  suite that counts its runs could make of it.
* It must pass on the reference, again and again: with each block that is run on a faulty solution,
  with all tests, and at least `LEAST_REFERENCES` times in all, so that a suite that fails by chance
  is found out. Every run is in a new box, in an order that is drawn from the system's random
  numbers for each hand-in: nothing that a suite says or is has a part in it.
* The kernel may let a suite keep something from run to run (docs/shared.md), such as a digest of
  the answers in the reference's run, to fail where answers are others. So no run is known to be the
  reference's before it counts for nothing. In each block the reference has any place among the
  faulty solutions; its budget is that of a run on one of these; and all tests, which no other run
  may have, are run last.
* Some of the runs that the suite does not fail in are made once more later: who now fails without
  having got another answer than then, so that it would count as a catch, judges by something else
  than answers. A suite that asks otherwise each time catches nothing by that, and isn't blamed for
  it.
* Its author is told no more than the judge itself knows (see `told`): what a box says could be
  made of the reference's answers.
* A failure counts if at least one answer that the suite got differs from what the reference, asked
  the same, has answered. A suite that fails without having seen a difference has found nothing.
* A suite that asks otherwise from run to run, although all answers were the same, has not seen
  anything either; what it says then counts for nothing.
* A solution that dies or uses up its time over a call is caught by the suite that made the call. A
  suite that does so itself has not caught anything.
* A machine that can run no suite (pytest can't list a folder, the disk is full) must not cost a
  student anything. What the suite's box says of that could be said by the suite, so it is not
  asked: before a run that did not pass costs anything, unless an answer explains it, a suite of
  ours that can't fail is run on the same solution in boxes of the same kind. If it does not pass,
  nothing is said of the student's, and the grader is broken. So no suite can make itself broken;
  all that it can bring about is this one run, which is not charged to it.
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


# Runs on the reference, and runs again, that a suite must not fail in by chance: so many together.
RUNS_THAT_MUST_AGREE = 15
LEAST_AGAIN = 4
# How runs end that find nothing.
NO_CATCH = (Ending.PASSED, Ending.EMPTY, Ending.SUITE_ENDED)


class Trial:
    """One hand-in's suite on all solutions, run when the first verdict is wanted.

    `may_go_on` is asked before each run whether the hand-in may use any more.
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
        # Of runs on one solution those that ended otherwise than the first one.
        self._contradictions: list[tuple[RunKey, SuiteRun]] = []
        self._references: list[tuple[Sequence[str], SuiteRun]] = []
        # Why no run is made any more: all tests were run on the reference, and the suite knows it.
        self._why_over = ""

    def require_reference(self, names: Sequence[str]) -> None:
        """Raise `CodeFailed` unless all tests pass on the reference, and there are any.

        Before they are run on all of the faulty solutions `names`; raises `ValueError` if they were
        run on other ones.
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
        """Raise `CodeFailed` unless the tests pass whenever they are run on the reference.

        And unless they end alike on the same faulty solution. Of all runs on the reference one is
        told of at most: each could say something else.
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
        """What becomes of the faulty solution `name`, which is one of `names`."""
        self.require_reference(names)
        return self._verdicts[name]

    def _run_all(self, names: Sequence[str]) -> None:
        # This order is the defence. The text is read first: nothing that a run shows may choose
        # what a run has. All tests on the reference come last: from then on a suite may know every
        # answer. What is between looks alike, so that no run is known to count or not.
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
            # Who ends it to see all answers early gains nothing by that.
            nothing = SuiteVerdict(False, f"not run: {self._why_over}", Status.SKIPPED)
            self._verdicts = dict.fromkeys(names, nothing)
        else:
            words = NOT_NOTICED if reach.claims else ASSERTS_NOTHING
            self._verdicts = {name: self._verdict_on(name, words) for name in names}

    def _run_block(self, left_out: LeftOut, references: int) -> None:
        """Run a block of tests on the reference, and on what was not caught before."""
        names = [name for name in self._blocks[left_out] if not self._is_caught(name)]
        if not names:
            return
        order = drawn_order(left_out, names, references)
        half = len(order) // 2
        self._make(order[:half])
        # Made again among the others: a second run that stood apart would be known for one.
        not_failed = [key for key in self._runs if self._may_contradict(key)]
        again = some_of(not_failed, -(-self._most_again // len(self._blocks)))
        self._again.update(again)
        self._make(mixed(order[half:], again))

    @property
    def _most_again(self) -> int:
        """How many runs may still be made again."""
        references = max(LEAST_REFERENCES, len({*self._blocks, ()}))
        return max(LEAST_AGAIN, RUNS_THAT_MUST_AGREE - references) - len(self._again)

    def _is_caught(self, name: str) -> bool:
        """Whether a fault was caught by a run that will not be made again within other limits."""
        made = [key for key in self._keys(name) if key in self._runs]
        within = [key for key in made if self._limits.is_within(key.left_out, self._runs[key])]
        return any(map(self._is_catch, within))

    def _is_catch(self, key: RunKey) -> bool:
        run, reference = self._runs.get(key), self._runs.get(key.on_reference)
        if run is None or reference is None or run.ending in NO_CATCH:
            return False
        return saw_a_difference(run, reference)

    def _keys(self, name: str) -> list[RunKey]:
        """The runs on a faulty solution that may be made."""
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
            elif not self._runs[key].out_of_time:
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
        """Charge runs that were out of time as if it had been known already what they may take."""
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
        """Make those runs again that were made when nobody knew what they may take.

        They come last: before, they would tell a suite when it was run on the reference.
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
        """Whether a run has seen an answer that the reference has not given."""
        return saw_a_difference(run, self._runs.get(key.on_reference, run))

    def _is_explained(self, key: RunKey) -> bool:
        """Whether a run passed, or failed by an answer: no fault of the machine did it."""
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
    # Of the tests that can notice some mistake all may be skipped: then none is caught.
    return run.ending in (Ending.PASSED, Ending.EMPTY)


def open_trial(
    solutions: Solutions,
    submission: Submission,
    module: str,
    nursery: Nursery,
    may_go_on: Callable[[], bool],
) -> Trial:
    """A trial of the suite in a hand-in's `module`; raises `CodeFailed` if it has none.

    Of the hand-in the suite gets every file but those that the solution or the box has.
    """
    submission.refuse_missing()
    solved = {file_of(outline.name) for outline in solutions.outlines}
    plan = submission.plan
    own = tuple([file for file in plan.own_files if file[0] not in solved])
    budgets = (submission.budget, plan.costs.budget)
    limit = plan.costs.recursion_limit
    suite = SuitePlan(file_of(module), own, solutions.outlines, *budgets, limit, plan.data)
    return Trial(Runner(nursery, suite, submission), solutions, may_go_on)
