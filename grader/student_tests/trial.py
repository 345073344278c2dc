"""What a student's suite finds: it is run on the reference and on known faulty solutions.

THEORY OF OPERATION

A suite runs in a box of its own, and the solution that it tests in another one (see
`inside/peer.py`). The judge carries the messages between them, unread. So the suite never holds a
line of a solution, and doesn't know which one it faces: to find out, it has to ask.

Whether a run failed is the suite's own word. It is believed only as far as it can be checked:

* It must pass on the reference, again and again: once with all of its tests, and once with every
  selection of them that it faces a faulty solution with; twice if it faces all with all of them.
  Every run is in a new box, in an order that looks random, so that neither a counter nor the order
  tells which run is which, and none is told whether it is the first.
* A failure counts if at least one answer that the suite got differs from what the reference, asked
  the same, has answered. A suite that fails without having seen a difference has found nothing.
* A suite that asks otherwise from run to run, although all answers were the same, has not been
  told anything either; what it says then counts for nothing.
* A solution that dies or uses up its time over a call is caught by the suite that made the call. A
  suite that does so itself has not caught anything.
* A machine that can run no suite (pytest can't list a folder, the disk is full) must not cost a
  student anything. What the suite's box says of that could be said by the suite, so it is not
  asked: before a run that did not pass costs anything, unless an answer explains it, a suite of
  ours that can't fail is run on the same solution in boxes of the same kind. If it does not pass,
  nothing is said of the student's, and the grader is broken. So no suite can make itself broken;
  all that it can bring about is this one run, at most twice, which is not charged to it.

On a faulty solution only those tests are run that ask a module which the fault can touch. Which
ones these are is seen in the first run.
"""

import ast
import base64
import marshal
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from enum import Enum
from functools import cache, cached_property
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest

from grader.asking.submission import BoxPlan, CodeFailed, Submission
from grader.errors import BrokenGrader
from grader.inside.wire import RUN_SUITE, SERVE_SUITE, Decoder, Violation, dump, load
from grader.results import Incident, Status
from grader.sandbox.box import Box, BoxEnded
from grader.sandbox.clock import Budget
from grader.sandbox.tiers import Nursery
from grader.student.evidence import Evidence, Frame
from grader.student_tests.outline import ModuleOutline, outline_of

# A suite that passes wherever suites can be run at all.
CANT_FAIL = "def test_nothing():\n    pass\n"
MOST_MESSAGES = 200_000
TIMES_THE_FIRST = 5.0
TAKES_TOO_LONG = f"it takes over {TIMES_THE_FIRST:g} times as long as on a correct solution"
ENDED = b"ended"
NOTHING_TOLD = Evidence("the tests fail")
_decode = Decoder().decode


@dataclass(frozen=True, slots=True)
class Solutions:
    """What suites are run on: the reference, and a folder of faulty solutions.

    A faulty solution has the files that differ from the reference's.
    """

    reference: Mapping[str, str]
    mistakes: Path
    outlines: tuple[ModuleOutline, ...]

    @staticmethod
    def read(
        reference: Mapping[str, str], mistakes: Path, starters: Mapping[str, str]
    ) -> "Solutions":
        """The solutions of an assignment; `starters` are what students begin with.

        Files that define tests are no part of a solution.
        """
        tested = {file: text for file, text in starters.items() if not file.startswith("test_")}
        outlines = [outline_of(Path(file).stem, text) for file, text in tested.items()]
        own = {file: text for file, text in reference.items() if not file.startswith("test_")}
        for file, text in own.items():
            # Once, before judges are forked.
            code_of(file, text)
            imports_of(text)
        return Solutions(own, mistakes, tuple(outlines))

    def faulty(self, name: str) -> dict[str, str]:
        """The files of a faulty solution; raises `BrokenGrader` if there is none of that name."""
        files = {file.name: file.read_text("utf-8") for file in (self.mistakes / name).glob("*.py")}
        if not files:
            raise BrokenGrader(f"there is no faulty solution {name} in {self.mistakes}")
        return {**self.reference, **files}

    def touched(self, files: Mapping[str, str]) -> frozenset[str]:
        """The modules that behave otherwise, perhaps, because some files do."""
        changed = {file for file, text in files.items() if self.reference.get(file) != text}
        touched = {Path(file).stem for file in changed}
        imports = {Path(file).stem: imports_of(text) for file, text in files.items()}
        while more := {m for m, used in imports.items() if used & touched} - touched:
            touched |= more
        return frozenset(touched)


@cache
def code_of(file: str, text: str) -> str:
    """The code of a solution's file as `inside.sources.CodeFinder` takes it."""
    code = compile(text, file, "exec", dont_inherit=True)
    return base64.b64encode(marshal.dumps(code)).decode("ascii")


@cache
def imports_of(text: str) -> frozenset[str]:
    """The modules that a file imports, wherever in it; the first part of their names."""
    found: set[str] = set()
    for node in ast.walk(ast.parse(text)):
        match node:
            case ast.Import(names):
                found |= {alias.name.partition(".")[0] for alias in names}
            case ast.ImportFrom(str(module)):
                found.add(module.partition(".")[0])
    return frozenset(found)


# -- one run -----------------------------------------------------------------------------------


class Ending(Enum):
    """How a run of a suite came to its end."""

    PASSED = "passed"
    FAILED = "failed"
    EMPTY = "ran nothing"
    SUITE_ENDED = "the suite's process ended"
    SOLUTION_ENDED = "the solution's process ended"


@dataclass(frozen=True, slots=True)
class Run:
    """One run: its end, what was said (digests, the suite first, in turns), tests and modules."""

    ending: Ending
    said: tuple[bytes, ...]
    tests: Mapping[int, frozenset[str]]
    evidence: Evidence = NOTHING_TOLD
    status: Status = Status.FAILED

    @property
    def asked(self) -> bool:
        """Whether the solution was asked anything at all."""
        return bool(self.said)


@dataclass(frozen=True, slots=True)
class SuitePlan:
    """What every box of a suite gets, and what one run may cost each of the two boxes.

    `budget` is for the first run, on the reference. A later one may take some times as many CPU
    seconds as that has taken, and always as many as `later` has.
    """

    file: str
    files: tuple[tuple[str, str], ...]
    outlines: tuple[ModuleOutline, ...]
    budget: Budget
    later: Budget
    recursion_limit: int

    def later_budget(self, first_cpu_seconds: float) -> Budget:
        """What a run may cost when the first has used that much in both boxes together."""
        seconds = max(self.later.cpu_seconds, TIMES_THE_FIRST * first_cpu_seconds)
        return replace(self.later, cpu_seconds=seconds, exceeded=TAKES_TOO_LONG)

    def order(self, selected: Sequence[int] | None) -> bytes:
        """The payload of the suite's box (see `inside.suite.run`)."""
        outlines = [outline.to_wire() for outline in self.outlines]
        files = [list(file) for file in self.files]
        return dump([self.file, self.recursion_limit, selected, outlines, *files])

    def order_of_solution(self, files: Mapping[str, str]) -> bytes:
        """The payload of the solution's box (see `Worker.serve_suite`)."""
        public = [[outline.name, outline.public_names()] for outline in self.outlines]
        compiled = [[file, code_of(file, text)] for file, text in files.items()]
        return dump([self.recursion_limit, public, *compiled])


class Runner:
    """Runs a suite on solutions; its CPU time and its incidents go to the hand-in's account."""

    def __init__(self, nursery: Nursery, plan: SuitePlan, account: Submission) -> None:
        if nursery.for_suites is None:
            raise BrokenGrader("the nursery for suites was not started")
        self._for_suites: Nursery = nursery.for_suites
        self._nursery = nursery
        self._plan = plan
        self._account = account
        self._budget = plan.budget
        self._has_run = False

    def run(self, solution: Mapping[str, str], selected: Sequence[int] | None) -> Run:
        """Run the tests in the places `selected`, or all, on a solution."""
        order = self._plan.order_of_solution(solution)
        before = self._account.cpu
        with self._box(self._nursery) as solving, self._box(self._for_suites) as testing:
            run = self._run(solving, testing, order, selected)
        if not self._has_run:
            # From now on a test that never ends, of which there may be many, costs no more.
            self._has_run = True
            self._budget = self._plan.later_budget(self._account.cpu - before)
        return run

    def require_place(self) -> None:
        """Raise `BrokenGrader` unless a suite that can't fail passes here and now."""
        account = Submission(self._nursery, "", BoxPlan(()))
        plan = replace(self._plan, files=((self._plan.file, CANT_FAIL),))
        run = Runner(self._nursery, plan, account).run({}, None)
        if run.ending is not Ending.PASSED:
            raise BrokenGrader(f"no suite can be run here: {run.evidence.message}")

    @contextmanager
    def _box(self, nursery: Nursery) -> Iterator[Box]:
        box = Box(nursery)
        try:
            yield box
        finally:
            box.close()
            self._account.charge(box)

    def _run(self, solution: Box, suite: Box, order: bytes, selected: Sequence[int] | None) -> Run:
        said: list[bytes] = []
        answering = solution.begin(SERVE_SUITE, order, self._budget)
        answering.listen()  # it is ready
        try:
            asking = suite.begin(RUN_SUITE, self._plan.order(selected), self._budget)
            while True:
                done, message = asking.listen()
                if done:
                    return _read_word(message, said)
                said.append(_digest(message))
                try:
                    answering.answer(message)
                    _, answer = answering.listen()
                except BoxEnded:
                    said.append(ENDED)
                    return Run(Ending.SOLUTION_ENDED, tuple(said), {})
                said.append(_digest(answer))
                if len(said) > MOST_MESSAGES:
                    raise _too_many()
                asking.answer(answer)
        except BoxEnded as ended:
            self._account.incidents.append(ended.incident)
            evidence = Evidence(ended.message)
            return Run(Ending.SUITE_ENDED, tuple(said), {}, evidence, ended.status)


def _too_many() -> BoxEnded:
    message = f"your tests call functions more than {MOST_MESSAGES // 2} times"
    return BoxEnded(Status.TIMEOUT, message, Incident("calls", message))


def _digest(message: bytes) -> bytes:
    return sha256(message).digest()[:12]


def _read_word(payload: bytes, said: Sequence[bytes]) -> Run:
    try:
        return _checked_word(load(payload), tuple(said))
    except (Violation, TypeError, ValueError) as error:
        message = f"what the tests came to was not told in the agreed form: {error}"
        incident = Incident("protocol", message)
        raise BoxEnded(Status.CRASHED, message, incident) from None


def _checked_word(data: Any, said: tuple[bytes, ...]) -> Run:
    match data:
        case [int(status), int(passed), failure, list(tests)]:
            modules = {_place(place): frozenset(map(_name, names)) for place, names in tests}
            evidence = NOTHING_TOLD if failure is None else _evidence(failure)
            return Run(_ending(status, passed), said, modules, evidence)
    raise Violation("a malformed word")


def _place(data: Any) -> int:
    if type(data) is not int or not 0 <= data < 1_000_000:
        raise Violation("a test in no place")
    return data


def _name(data: Any) -> str:
    if type(data) is not str:
        raise Violation("a module without a name")
    return str(_decode(data))


def _ending(status: int, passed: int) -> Ending:
    match status:
        case pytest.ExitCode.OK if passed:
            return Ending.PASSED
        case pytest.ExitCode.OK | pytest.ExitCode.NO_TESTS_COLLECTED:
            return Ending.EMPTY
    return Ending.FAILED


def _evidence(failure: Any) -> Evidence:
    match failure:
        case [str(test), str(kind), str(text), str(file), int(line)]:
            pass
        case _:
            raise Violation("a malformed failure")
    # An assert says what came of a call, which is not for this page to tell.
    said = "" if kind == "AssertionError" or not text else f": {_decode(text)[:300]}"
    where = f" ({_decode(file)[:80]}, line {line})" if file else ""
    what = f"{_decode(test)[:100]} fails" if test else "the tests can't be collected"
    frames = (Frame(_decode(file)[:80], line, _decode(test)[:100]),) if file else ()
    return Evidence(f"{what}{where}: {_decode(kind)[:80]}{said}", frames=frames)


def is_explained(run: Run, reference: Run) -> bool:
    """Whether a run passed, or did not because of an answer: so no fault of the machine did it."""
    return run.ending is Ending.PASSED or saw_a_difference(run, reference)


def saw_a_difference(run: Run, reference: Run) -> bool:
    """Whether the first thing that differs from the reference's run is an answer."""
    for turn, (one, other) in enumerate(zip(run.said, reference.said, strict=False)):
        if one != other:
            return turn % 2 == 1
    return False


# -- all runs ----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Verdict:
    """Whether a suite catches a faulty solution; if not, why, and with which status."""

    caught: bool
    words: str = ""
    status: Status = Status.FAILED


# The places of the tests to run; None for all of them, as in the first run.
Selection = tuple[int, ...] | None
NO_TEST = "none of your tests asks a module that this mistake can touch"
NOT_NOTICED = "your tests pass, so they don't notice this mistake"
NOT_TOLD = (
    "your tests fail, but not because of an answer: all answers were those of a correct solution"
)
ASKS_OTHERWISE = (
    "your tests call functions otherwise from run to run, so that nobody can say why they fail; "
    "give random.Random a seed"
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

    @cached_property
    def whole(self) -> Run:
        """The run of all tests on the reference."""
        run = self._runner.run(self._solutions.reference, None)
        if not is_explained(run, run):
            self._runner.require_place()
        return run

    def require_reference(self) -> None:
        """Raise `CodeFailed` unless all tests pass on the reference, and there are any."""
        _require_passed(self.whole)
        if not self.whole.asked:
            message = "your tests pass, but call no function of a solution"
            raise CodeFailed(Evidence(message), Status.FAILED)

    def require_steadiness(self) -> None:
        """Raise `CodeFailed` unless the tests pass whenever they are run on the reference."""
        for run in self._references:
            _require_passed(run)

    def verdict(self, name: str, names: Sequence[str]) -> Verdict:
        """What becomes of the faulty solution `name`, which is one of `names`."""
        self.require_reference()
        if self._verdicts is None:
            self._verdicts = self._run_all(names)
        return self._verdicts[name]

    def _run_all(self, names: Sequence[str]) -> dict[str, Verdict]:
        faulty = {name: self._solutions.faulty(name) for name in names}
        chosen = {name: self._select(files) for name, files in faulty.items()}
        runs: dict[tuple[Selection, str], Run] = {(None, ""): self.whole}
        for selection, name in _shuffled(chosen):
            if self._may_go_on():
                files = faulty.get(name, self._solutions.reference)
                runs[selection, name] = self._runner.run(files, selection)
        self._references = [run for (_, name), run in runs.items() if name not in faulty]
        if not all(
            is_explained(run, runs.get((chosen, ""), run)) for (chosen, _), run in runs.items()
        ):
            self._runner.require_place()
        return {name: _verdict(name, chosen[name], runs) for name in names}

    def _select(self, files: Mapping[str, str]) -> Selection:
        touched = self._solutions.touched(files)
        places = tuple([place for place, asked in self.whole.tests.items() if asked & touched])
        return None if places and len(places) == len(self.whole.tests) else places


def _shuffled(chosen: Mapping[str, Selection]) -> list[tuple[Selection, str]]:
    """The runs to make: each faulty solution, and the reference once for each selection.

    In an order that looks random and is always the same. The reference has been run with all tests
    already; if there is no other selection, it is run with all of them again.
    """
    selections = set(chosen.values()) - {()}
    runs = [(selection, name) for name, selection in chosen.items() if selection != ()]
    runs += [(selection, "") for selection in selections - {None} or selections]
    return sorted(runs, key=lambda run: sha256(repr(run).encode()).digest())


def _verdict(name: str, selection: Selection, runs: Mapping[tuple[Selection, str], Run]) -> Verdict:
    if selection == ():
        return Verdict(False, NO_TEST)
    if (selection, name) not in runs or (selection, "") not in runs:
        words = "not run: the hand-in has used up all of its CPU time"
        return Verdict(False, words, Status.SKIPPED)
    run, reference = runs[selection, name], runs[selection, ""]
    match run.ending:
        case Ending.PASSED | Ending.EMPTY:
            return Verdict(False, NOT_NOTICED)
        case Ending.SUITE_ENDED:
            return Verdict(False, f"your tests did not come to an end: {run.evidence.message}")
    if saw_a_difference(run, reference):
        return Verdict(True)
    said = run.said == reference.said[: len(run.said)]
    return Verdict(False, NOT_TOLD if said else ASKS_OTHERWISE)


def _require_passed(run: Run) -> None:
    match run.ending:
        case Ending.PASSED:
            return
        case Ending.EMPTY:
            evidence = Evidence("no test was run: are there functions named test_…, not skipped?")
        case Ending.SOLUTION_ENDED:
            evidence = Evidence("your tests ask more of a correct solution than it can do in time")
        case _:
            told = run.evidence.message
            evidence = Evidence(f"on a correct solution {told}", frames=run.evidence.frames)
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
    budgets = (submission.budget, plan.budget)
    suite = SuitePlan(f"{module}.py", own, solutions.outlines, *budgets, plan.recursion_limit)
    return Trial(Runner(nursery, suite, submission), solutions, may_go_on)
