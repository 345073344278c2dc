"""Hand-ins with full marks, asked what grading doesn't ask: examples of other seeds, and wide ones.

They are asked in boxes as always, only by drawn checks, and no score depends on the result. What
one of them fails is a hole in the checks, an ambiguity of the text, or a wrong reference: `grader
doubt` lists it for staff.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache

from grader.assignment.config import Assignment
from grader.inside.module_names import module_of_task
from grader.judging.answer_key import KeyEntry, drawn_to_list
from grader.judging.listed import ListedExample
from grader.judging.pytest_plugin import Check
from grader.judging.unit import Unit
from grader.results import CheckResult, Doubt, ModuleResult
from grader.running.session import Session, drawn_from, open_session
from grader.sandbox.tiers import Tier
from grader.statuses import Status
from grader.student.python_text import LAST

# Statuses that say nothing about an answer.
NO_DOUBT = (Status.PASSED, Status.SKIPPED, Status.BROKEN)


@dataclass(frozen=True, slots=True)
class TrustedHandin:
    """A hand-in with its files and data files, and the tasks in which it has full marks."""

    student: str
    files: Mapping[str, str]
    data: Mapping[str, str]
    tasks: frozenset[str]


def ask_fresh_examples(
    other: Assignment,
    handins: Sequence[TrustedHandin],
    tier: Tier,
    jobs: int,
    note: Callable[[str, Sequence[Doubt]], None],
) -> None:
    """Ask hand-ins what drawn checks draw for an assignment with another seed than theirs.

    `note` gets each student, when done, with what is in doubt. Raises `BrokenGrader` and
    `ConfigError`.
    """
    wanted = {task for handin in handins for task in handin.tasks}
    modules = [m.name for m in other.modules if wanted & {task.id for task in m.tasks}]
    by_student = {handin.student: handin for handin in handins}

    def body(session: Session) -> None:
        lines = ExampleLines(session.key, drawn_from(other))
        drawing = {check.module for check in session.plugin.checks}
        for unit, results in session.grade(_units(handins, drawing), jobs):
            handin = by_student[unit.student]
            failed = _failed(results, handin.tasks)
            note(unit.student, [Doubt(unit.student, check, lines.of(check)) for check in failed])

    def is_wanted(check: Check) -> bool:
        return check.prop is not None and check.task in wanted

    # Ask all examples, so that the place of one in the key is its number.
    open_session(other.asking_all(), modules, tier, body, wanted=is_wanted)


def _units(handins: Iterable[TrustedHandin], drawing: set[str]) -> Iterator[Unit]:
    for handin in handins:
        modules = dict.fromkeys(module_of_task(task) for task in sorted(handin.tasks))
        mine = tuple([module for module in modules if module in drawing])
        if mine:
            yield Unit(handin.student, handin.files, {}, mine, data=handin.data)


def _failed(results: Iterable[ModuleResult], tasks: frozenset[str]) -> Iterator[CheckResult]:
    for module in results:
        for check in module.checks:
            if check.task in tasks and check.status not in NO_DOUBT:
                yield check


class ExampleLines:
    """The lines that list examples of a key that was drawn from a seed."""

    def __init__(self, key: Mapping[str, KeyEntry], seed: str) -> None:
        self._key = key
        self._seed = seed
        self._numbers = cache(self._numbers_of)

    def of(self, check: CheckResult) -> tuple[str, ...]:
        """The lines of the calls in a check's evidence; none if any of them isn't found."""
        digest, numbers = self._numbers(check.name)
        calls = _calls(check.evidence.call if check.evidence else "")
        if not calls or not numbers.keys() >= set(calls):
            return ()
        return tuple(
            [ListedExample(self._seed, numbers[c], digest, check.name).line for c in calls]
        )

    def _numbers_of(self, name: str) -> tuple[str, dict[str, int]]:
        digest, drawn = drawn_to_list(self._key[name].prop, f"{self._seed}/{name}")
        calls = ["\n".join(_without_imports(call)) for call, _ in drawn]
        return digest, {call: number for number, call in enumerate(calls)}


def _calls(call: str) -> list[str]:
    """The calls in a text, without imports; if there are several, each must be on one line."""
    *before, last = "\n".join(_without_imports(call)).split(f"{LAST}\n")
    return [*"\n".join(before).splitlines(), last]


def _without_imports(call: str) -> list[str]:
    return [line for line in call.splitlines() if not line.startswith(("from ", "import "))]
