"""A grading session: everything that is done once, before any hand-in is looked at.

`open_session` collects the checks of some modules, makes the answer key, and passes a `Session` to
a function that grades. Judges inherit all of it by fork.
"""

import os
import sys
from collections.abc import Callable, Collection, Generator, Iterable, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from hashlib import sha256
from importlib.metadata import version
from math import inf
from pathlib import Path
from types import MappingProxyType

from grader.asking.handed_in import names_of
from grader.asking.solution import Solution
from grader.assignment.config import Assignment
from grader.assignment.digest import digests_of_drawn, module_digests
from grader.assignment.faulty import faulty_of
from grader.assignment.modules import importable, refuse_changed
from grader.assignment.printed import printed_in
from grader.assignment.sources import reference_files, starter_files
from grader.assignment.tasks_table import refuse_another_table
from grader.course_tests.checks import CourseChecks
from grader.errors import BrokenGrader, ConfigError
from grader.inside.module_names import file_of, module_of_task
from grader.inside.values import UnencodableValue
from grader.judging.answer_key import KeyEntry, RecordedAnswers, entry_of
from grader.judging.answer_key_cache import Cache, recall, record_all
from grader.judging.chosen import ExampleChoice, read_choice
from grader.judging.faults import in_words
from grader.judging.help import help_of, read_functions
from grader.judging.judge import CHILD_CPU_SECONDS, Judge
from grader.judging.known_mistakes import KeptReplies, KnownMistake
from grader.judging.listed import ListedExample, read_listed
from grader.judging.properties import Property
from grader.judging.pytest_plugin import Check, ChecksPlugin, run_pytest
from grader.judging.unit import Unit
from grader.results import WIDE
from grader.running.boxes import nursery_of, solution_of
from grader.running.collected import refuse_faults
from grader.running.course_checks import check_files, course_checks
from grader.running.local import Decoded, Groups, LocalExecutor
from grader.sandbox.tiers import Nursery, Tier
from grader.student_tests.outline import outlines_of
from grader.student_tests.solutions import Solutions

CACHE = ".grader-cache"


@dataclass(frozen=True, slots=True)
class Session:
    """A warm judge for some modules with its answer key, and how its nurseries are started.

    Each job is `pinned` to a core, unless others on this machine pin theirs, too. It has no key for
    `lacking` modules, since no unit has a file of theirs.
    """

    plugin: ChecksPlugin
    key: Mapping[str, KeyEntry]
    judge: Judge
    start_nursery: Callable[[], Nursery]
    pinned: bool
    lacking: Collection[str] = ()
    # By their number of slots.
    _executors: dict[int, LocalExecutor] = field(default_factory=dict)

    def grade(
        self, units: Iterable[Unit], jobs: int, *, more: bool = False
    ) -> Generator[Decoded, None, None]:
        """The results of each unit, in the order in which they are done.

        If `more` are to be graded, job slots wait for them.
        """
        return self._executor(jobs).run(units, more=more)

    def grade_in_groups(
        self, units: Iterable[Unit], jobs: int, *, patience: float = inf, more: bool = False
    ) -> Groups:
        """The same as bytes (`results_to_bytes`); what is done at the same time comes together.

        A unit that takes more than `patience` seconds of work comes last.
        """
        return self._executor(jobs).in_groups(units, patience=patience, more=more)

    @property
    def modules(self) -> list[str]:
        """The modules that units may have files of, sorted."""
        return sorted({check.module for check in self.plugin.checks} - {*self.lacking})

    def close(self) -> None:
        """End the job slots that wait for more."""
        for executor in self._executors.values():
            executor.close()

    def _executor(self, jobs: int) -> LocalExecutor:
        new = LocalExecutor(self.judge, jobs, self.start_nursery, self.plugin.checks, self.pinned)
        return self._executors.setdefault(jobs, new)


def open_session(
    assignment: Assignment,
    modules: Sequence[str],
    tier: Tier,
    body: Callable[[Session], None],
    *,
    public_only: bool = False,
    wanted: Callable[[Check], bool] = lambda _check: True,
    pinned: bool = True,
    lacking: Collection[str] = (),
) -> None:
    """Call `body` with a session for the `wanted` checks of `modules`; raises `BrokenGrader`.

    Units may have `lacking` modules, too, but no file of theirs.
    """

    def with_plugin(plugin: ChecksPlugin) -> None:
        plugin.checks = tuple(filter(wanted, plugin.checks))
        sources = reference_files(assignment)
        reference = solution_of(assignment, tier, sources)
        answered = [check for check in plugin.checks if check.module not in lacking]
        key = make_key(assignment, answered, reference)
        known = _names_by_module(plugin.checks)
        digests = module_digests(assignment)
        solutions = solutions_of(assignment, sources)
        suites = [check for check in answered if check.runs_suites]
        # Before judges are forked, so that each need not do it again.
        solutions.read_ahead({word for check in suites for word in check.words})
        tasks = [(task.id, task.builds_on, task.functions) for task in assignment.tasks]
        builds = any(task.builds_on for task in assignment.tasks)
        available = help_of(tasks, read_functions(assignment.hidden_checks) if builds else {})
        judge = Judge(
            plugin,
            key,
            reference.plan,
            mistakes_with_advice(assignment, known),
            # What replies of known mistakes depend on.
            kept=KeptReplies(
                assignment.root / CACHE, {name: f"{digests[name]} {sys.version}" for name in known}
            ),
            names=names_of(sources, starter_files(assignment)),
            solutions=solutions,
            available=available,
            given=assignment.given,
            course={file: each.plan for file, each in course.items()},
        )
        with_pytest = bool(suites or course)
        start = nursery_of(assignment, tier, suites=with_pytest)
        with closing(Session(plugin, key, judge, start, pinned, lacking)) as session:
            body(session)

    course = course_checks(assignment, modules, tier, public_only=public_only)
    collect(assignment, modules, with_plugin, course, public_only=public_only)


def collect(
    assignment: Assignment,
    modules: Sequence[str],
    body: Callable[[ChecksPlugin], None],
    course: Mapping[Path, CourseChecks] = MappingProxyType({}),
    *,
    public_only: bool = False,
) -> None:
    """Call `body` with the collected checks of `modules`.

    Those in the files of `course` are the course's own tests. Raises `ConfigError` if they are not
    what `config.yaml` says, and `BrokenGrader`.
    """

    def checked(plugin: ChecksPlugin) -> None:
        refuse_changed(assignment)
        refuse_faults(assignment, modules, plugin.checks, public_only=public_only)
        body(plugin)

    # Before pytest imports anything: this fault is cheap to find.
    refuse_another_table(assignment)
    folders = assignment.folders_of_checks[: 1 if public_only else 2]
    files = [file for module in modules for file in check_files(folders, module)]
    if not files:
        raise BrokenGrader(f"there are no checks for {', '.join(modules)}")
    with importable(assignment):
        printed = printed_in(assignment).sessions
        backstop = backstop_of(assignment)
        run_pytest(files, folders[0], checked, backstop, sessions=printed, course=course)


def backstop_of(assignment: Assignment) -> float:
    """After how many seconds a check has hung, by a fault of the grader.

    All that a hand-in may do has long ended by then, and so has the judge's own work on it, even if
    it gets only half of a core.
    """
    return assignment.limits.handin_wall_seconds + 2 * CHILD_CPU_SECONDS


def make_key(
    assignment: Assignment, checks: Sequence[Check], reference: Solution
) -> dict[str, KeyEntry]:
    """The answer key of the properties among some collected checks, by the checks' names.

    What is drawn is kept module by module, so that sessions for other modules find it, too. Raises
    `ConfigError` with a line for each check for which no key can be made.
    """
    props = {check.name: check.prop for check in checks if check.prop is not None}
    seeds = {name: f"{drawn_from(assignment)}/{name}" for name in props}

    def draw(names: Sequence[str]) -> dict[str, RecordedAnswers]:
        wanted = {name: props[name] for name in names}
        # Not `cpu_count`: this process may be allowed fewer processors than there are.
        return record_all(wanted, seeds, reference, len(os.sched_getaffinity(0)), listed)

    listed = listed_of(assignment, props)
    digests = digests_of_drawn(assignment)
    cached = assignment.root / CACHE
    names = {
        Cache(cached, _digest_of_drawn(digests[module], mine)): mine
        for module, mine in _names_by_module(checks).items()
    }
    places = {check.name: check.place for check in checks}
    recorded = recall(names, draw)
    choices = choices_of(assignment, _names_by_module(checks))
    key: dict[str, KeyEntry] = {}
    faults: list[str] = []
    for name, prop in props.items():
        try:
            asked = _asked(prop, recorded[name], choices.get(name), seeds[name])
            key[name] = entry_of(prop, asked, reference.plan.library)
        except (UnencodableValue, TypeError, ValueError) as error:
            faults.append(in_words(error, (), places[name]))
    if faults:
        raise ConfigError("\n".join(faults))
    return key


def drawn_from(assignment: Assignment) -> str:
    """What seeds the drawing of examples, together with the names of their checks."""
    return f"{WIDE if assignment.wide else ''}{assignment.seed}"


def listed_of(assignment: Assignment, names: Collection[str]) -> dict[str, list[ListedExample]]:
    """The listed examples of the properties of these names; raises `ConfigError`."""
    found: dict[str, list[ListedExample]] = {}
    for module in dict.fromkeys(module_of_task(name) for name in names):
        for one in read_listed(assignment.listed_file(module)):
            if one.check not in names:
                raise ConfigError(f"{one.place}: no check of {module} that draws is {one.check}")
            found.setdefault(one.check, []).append(one)
    return found


def choices_of(assignment: Assignment, modules: Iterable[str]) -> dict[str, ExampleChoice]:
    """The chosen examples of some modules, by the names of the checks; raises `ConfigError`."""
    files = filter(None, map(assignment.choice_of, modules))
    return {name: choice for file in files for name, choice in read_choice(file).items()}


def _asked(
    prop: Property, recorded: RecordedAnswers, choice: ExampleChoice | None, seed_text: str
) -> RecordedAnswers:
    """The drawn examples that are asked: all of them, if they aren't those that were chosen from.

    Listed examples come after them, and are always asked.
    """
    if choice is None or choice.digest != recorded.digest:
        return recorded
    listed = range(choice.drawn, len(recorded.examples))
    return recorded.only(prop, [*choice.asked(seed_text), *listed])


def _names_by_module(checks: Iterable[Check]) -> dict[str, list[str]]:
    """The names of the properties of each module that has any."""
    found: dict[str, list[str]] = {}
    for check in checks:
        if check.prop is not None:
            found.setdefault(check.module, []).append(check.name)
    return found


def _digest_of_drawn(digest: str, names: Sequence[str]) -> str:
    """What the examples of some checks depend on: a module's digest, and what draws them."""
    parts = [digest, *names, sys.version, version("hypothesis")]
    return sha256("\n".join(parts).encode()).hexdigest()


def solutions_of(assignment: Assignment, reference: Mapping[str, str]) -> Solutions:
    """What suites are run on; their stand-ins have the names of the starter files."""
    faulty = {each.name: each.files for each in faulty_of(assignment)}
    return Solutions.read(reference, faulty, starter_files(assignment))


def mistakes_with_advice(
    assignment: Assignment, modules: Iterable[str]
) -> dict[str, list[KnownMistake]]:
    """The known faulty solutions that have a hint, by module."""
    known = [
        KnownMistake(each.name, each.hint, each.loses, each.files)
        for each in faulty_of(assignment)
        if each.hint
    ]
    return {module: [each for each in known if file_of(module) in each.files] for module in modules}


def importable_names(assignment: Assignment) -> dict[str, list[str]]:
    """What students' tests can import from each module of any solution."""
    outlines = outlines_of(starter_files(assignment))
    return {outline.name: outline.importable_names() for outline in outlines}
