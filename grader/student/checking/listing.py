"""What was found, module by module: first what is wrong, one fault in full, the rest in a line.

Of a module's failing tasks only the first is shown in full, since the others often build on it;
`--try` shows everything about a check. Files that are missing or not begun come last: that is no
news to a beginner, and would push the cause of a failure down.
"""

import ast
from collections import defaultdict
from collections.abc import Mapping, Sequence
from itertools import islice

from grader.inside.module_names import file_of
from grader.inside.shortening import cut_end
from grader.student.advice import fingerprint
from grader.student.checking.assignment import HandoutAssignment, HandoutTask, worth
from grader.student.checking.misplaced import MisplacedFile
from grader.student.checking.outcome import BrokenModule, ModuleOutcome, Outcome
from grader.student.checking.own_files import Files
from grader.student.checking.screen import Screen
from grader.student.checking.weak_tests import weakness
from grader.student.evidence import Evidence
from grader.student.hints.code_hints import captures
from grader.student.plural import numbered
from grader.student.text import Sizes, evidence_lines, plain

PART_LINES, PICTURE_LINES = 4, 13
MORE_HINTS = 3
RAISED = "your code raised "
NO_BREAK = "\N{NO-BREAK SPACE}"


class Listing:
    """The lines about one run of the checks."""

    def __init__(
        self,
        assignment: HandoutAssignment,
        files: Files,
        screen: Screen,
        *,
        advice: Mapping[str, str],
        chosen: bool,
        grading: str,
        instead: Mapping[str, MisplacedFile],
        too_new: Mapping[str, str],
        importable: Mapping[str, Sequence[str]],
    ) -> None:
        self._tasks = assignment.tasks
        self._modules = {module.name: module for module in assignment.modules}
        self._files = files
        self._screen = screen
        self._advice = advice
        self._chosen = chosen
        self._grading = grading
        self._instead = instead
        self._too_new = too_new
        self._importable = importable
        self._reported: dict[object, str] = {}
        self._bad: set[str] = set()
        self._good: list[str] = []
        self._dependent = defaultdict[tuple[str, ...], list[str]](list)
        self._not_there = defaultdict[str, list[str]](list)
        self._first_ref = ""
        self._checks = self._passed = self._tests_failed = self._weak_tests = 0

    @property
    def all_passed(self) -> bool:
        """Whether everything that was shown has passed."""
        return self._passed == self._checks and not self._tests_failed + self._weak_tests

    def show_notice(self, text: str) -> None:
        """Show what should be known before the results, if anything."""
        if text:
            self._wrapped(text, "")

    # -- one module ------------------------------------------------------------------------------

    def show(self, outcome: ModuleOutcome) -> None:
        """Show the outcome of a module."""
        unwritten = {task for task, checks in outcome.by_task() if any(c.unwritten for c in checks)}
        # The checks of a task that isn't begun mean nothing, even where they pass.
        if outcome.broken is None:
            self._passed += sum(c.passed and c.task not in unwritten for c in outcome.checks)
        self._checks += max(len(outcome.checks), outcome.count, outcome.broken is not None)
        if outcome.broken is not None:
            self._show_broken(outcome, outcome.broken)
        elif outcome.unwritten:
            self._not_there["not begun:"].append(outcome.name)
        elif not outcome.passed:
            self._show_failures(outcome, unwritten)
        elif not outcome.checks:
            self._not_there["no public checks of"].append(outcome.name)
        elif weak := self._weakness(outcome):
            self._weak_tests += 1
            self._note(outcome, weak, "bad", "!")
        elif all(test.passed for test in outcome.tests):
            own = f" ({numbered(len(outcome.tests), 'test')})" if outcome.tests else ""
            self._good.append(f"{outcome.name}{own}")
        self._show_tests(outcome)

    def _weakness(self, outcome: ModuleOutcome) -> str:
        """Why the student's own tests earn nothing; empty if they may, or if these aren't tests."""
        if not outcome.tests:
            return ""
        others = [name for name, module in self._modules.items() if not module.tests]
        return weakness(file_of(outcome.name), self._files, others, self._importable)

    def _shown(self, outcome: ModuleOutcome) -> str:
        """The name of the file that students write."""
        return self._modules[outcome.name].shown

    def _note(self, outcome: ModuleOutcome, words: str, colour: str = "", sign: str = "·") -> None:
        points = self._modules[outcome.name].worth
        self._wrapped(f"{sign} {self._shown(outcome)}: {words} ({points})", "", colour=colour)

    def _show_broken(self, outcome: ModuleOutcome, broken: BrokenModule) -> None:
        file = file_of(outcome.name)
        cause = (broken.file, broken.evidence.message if broken.evidence else "")
        if broken.missing:
            self._not_there["missing in this folder:"].append(outcome.name)
        elif self._are_tests_of_others(outcome, broken):
            self._show_tests_not_run(outcome, broken)
        elif broken.missing_file:
            words = f"not checked, because it needs {broken.missing_file}, which is missing"
            self._note(outcome, words)
        elif broken.evidence is None or cause in self._reported:
            self._note(outcome, f"not checked, because it needs {broken.file} (see above)")
        else:
            self._bad.add(broken.file)
            self._reported[cause] = file
            what = "tests" if self._modules[outcome.name].tests else "checks"
            words = f"none of its {what} can be run"
            if broken.file != file:
                words = f"not checked, because it needs {broken.file}"
            self._note(outcome, words, "bad")
            self._evidence(broken.evidence)

    def _are_tests_of_others(self, outcome: ModuleOutcome, broken: BrokenModule) -> bool:
        """Whether a student's tests can't run because of another file: grading uses others."""
        module = self._modules[outcome.name]
        others = {other.file for other in self._modules.values()} - {module.file}
        own = self._files.closure([module.file], others)
        return module.tests and (broken.missing_file or broken.file) not in own

    def _show_tests_not_run(self, outcome: ModuleOutcome, broken: BrokenModule) -> None:
        missing = broken.missing_file
        why = f"{missing}, which is missing" if missing else f"{broken.file} (see above)"
        self._wrapped(
            f"· {self._shown(outcome)}: not run here, because it imports {why}; "
            "grading runs it on right solutions",
            "",
        )

    def _show_failures(self, outcome: ModuleOutcome, unwritten: set[str]) -> None:
        failing = [check for check in outcome.checks if check.evidence is not None]
        if not failing:
            self._show_not_run(outcome.checks, f"· {self._shown(outcome)}: ", "")
            return
        if self._builds_on_bad(outcome, failing, len(outcome.checks), "check"):
            return
        self._bad.add(file_of(outcome.name))
        if all(check.unwritten for check in failing):
            self._show_done(outcome, unwritten)
        else:
            self._screen.line(f"✗ {self._shown(outcome)}", "bad")
        failures = {c.name: c.evidence for c in outcome.checks if c.evidence and not c.unwritten}
        named = self._advice.get(fingerprint(outcome.name, failures))
        if named and named not in [evidence.hint for evidence in failures.values()]:
            self._wrapped(f"! {named}")
        self._show_tasks(outcome, unwritten)
        self._show_captures(outcome)
        self._show_not_run(outcome.checks, "· ", "  ")
        if unwritten:
            names = [task.rpartition(".")[2] for task, _ in outcome.by_task() if task in unwritten]
            points = sum(self._tasks[task].points for task in unwritten)
            self._wrapped(f"· not written yet: {', '.join(names)} ({worth(points)})")

    def _show_done(self, outcome: ModuleOutcome, unwritten: set[str]) -> None:
        """Head a file that is partly written, and right so far."""
        done = [task.rpartition(".")[2] for task, _ in outcome.by_task() if task not in unwritten]
        self._wrapped(f"✓ {self._shown(outcome)}: {', '.join(done)}", "", colour="good")

    def _builds_on_bad(
        self, outcome: ModuleOutcome, failing: Sequence[Outcome], count: int, noun: str
    ) -> bool:
        """Whether a failure may come from a file shown before; if so the end only names it."""
        file = file_of(outcome.name)
        earlier = [one for one in self._files.closure([file]) if one in self._bad - {file}]
        if not earlier or self._chosen:
            return False
        words = f"{self._shown(outcome)} ({len(failing)} of {numbered(count, noun)})"
        self._dependent[tuple(earlier)].append(words)
        return True

    def _show_dependent(self) -> None:
        """Show what fails because of files shown before, a paragraph for each set of files."""
        for earlier, words in self._dependent.items():
            fail, they = ("fails", "it imports") if len(words) == 1 else ("fail", "they import")
            causes = ", ".join(earlier)
            self._wrapped(f"✗ {', '.join(words)} {fail} too: see {causes}, which {they}", "")

    def _show_tasks(self, outcome: ModuleOutcome, unwritten: set[str]) -> None:
        shown, same = 0, defaultdict[str, list[str]](list)
        for task, checks in outcome.by_task():
            failing = [check for check in checks if check.evidence is not None]
            if not failing or task in unwritten:
                continue
            first_ref = self._reported.setdefault(_cause(failing[0]), failing[0].ref)
            if first_ref != failing[0].ref:
                same[first_ref].append(task)
            else:
                self._show_task(self._tasks[task], failing, full=not shown)
                shown += 1
        for ref, tasks in same.items():
            points = sum(self._tasks[task].points for task in tasks)
            self._wrapped(f"✗ as {ref}, for the same reason: {', '.join(tasks)} ({worth(points)})")

    def _show_task(self, task: HandoutTask, failing: Sequence[Outcome], *, full: bool) -> None:
        first = failing[0]
        assert first.evidence is not None
        if not first.evidence.after:  # run alone, it passes
            self._first_ref = self._first_ref or first.ref
        head = f"✗ {task.id} ({task.worth}): "
        if not full:
            message = plain(first.evidence.headline.partition("\n")[0]).removeprefix(RAISED)
            self._one_line(f"{head}{message}", f"  [{first.ref}]")
            return
        self._wrapped(f"{head}{first.title}  [{first.ref}]")
        self._evidence(first.evidence)
        if more := [check.ref for check in failing[1:]]:
            self._wrapped(f"{', '.join(more)} {'fail' if len(more) > 1 else 'fails'} too", "      ")

    def _show_captures(self, outcome: ModuleOutcome) -> None:
        file = file_of(outcome.name)
        tree = self._files.trees.get(file, ast.Module([], []))
        for line, name, instead in islice(captures(tree, self._files.library), MORE_HINTS):
            self._wrapped(f"! {file}, line {line}: `case {name}` matches anything; write {instead}")

    def _show_not_run(
        self, outcomes: Sequence[Outcome], head: str, indent: str, noun: str = "check"
    ) -> None:
        for cause in dict.fromkeys(one.not_run for one in outcomes if one.not_run):
            count = numbered(sum(one.not_run == cause for one in outcomes), noun)
            self._wrapped(f"{head}{count} not run, because {cause}", indent)

    def _show_tests(self, outcome: ModuleOutcome) -> None:
        """Show their own tests: the first that fails in full, unless their code has failed."""
        failing = [test for test in outcome.tests if test.evidence and not test.unwritten]
        self._tests_failed += len(failing)
        if failing and not self._builds_on_bad(outcome, failing, len(outcome.tests), "test"):
            self._show_failing_tests(self._shown(outcome), failing, len(outcome.tests))
        head = f"· {self._shown(outcome)}: "
        if waiting := sum(test.unwritten for test in outcome.tests):
            self._wrapped(f"{head}{numbered(waiting, 'test')} of what is not written yet", "")
        self._show_not_run(outcome.tests, head, "", "test")

    def _show_failing_tests(self, file: str, failing: Sequence[Outcome], count: int) -> None:
        fail = "fails" if len(failing) == 1 else "fail"
        words = f"✗ {file}: {len(failing)} of {numbered(count, 'test')} {fail} on your own files"
        if self._bad and not self._chosen:
            self._wrapped(f"{words}: {', '.join(map(_test_in_short, failing))}", "", most=2)
            return
        self._screen.line(words, "bad")
        first, *others = failing
        assert first.evidence is not None
        self._wrapped(f"✗ {plain(first.title)}")
        self._evidence(first.evidence)
        by_function = {_function_of(test): test for test in reversed(others)}
        by_function.pop(_function_of(first), None)
        for test in list(reversed(by_function.values()))[:MORE_HINTS]:
            self._one_line(f"✗ {_test_in_short(test)}")
        self._wrapped(f"in pytest's own words: python3 -m pytest {file}")

    def _evidence(self, evidence: Evidence) -> None:
        sizes = Sizes(self._screen.width, PART_LINES, PICTURE_LINES)
        for line in evidence_lines(evidence, sizes=sizes, brief=True):
            self._screen.line(line)

    def _one_line(self, text: str, end: str = "") -> None:
        self._screen.line(f"  {cut_end(text, self._screen.width - 2 - len(end))}{end}")

    def _wrapped(self, text: str, indent: str = "  ", most: int = 4, colour: str = "") -> None:
        for line in self._screen.wrapped(text, indent, indent + "    ")[:most]:
            self._screen.line(line, colour)

    def _show_good(self) -> None:
        """Show the files that passed: by name if there is room, or if there is no bad news."""
        lines = self._screen.wrapped(f"✓ all checks passed: {', '.join(self._good)}", "", "  ")
        if len(lines) > 1 and not self.all_passed:
            lines = [f"✓ all checks of {len(self._good)} other files passed"]
        for line in lines if self._good else ():
            self._screen.line(line, "good")

    # -- the end ---------------------------------------------------------------------------------

    def show_end(self) -> None:
        """Show what builds on earlier failures, what passed, the sum, and how to go on."""
        self._show_dependent()
        self._show_good()
        for words, modules in self._not_there.items():
            named = [module for name, module in self._modules.items() if name in modules]
            files = [f"{module.shown} ({module.worth})" for module in named]
            # Break lines only between files.
            unbroken = ", ".join(file.replace(" ", NO_BREAK) for file in files)
            for line in self._screen.wrapped(f"· {words} {unbroken}", "", "  "):
                self._screen.line(line.replace(NO_BREAK, " "))
        for name, instead in self._instead.items():
            is_missing = name in self._not_there["missing in this folder:"]
            state = "is missing" if is_missing else "is as it was handed out"
            words = f"! {self._modules[name].shown} {state}; {instead.words}"
            self._wrapped(words, "", colour="bad")
        for name, why in self._too_new.items():
            module = self._modules[name]
            words = f"! {module.shown} gets none of its {module.worth}: {why}"
            self._wrapped(words, "", colour="bad")
        by = f", with Python {self._grading}" if self._grading else ""
        line = f"Staff run hidden checks, too{by}."
        if self._checks:
            passed = f"{self._passed} of {self._checks} public checks passed"
            line = f"\n{passed}; staff run hidden ones, too{by}."
        self._screen.line(line, "strong")
        if self._first_ref:
            self._screen.line(f"One check in full: python3 -m checks --try {self._first_ref}")


def _function_of(test: Outcome) -> str:
    """The name of a test without the parameters that it is run with."""
    return test.title.partition("[")[0]


def _test_in_short(test: Outcome) -> str:
    assert test.evidence is not None
    place = "".join(f", line {frame.line}" for frame in test.evidence.frames[:1])
    return plain(f"{test.title}{place}: {test.evidence.message.partition(chr(10))[0]}")


def _cause(check: Outcome) -> object:
    """A key shared by failures with the same cause; each wrong value is its own cause."""
    evidence = check.evidence
    if evidence is None or evidence.expected:
        return check.ref
    return evidence.headline.partition(" (")[0]
