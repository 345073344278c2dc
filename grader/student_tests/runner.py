"""One run of a suite on a solution: two boxes, and what the suite reports."""

import os
import socket
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from enum import Enum
from random import SystemRandom
from types import MappingProxyType

import pytest

from grader.asking.submission import BoxPlan, Submission
from grader.errors import BrokenGrader
from grader.inside.pair import link
from grader.inside.pair.link import TRANSCRIPT_BYTES, Transcript
from grader.inside.sources import pack_data
from grader.inside.wire import READ_SUITE, RUN_SUITE, SERVE_SUITE, Violation, dump, load
from grader.results import Incident
from grader.sandbox.box import Box, BoxEnded, BoxQuestion
from grader.sandbox.clock import Budget
from grader.sandbox.pair import Pair, Said, give_end, last_word
from grader.sandbox.tiers import Nursery
from grader.statuses import Status
from grader.student_tests.outline import ModuleOutline, public_names_of
from grader.student_tests.reach import Reach
from grader.student_tests.solutions import code_of

# A suite that passes wherever suites can be run at all.
CANT_FAIL = "def test_nothing():\n    pass\n"
ENDED = b"ended"
# A run skips fewer pipe numbers than this: each box can read the kernel's counter.
MOST_SKIPPED = 512


class Ending(Enum):
    """How a run of a suite ended."""

    PASSED = "passed"
    FAILED = "failed"
    EMPTY = "ran nothing"
    SUITE_ENDED = "the suite's process ended"
    SOLUTION_ENDED = "the solution's process ended"


@dataclass(frozen=True, slots=True)
class SuiteRun:
    """One run: its end, and what was said (digests, in turns, the suite first).

    `test` is the path of the failing test by the suite's word, "" if tests can't be collected: it
    may be any text, so it is only looked up (see `told`). `why` tells staff why a box ended.
    `seconds` count work and sleep in both boxes, `cpu_seconds` only work. It is `out_of_time` if a
    box was ended for that; `limit` is the CPU seconds that each box had.
    """

    ending: Ending
    said: tuple[bytes, ...]
    test: str | None = None
    why: str = ""
    status: Status = Status.FAILED
    seconds: float = 0.0
    cpu_seconds: float = 0.0
    limit: float = 0.0
    out_of_time: bool = False

    @property
    def asked(self) -> bool:
        """Whether the solution was asked anything at all."""
        return bool(self.said)


@dataclass(frozen=True, slots=True)
class SuitePlan:
    """What every box of a suite gets, and what one run may cost each of the two boxes.

    `budget` is for a first run, `later` for one after the same tests were run on the reference
    (see `limits`). `data` are files that code in either box may read, `handed_in` those for the
    suite alone, `codes` what the suite's files were compiled to, where that is known.
    """

    file: str
    files: tuple[tuple[str, str], ...]
    outlines: tuple[ModuleOutline, ...]
    budget: Budget
    later: Budget
    recursion_limit: int
    data: Mapping[str, bytes] = field(default_factory=dict)
    handed_in: Mapping[str, bytes] = field(default_factory=dict)
    codes: tuple[tuple[str, str], ...] = ()

    def order(self, left_out: Sequence[str]) -> bytes:
        """The payload of the suite's box (see `inside.suite.run`)."""
        outlines = [outline.to_wire() for outline in self.outlines]
        how = [self.file, self.recursion_limit, left_out, outlines, self.codes]
        return dump([*how, *pack_data(dict(self.files), self.data, self.handed_in)])

    def order_to_read(self) -> bytes:
        """The payload of the box in which the suite's text is read (see `Worker.read_suite`)."""
        files = pack_data(dict(self.files), {})
        importable = [[outline.name, outline.importable_names()] for outline in self.outlines]
        return dump([self.file, public_names_of(self.outlines), importable, *files])

    def order_of_solution(self, files: Mapping[str, str], most_bytes: int) -> bytes:
        """The payload of the solution's box (see `Worker.serve_suite`)."""
        compiled = {file: code_of(file, text) for file, text in files.items()}
        how = [self.recursion_limit, most_bytes, public_names_of(self.outlines)]
        return dump([*how, *pack_data(compiled, self.data)])


class Runner:
    """Runs a suite on solutions; its CPU time and its incidents go to the hand-in's account.

    `why_uncollected`, and `not_run` (why tests test nothing, by name), come from the suite's text
    alone, which is read before it is run.
    """

    why_uncollected = ""
    not_run: Mapping[str, str] = MappingProxyType({})

    def __init__(self, nursery: Nursery, plan: SuitePlan, account: Submission) -> None:
        if nursery.for_suites is None:
            raise BrokenGrader("the nursery for suites was not started")
        self._for_suites: Nursery = nursery.for_suites
        self._nursery = nursery
        self.plan = plan
        self._account = account

    def read(self) -> Reach:
        """What the tests can ask, by their text; an empty `Reach` if that can't be read.

        Compiles their files, too, once for all runs, in a box in which none of them has run.
        """
        with self._box(self._for_suites) as box:
            try:
                reading = box.begin(READ_SUITE, self.plan.order_to_read(), self.plan.budget)
                _, word = reading.listen()
                asked, self.why_uncollected, not_run, codes = _checked_reading(load(word))
                self.not_run = dict(not_run)
                self.plan = replace(self.plan, codes=codes)
                reach = Reach.from_wire(asked)
                if any("." in outline.name for outline in self.plan.outlines):
                    # Reading can't say which module of a package a name leads to.
                    return Reach(claims=reach.claims)
                return reach
            except (BoxEnded, Violation):
                return Reach()

    def run(
        self,
        solution: Mapping[str, str],
        left_out: Sequence[str] = (),
        budget: Budget | None = None,
    ) -> SuiteRun:
        """Run a suite on a solution, without the tests in `left_out`.

        `budget` is for each of the two boxes, by default that of a first run.
        """
        account, limit = self._account, budget or self.plan.budget
        order = self.plan.order_of_solution(solution, limit.answer_bytes)
        before, asleep_before = account.cpu, account.asleep
        with (
            self._box(self._nursery, TRANSCRIPT_BYTES) as solving,
            self._box(self._for_suites) as testing,
        ):
            run = self._run(solving, testing, order, left_out, limit)
        cpu = account.cpu - before
        spent = cpu + account.asleep - asleep_before
        return replace(run, seconds=spent, cpu_seconds=cpu, limit=limit.cpu_seconds)

    def run_aside(
        self, solution: Mapping[str, str], left_out: Sequence[str], budget: Budget
    ) -> SuiteRun:
        """Run tests as `run` would, without charging its incidents or its cost.

        The number of such runs is random, so charging them would make the points of honest, slow
        suites a matter of luck.
        """
        account = self._another_account()
        run = Runner(self._nursery, self.plan, account).run(solution, left_out, budget)
        # Not charged, but others wait meanwhile, so it is counted.
        self._account.count_aside(account)
        return run

    def _another_account(self) -> Submission:
        return Submission(self._nursery, "", BoxPlan((), self._account.plan.costs))

    def forgive(self, cpu_seconds: float) -> None:
        """Take this much off what runs were charged, while runs aside are within bounds."""
        if self.may_run_aside:
            self._account.forgive(cpu_seconds)

    @property
    def may_run_aside(self) -> bool:
        """Whether runs aside have used less than a hand-in may be charged in total."""
        return self._account.aside_seconds < self._account.plan.costs.handin_cpu_seconds

    def require_place(self) -> None:
        """Raise `BrokenGrader` unless a suite that can't fail passes here and now."""
        plan = replace(self.plan, files=((self.plan.file, CANT_FAIL),), codes=())
        run = Runner(self._nursery, plan, self._another_account()).run({})
        if run.ending is not Ending.PASSED:
            words = run.why or f"{run.ending.value} {run.test or ''}".rstrip()
            raise BrokenGrader(f"no suite can be run here: {words}")

    @contextmanager
    def _box(self, nursery: Nursery, shared_bytes: int = 0) -> Iterator[Box]:
        box = Box(nursery, shared_bytes)
        try:
            yield box
        finally:
            box.close()
            self._account.charge(box)

    def _run(
        self, solution: Box, suite: Box, order: bytes, left_out: Sequence[str], budget: Budget
    ) -> SuiteRun:
        # Before each run, so that none finds what an earlier one left in the counter.
        _pass_over_numbers()
        transcript = Transcript(solution.shared)
        ends = socket.socketpair()
        serving = solution.begin(SERVE_SUITE, order, budget, beside=suite)
        give_end(serving, ends[0])
        try:
            asking = suite.begin(RUN_SUITE, self.plan.order(left_out), budget, beside=solution)
            give_end(asking, ends[1])
            pair = Pair(asking, serving, lambda: transcript.count)
            word = _word_of(pair, suite)
            return _read_word(word, transcript.digests())
        except SolutionEnded as ended:
            said = (*transcript.digests()[: ended.seen], ENDED)
            return SuiteRun(Ending.SOLUTION_ENDED, said, out_of_time=ended.out_of_time)
        except BoxEnded as ended:
            self._account.incidents.append(ended.incident)
            said, late = transcript.digests(), ended.status is Status.TIMEOUT
            return SuiteRun(
                Ending.SUITE_ENDED, said, why=ended.message, status=ended.status, out_of_time=late
            )


class SolutionEnded(Exception):
    """The solution that a suite asks has not answered, and never will.

    `seen` messages had been said when it was found out of time. Later ones don't count: it may
    have answered at that very moment.
    """

    def __init__(self, *, out_of_time: bool, seen: int | None = None) -> None:
        super().__init__()
        self.out_of_time = out_of_time
        self.seen = seen if out_of_time else None


def _word_of(pair: Pair, suite: Box) -> bytes:
    """The suite's result, once all that was said before it is in the transcript.

    Raises `SolutionEnded`, or `BoxEnded` if the suite ended.
    """
    asking, serving = pair.first, pair.second
    speaker, said = pair.listen()
    if speaker is serving:
        _require_over(said, pair)
        return last_word(asking, asking.listen())
    word = last_word(asking, said)
    # The closed socket tells the solution that nothing more will be said.
    suite.close()
    _require_over(_said_by(serving), pair)
    return word


def _said_by(question: BoxQuestion) -> Said:
    try:
        return question.listen()
    except BoxEnded as ended:
        return ended


def _require_over(said: Said, pair: Pair) -> None:
    """Raise what went wrong, unless the solution only says that the suite is done."""
    if isinstance(said, BoxEnded):
        raise SolutionEnded(out_of_time=said.status is Status.TIMEOUT, seen=pair.seen)
    match load(said[1]):
        case link.OVER:
            return
        case link.NO_MESSAGE:
            raise pair.first.refuse(Violation("no message that a suite sends"))
        case link.TOO_MANY:
            raise _too_many()
        case link.TOO_LONG:
            raise pair.first.refuse(Violation("a message that is too long"))
    # Its own message was too long, or it has ended of its own accord.
    raise SolutionEnded(out_of_time=False)


def _pass_over_numbers() -> None:
    """Advance the kernel's pipe counter by a random amount: a run could leave a message in it.

    Each processor has a counter; judges are pinned, so this one shares it with its boxes.
    """
    for _ in range(SystemRandom().randrange(MOST_SKIPPED)):
        for end in os.pipe():
            os.close(end)


def _too_many() -> BoxEnded:
    message = f"your tests call functions more than {link.MOST_MESSAGES // 2} times"
    return BoxEnded(Status.TIMEOUT, message, Incident("calls", message))


Pairs = tuple[tuple[str, str], ...]


def _checked_reading(data: object) -> tuple[object, str, Pairs, Pairs]:
    match data:
        case [asked, str(why), list(not_run), list(codes)]:
            return asked, why, _checked_pairs(not_run), _checked_pairs(codes)
    raise Violation("a malformed reading")


def _checked_pairs(data: list[object]) -> Pairs:
    return tuple([_checked_pair(pair) for pair in data])


def _checked_pair(data: object) -> tuple[str, str]:
    match data:
        case [str(name), str(text)]:
            return name, text
    raise Violation("a malformed pair")


def _read_word(payload: bytes, said: Sequence[bytes]) -> SuiteRun:
    try:
        match load(payload):
            case [int(status), int(passed), None | str() as test]:
                return SuiteRun(_ending(status, passed), tuple(said), test)
        raise Violation("a malformed word")
    except Violation as violation:
        message = f"the result of the tests was not sent in the agreed form: {violation}"
        raise BoxEnded(Status.CRASHED, message, Incident("protocol", message)) from None


def _ending(status: int, passed: int) -> Ending:
    match status:
        case pytest.ExitCode.OK if passed:
            return Ending.PASSED
        case pytest.ExitCode.OK | pytest.ExitCode.NO_TESTS_COLLECTED:  # OK: all are skipped
            return Ending.EMPTY
    return Ending.FAILED


def judges_by_answers(run: SuiteRun, again: SuiteRun) -> bool:
    """Whether two runs on one solution end alike, unless its answers differed.

    An endless run, or one that nearly is, proves nothing against the suite.
    """
    is_as_long = run.out_of_time and again.seconds > run.seconds / 2
    if again.ending is Ending.SUITE_ENDED or is_as_long:
        return True
    return run.ending is again.ending or saw_a_difference(again, run)


def saw_a_difference(run: SuiteRun, reference: SuiteRun) -> bool:
    """Whether the first thing that differs from the reference's run is an answer."""
    for turn, (one, other) in enumerate(zip(run.said, reference.said, strict=False)):
        if one != other:  # the suite speaks first, so odd turns are answers
            return turn % 2 == 1
    return False
