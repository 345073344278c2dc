"""One run of the checks: in a watched process, and in another one after code that hangs.

A check that doesn't end is given up together with its process; the next process goes on with the
rest, without what needs the function that didn't end.

The student's own tests are run with pytest on the student's own files, so that a failing test is
found early: in grading, a suite that fails on a right solution earns nothing, and no message may
say why.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from grader.inside.module_names import file_of
from grader.student.checking.outcome import BrokenModule, ModuleOutcome, Outcome
from grader.student.checking.process import Process
from grader.student.checking.screen import Screen
from grader.student.checking.worker.watch import EndlessFunction, place_of
from grader.student.evidence import Evidence, evidence_from_json

# After this many checks of a module were given up, its others aren't run.
MOST_GIVEN_UP = 3
# No student code runs before the first check: if that takes long, the machine is slow.
START_SECONDS = 120.0


@dataclass
class CheckRun:
    """The checks of several modules, in one process after another; others are only counted."""

    checks: Path
    modules: Sequence[str]
    counted: Sequence[str]
    screen: Screen
    endless: list[EndlessFunction] = field(default_factory=list)
    _given_up: Counter[str] = field(default_factory=Counter)
    _late: set[str] = field(default_factory=set)
    _left: list[str] = field(init=False)
    _done: list[str] = field(default_factory=list)
    _found: dict[str, ModuleOutcome] = field(default_factory=dict)
    _done_before: int = 0
    _is_collected: bool = False
    _started: Outcome | None = None
    _process: Process = field(init=False)
    _events: Iterator[dict[str, object]] = field(init=False)

    def __post_init__(self) -> None:
        self._left = list(self.modules)
        self._begin()

    def count(self, name: str) -> int:
        """How many checks a module has, run or not; 0 if that can't be known."""
        while not self._is_collected and (event := next(self._events, None)) is not None:
            self._take(event)
        return self._outcome(name).count

    def module(self, name: str) -> ModuleOutcome:
        """The outcome of a module; ask for earlier modules first."""
        while name in self._left:
            event = next(self._events, None)
            if event is not None:
                self._take(event)
            else:
                self._process_ended(name)
        return self._outcome(name)

    def end(self) -> None:
        """End the process if it is still running."""
        self._process.end()

    def _begin(self) -> None:
        order = {
            "modules": self._left,
            "counted": self.counted,
            "done": self._done,
            "endless": self.endless,
            "hurried": list(self._given_up),
        }
        self._done_before = len(self._done)
        self._process = Process({"checks": str(self.checks.absolute())} | order)
        self._events = self._process.events(START_SECONDS)

    def _take(self, event: dict[str, Any]) -> None:
        match event["event"]:
            case "collected":
                self._is_collected = True
                for module, count in event["counts"].items():
                    self._outcome(module).count = count
            case "start":
                self._started = Outcome.from_event(event)
            case "late":
                self._show_late(event["ref"], event["why"])
            case "cell":
                self.screen.paragraph(f"! {event['words']}")
            case "end":
                self._started = None
                self._add(Outcome.from_event(event))
            case "broken" if "needs" in event:
                self._break(event["module"], BrokenModule(event["needs"]))
            case "broken":
                evidence = evidence_from_json(event["evidence"])
                broken = BrokenModule.by(evidence, event["module"])
                importable = event.get("importable", False)
                self._break(event["module"], replace(broken, importable=importable))
            case "ready":
                self._left.remove(event["module"])
            case "stuck":
                self._note_endless(EndlessFunction(*event["place"]) if event["place"] else None)
                self._given_up[event["ref"].rpartition(".")[0]] += 1
                self._give_up(evidence_from_json(event["evidence"]))

    def _show_late(self, ref: str, why: str) -> None:
        """Report a slow check: as a line for the first one of a module, then as the status."""
        module = ref.rpartition(".")[0]
        if module in self._late:
            self.screen.status(f"… {ref}: {why}")
            return
        self._late.add(module)
        self.screen.paragraph(f"… {ref}: {why}", "quiet")

    def _process_ended(self, name: str) -> None:
        if self._started is None and len(self._done) > self._done_before:
            # It ended between two checks, but has made progress.
            self._begin()
        elif self._started is None:
            evidence = Evidence(
                "the checks could not be run, or not be started again; try once more"
            )
            self._break(name, BrokenModule(file_of(name), evidence))
        else:
            ended = self._process.ended()
            place = place_of(ended.frames[-1], Path.cwd()) if ended.frames else None
            self._note_endless(place and place._replace(crashes=bool(self._process.crash)))
            self._give_up(ended)

    def _note_endless(self, place: EndlessFunction | None) -> None:
        if place is not None:
            self.endless.append(place)

    def _give_up(self, evidence: Evidence) -> None:
        """Note that what has started won't end, and go on in another process."""
        assert self._started is not None
        started, self._started = self._started, None
        self.end()
        if started.is_import:
            self._break(started.module, BrokenModule.by(evidence, started.module))
        else:
            self._add(replace(started, evidence=evidence))
            if self._given_up[started.module] >= MOST_GIVEN_UP:
                self._skip_rest(started.module)
        if self._left:
            self._begin()

    def _skip_rest(self, module: str) -> None:
        """Run no more checks of a module: giving each one up takes seconds."""
        refs = [f"{module}.{number + 1}" for number in range(self._outcome(module).count)]
        for ref in [ref for ref in refs if ref not in self._done]:
            self._add(Outcome(ref, module, not_run=f"so much of {file_of(module)} does not end"))

    def _add(self, outcome: Outcome) -> None:
        self._done.append(outcome.ref)
        self._outcome(outcome.module).checks.append(outcome)

    def _break(self, module: str, broken: BrokenModule) -> None:
        self._outcome(module).broken = broken
        self._left.remove(module)

    def _outcome(self, module: str) -> ModuleOutcome:
        return self._found.setdefault(module, ModuleOutcome(module))


def run_own_tests(
    checks: Path, outcome: ModuleOutcome, endless: Sequence[EndlessFunction], screen: Screen
) -> None:
    """Run the tests of a module, and add how they ended to its outcome.

    `endless` are functions known not to end; tests that call one are not run.
    """
    file = file_of(outcome.name)
    order = {"checks": str(checks.absolute()), "file": file, "endless": endless}
    process = Process(order, "own_tests")
    started, is_late = None, False
    for event in process.events():
        match event["event"]:
            case "start":
                started = Outcome.from_event(event)
                screen.status(f"running your tests: {started.title} …")
            case "late" if is_late:
                screen.status(f"… {event['test']}: {event['why']}")
            case "late":
                is_late = True
                screen.paragraph(f"… {event['test']}: {event['why']}", "quiet")
            case "end" | "stuck":
                started = None
                outcome.tests.append(Outcome.from_event(event))
            case "broken":
                evidence = evidence_from_json(event["evidence"])
                outcome.broken = BrokenModule.by(evidence, outcome.name)
            case "done":
                return
    if started is not None:
        outcome.tests.append(replace(started, evidence=process.ended()))
    elif outcome.broken is None and not outcome.tests:
        outcome.broken = BrokenModule.by(process.ended(), outcome.name)
