"""Judge what builds on a wrong function with a right one in its place.

Some tasks build on small ones: a search updates bounds at every node. A slip in a small one would
cost the large one, too. So if a check of a small one fails, the checks of the large one are run a
second time, in a box with functions that ask the judge, as the leaves of sealed trees do. No line
of the right functions comes near a box. They answer at once, whatever they are asked, from their
arguments alone, and their answers earn nothing for the small task itself. `grader.scoring.score`
says which of the two verdicts counts.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from runpy import run_path

from grader.asking.submission import Helper
from grader.errors import BrokenGrader
from grader.inside.module_names import module_of_task
from grader.results import CheckResult, own_name, passes_with_help

FILE = "right_functions.py"


@dataclass(frozen=True, slots=True)
class Help:
    """What there is help for: the names that each task builds on, and each module's helpers."""

    builds_on: Mapping[str, frozenset[str]] = field(default_factory=dict)
    helpers: Mapping[str, Mapping[str, Helper]] = field(default_factory=dict)

    def for_tasks(self, module: str, results: Sequence[CheckResult]) -> frozenset[str]:
        """The lost tasks of a module that build on something wrong."""
        lost = {result.task for result in results if not result.passed}
        wrong = {name for result in results if not result.passed for name in _names(result)}
        return frozenset(
            task
            for task in lost
            if module_of_task(task) == module and wrong & self.builds_on.get(task, frozenset())
        )

    def groups(self, tasks: Iterable[str]) -> Iterable[tuple[tuple[str, ...], tuple[Helper, ...]]]:
        """Tasks of one module that build on the same, with the helpers for that and no others.

        Any other helper could answer in place of the very function that a task asks for. For the
        same reason, those with the fewest come first: whatever a box might leave for a later one
        can't answer a task that is still to be asked.
        """
        together: dict[frozenset[str], list[str]] = {}
        for task in sorted(tasks, key=lambda task: (len(self.builds_on[task]), task)):
            together.setdefault(self.builds_on[task], []).append(task)
        for names, group in together.items():
            helpers = self.helpers.get(module_of_task(group[0]), {})
            yield tuple(group), tuple([helpers[n] for n in sorted(names) if n in helpers])

    def is_lost_by(self, result: CheckResult) -> bool:
        """Whether a check that was run with help loses its task, however the others end."""
        own = self.builds_on.get(result.task, frozenset())
        return not passes_with_help(replace(result, helped=result.status), own, own)

    def earned(self, results: Sequence[CheckResult]) -> Iterable[str]:
        """The lost tasks of one module that pass with help."""
        tasks = [result.task for result in results if not result.passed]
        lost = {task.rpartition(".")[2] for task in tasks}
        for task in dict.fromkeys(tasks):
            own = self.builds_on.get(task, frozenset())
            if all(passes_with_help(each, own, lost) for each in results if each.task == task):
                yield task


NO_HELP = Help()


def _names(result: CheckResult) -> tuple[str, str]:
    """What a check may be about: the task that it judges, or the function it is named after."""
    return result.task.rpartition(".")[2], own_name(result.name)


def read_functions(folder: Path) -> Mapping[str, Callable[..., object]]:
    """The table `FUNCTIONS` of the hidden checks' `right_functions.py`: task ids to functions.

    Raises `BrokenGrader` if the file has no such table, or can't be run.
    """
    path = folder / FILE
    if not path.exists():
        return {}
    try:
        functions: Mapping[str, Callable[..., object]] | None = run_path(str(path)).get("FUNCTIONS")
    except Exception as error:
        raise BrokenGrader(f"{path}: {type(error).__name__}: {error}") from error
    if functions is None:
        raise BrokenGrader(f"{path}: it has no table FUNCTIONS of task ids and functions")
    return functions


def help_of(
    tasks: Iterable[tuple[str, Sequence[str], Sequence[str]]],
    functions: Mapping[str, Callable[..., object]],
) -> Help:
    """The help for tasks, each given by its id, what it builds on, and its functions' places.

    Raises `BrokenGrader` if a task builds on one without a function.
    """
    known = list(tasks)
    helpers: dict[str, dict[str, Helper]] = {}
    builds_on: dict[str, frozenset[str]] = {}
    for task, foundations, _ in known:
        module = module_of_task(task)
        for foundation in foundations:
            if foundation not in functions:
                raise BrokenGrader(f"{FILE} of the hidden checks has no function for {foundation}")
            name = foundation.rpartition(".")[2]
            for place in _places(module, name, known):
                helpers.setdefault(module, {})[name] = place, functions[foundation]
        if foundations:
            builds_on[task] = frozenset(name.rpartition(".")[2] for name in foundations)
    return Help(builds_on, helpers)


def _places(
    module: str, name: str, tasks: Iterable[tuple[str, Sequence[str], Sequence[str]]]
) -> Iterable[str]:
    for task, _, functions in tasks:
        if module_of_task(task) == module:
            yield from (place for place in functions if place.rpartition(".")[2] == name)
