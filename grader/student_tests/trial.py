"""What a student's suite finds: it is run on the reference and on known faulty solutions.

THEORY OF OPERATION

A suite runs in a box of its own, and the solution that it tests in another one (see
`inside/student_tests/peer.py`). The judge carries the messages between them, unread. So the suite
never holds a line of a solution, and doesn't know which one it faces: to find out, it has to ask.

Whether a run failed is the suite's own word. It is believed only as far as it can be checked:

* It must pass on the reference, again and again: with all of its tests, with every selection of
  them that it faces a faulty solution with, and at least `LEAST_REFERENCES` times in all, so that a
  suite that fails by chance is found out. Every run is in a new box, in an order that is drawn from
  the system's random numbers for each hand-in: nothing that a suite says or is has a part in it.
* The kernel may let a suite keep something from run to run (docs/shared.md), such as a digest of
  the answers in the reference's run, to fail where answers are others. So before that run there are
  up to `MOST_DECOYS` on faulty solutions, whose verdicts are thrown away; nobody can know how many.
  And those of the first runs on faulty solutions that the suite does not fail in are made once more
  later: who now fails without having got another answer than then, so that it would count as a
  catch, judges by something else than answers. A suite that asks otherwise each time catches
  nothing by that, and isn't blamed for it.
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
  all that it can bring about is this one run, at most twice, which is not charged to it.

On a faulty solution only those tests are run that can ask a module which the fault can touch.
Which ones these are is read in the suite's text before any of it runs, in a box of its own, and
never seen in a run: a suite would let its tests ask by what it has learnt, and find that again in
later runs, in which of them are there.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import cycle, islice
from random import SystemRandom
from typing import Any

from grader.asking.answers import CodeFailed
from grader.asking.submission import Submission
from grader.results import Status
from grader.sandbox.tiers import Nursery
from grader.sandbox.timeout_words import HANDIN_CPU
from grader.student.evidence import Evidence
from grader.student_tests.reach import LeftOut, Reach
from grader.student_tests.runner import (
    Ending,
    Run,
    Runner,
    SuitePlan,
    is_explained,
    judges_by_answers,
    saw_a_difference,
)
from grader.student_tests.solutions import Solutions


@dataclass(frozen=True, slots=True)
class Verdict:
    """Whether a suite catches a faulty solution; if not, why, and with which status."""

    caught: bool
    words: str = ""
    status: Status = Status.FAILED


# A suite that fails in half of its runs by chance passes all of these once in 256 times.
LEAST_REFERENCES = 8
# So many runs on faulty solutions may come first: a suite that kept the answers of a run of its
# choice would have those of the reference once in ten times. After so many that never end, no more.
MOST_DECOYS, MOST_ENDLESS = 9, 2
# Among so many first runs on faulty solutions a suite that learns has not learnt enough yet.
EARLY = 12
# A run on a faulty solution, which is named, that is among the first.
Early = tuple[Sequence[str], str, Run]
# A run to make, or made: the tests that it leaves out, and the faulty solution, if it is one.
Key = tuple[Sequence[str], str]
NO_TEST = "none of your tests calls a module that this mistake affects"
NOT_NOTICED = "your tests pass, so they don't notice this mistake"
NOT_BY_ANSWERS = (
    "your tests fail, but not because of an answer: all answers were those of a correct solution"
)
ASKS_OTHERWISE = (
    "your tests make different calls from run to run, so nobody can say why they fail; "
    "give random.Random a seed"
)
NOT_BY_ANSWERS_ALONE = (
    "on the same faulty solution your tests end otherwise from run to run, although all answers "
    "are the same"
)


class Trial:
    """One hand-in's suite on all solutions, run when the first verdict is wanted.

    `may_go_on` is asked before each run whether the hand-in may use any more.
    """

    def __init__(self, runner: Runner, solutions: Solutions, may_go_on: Callable[[], bool]) -> None:
        self._runner = runner
        self._solutions = solutions
        self._may_go_on = may_go_on
        self._verdicts: dict[str, Verdict] | None = None
        self._references: list[Run] = []
        self._judges_by_answers = True
        # The first runs on faulty solutions.
        self._early: list[Early] = []

    @cached_property
    def _reach(self) -> Reach:
        return self._runner.read()

    @cached_property
    def whole(self) -> Run:
        """The run of all tests on the reference."""
        self._begin_with_decoys()
        run = self._runner.run(self._solutions.reference)
        if not is_explained(run, run):
            self._runner.require_place()
        return run

    def _begin_with_decoys(self) -> None:
        endless = 0
        for _ in range(SystemRandom().randrange(MOST_DECOYS + 1)):
            name = self._solutions.any_faulty()
            if not name or endless == MOST_ENDLESS or not self._runner.may_run_aside:
                return
            decoy = self._runner.run_aside(self._solutions.faulty(name))
            endless += decoy.status is Status.TIMEOUT
            self._early.append(((), name, decoy))

    def require_reference(self) -> None:
        """Raise `CodeFailed` unless all tests pass on the reference, and there are any."""
        _require_passed(self.whole)
        if not self.whole.asked:
            message = "your tests pass, but call no function of a solution"
            raise CodeFailed(Evidence(message), Status.FAILED)

    def require_steadiness(self) -> None:
        """Raise `CodeFailed` unless the tests pass whenever they are run on the reference.

        And unless they end alike on the same faulty solution.
        """
        for run in self._references:
            # Of the tests that can notice some mistake all may be skipped: then none is caught.
            if run.ending is not Ending.EMPTY:
                _require_passed(run)
        if not self._judges_by_answers:
            raise CodeFailed(Evidence(NOT_BY_ANSWERS_ALONE), Status.FAILED)

    def verdict(self, name: str, names: Sequence[str]) -> Verdict:
        """What becomes of the faulty solution `name`, which is one of `names`."""
        self.require_reference()
        if self._verdicts is None:
            self._verdicts = self._run_all(names)
        return self._verdicts[name]

    def _run_all(self, names: Sequence[str]) -> dict[str, Verdict]:
        faulty = {name: self._solutions.faulty(name) for name in names}
        chosen = {
            name: self._reach.left_out(self._solutions.touched(files))
            for name, files in faulty.items()
        }
        runs: dict[Key, Run] = {((), ""): self.whole}
        self._references = [self.whole]
        first, rest = _halves(_shuffled(chosen))
        for left_out, name in first:
            self._run(left_out, name, runs)
        again = [early for early in self._early if early[2].ending is not Ending.FAILED]
        contradictions: list[tuple[Sequence[str], Run]] = []
        for left_out, name, earlier in _mixed(rest, again):
            if earlier is None:
                self._run(left_out, name, runs)
            elif self._may_go_on() and self._runner.may_run_aside:
                run = self._runner.run_aside(self._solutions.faulty(name), left_out)
                if not judges_by_answers(earlier, run):
                    contradictions.append((left_out, run))
        self._judges_by_answers = not any(
            saw_a_difference(run, runs.get((left_out, ""), run)) for left_out, run in contradictions
        )
        if not self._judges_by_answers or not all(
            is_explained(run, runs.get((left_out, ""), run)) for (left_out, _), run in runs.items()
        ):
            self._runner.require_place()
        return {name: _verdict(name, chosen[name], runs) for name in names}

    def _run(self, left_out: Sequence[str], name: str, runs: dict[Key, Run]) -> None:
        if not self._may_go_on():
            return
        files = self._solutions.faulty(name) if name else self._solutions.reference
        run = runs[left_out, name] = self._runner.run(files, left_out)
        if not name:
            self._references.append(run)
        elif len(self._early) < EARLY:
            self._early.append((left_out, name, run))


def _shuffled(chosen: Mapping[str, LeftOut]) -> list[Key]:
    """The runs to make, in an order that nobody can know: each faulty solution, and the reference.

    The reference, which has been run with all tests already, is run with each other choice of them,
    and again with some until it has been run `LEAST_REFERENCES` times.
    """
    runs: list[Key] = [
        (left_out, name) for name, left_out in chosen.items() if left_out is not None
    ]
    choices = {left_out for left_out, _ in runs}
    references = [*(choices - {()}), *islice(cycle(choices), LEAST_REFERENCES)]
    most = max(LEAST_REFERENCES - 1, len(choices - {()}))
    runs += [(left_out, "") for left_out in references[:most]]
    SystemRandom().shuffle(runs)
    return runs


def _halves(order: Sequence[Any]) -> tuple[Sequence[Any], Sequence[Any]]:
    half = len(order) // 2
    return order[:half], order[half:]


def _mixed(
    rest: Sequence[Key], again: Sequence[Early]
) -> Sequence[tuple[Sequence[str], str, Run | None]]:
    """What is left to run, with what is to be run again among it; that has its earlier run."""
    mixed = [*[(left_out, name, None) for left_out, name in rest], *again]
    SystemRandom().shuffle(mixed)
    return mixed


def _verdict(name: str, left_out: LeftOut, runs: Mapping[Key, Run]) -> Verdict:
    if left_out is None:
        return Verdict(False, NO_TEST)
    if (left_out, name) not in runs or (left_out, "") not in runs:
        words = f"not run: {HANDIN_CPU}"
        return Verdict(False, words, Status.SKIPPED)
    run, reference = runs[left_out, name], runs[left_out, ""]
    if reference.ending is Ending.EMPTY:
        return Verdict(False, NO_TEST)
    match run.ending:
        case Ending.PASSED | Ending.EMPTY:
            return Verdict(False, NOT_NOTICED)
        case Ending.SUITE_ENDED:
            return Verdict(False, f"your tests did not come to an end: {run.evidence.message}")
    if saw_a_difference(run, reference):
        return Verdict(True)
    said = run.said == reference.said[: len(run.said)]
    return Verdict(False, NOT_BY_ANSWERS if said else ASKS_OTHERWISE)


def _require_passed(run: Run) -> None:
    match run.ending:
        case Ending.PASSED:
            return
        case Ending.EMPTY:
            evidence = Evidence("no test was run: are there functions named test_…, not skipped?")
        case Ending.SOLUTION_ENDED:
            evidence = Evidence("your tests keep even a correct solution busy for too long")
        case _:
            failure = run.evidence.message
            evidence = Evidence(f"on a correct solution {failure}", frames=run.evidence.frames)
    raise CodeFailed(evidence, run.status)


def open_trial(
    solutions: Solutions,
    submission: Submission,
    module: str,
    nursery: Nursery,
    may_go_on: Callable[[], bool],
) -> Trial:
    """A trial of the suite in a hand-in's `module`; raises `CodeFailed` if it has none.

    Of the hand-in the suite gets every file but those that the solution has.
    """
    submission.refuse_missing()
    solved = {f"{outline.name}.py" for outline in solutions.outlines}
    plan = submission.plan
    own = tuple([file for file in plan.files if file[0] not in solved])
    budgets = (submission.budget, plan.costs.budget)
    limit = plan.costs.recursion_limit
    suite = SuitePlan(f"{module}.py", own, solutions.outlines, *budgets, limit, plan.data)
    return Trial(Runner(nursery, suite, submission), solutions, may_go_on)
