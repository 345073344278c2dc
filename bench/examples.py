"""`make examples`: which of the drawn examples are asked in ordinary grading, and what for.

Chosen for each task, at the least CPU time: so many examples that each fault that its checks can
notice (see `bench.kills`) is shown by `ENOUGH` of them, or by all that show it, and by one of each
such check; and for each check one for each part of the domain tables, and each pair of parts, that
no check without drawn examples meets. Of two planted mistakes some example shows one alone, where
one does: advice tells them apart. What is chosen is asked once more, as a hand-in is; a fault that
shows itself in too few of them then, since it needs what was asked before, gets the examples
before too. Written are the files `chosen/MODULE.toml` beside the hidden checks (see
`grader.judging.chosen`).
"""

import argparse
import pickle
import sys
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from heapq import heapify, heappop, heappush
from itertools import combinations
from pathlib import Path

from bench.kept import digests, kept
from bench.kills import MOST, AskedExample, Asker, Kills, Wrong, in_parts, kills, wrong_solutions
from bench.mutants import files_of, graded_modules
from grader.assignment.config import Assignment, Module
from grader.assignment.faulty import faulty_of
from grader.assignment.load import load
from grader.assignment.sources import read_sources
from grader.authoring import domains
from grader.authoring.choices import written
from grader.authoring.coverage import look_at_calls
from grader.authoring.reference import Reference
from grader.judging.answer_key import KeyEntry
from grader.judging.chosen import ExampleChoice
from grader.judging.pytest_plugin import Check
from grader.running.session import Session, open_session
from grader.sandbox.tiers import Tier
from grader.student.python_text import python_text
from grader.student.question import watched_in

# Each fault is shown by so many examples of a task, if so many show it.
ENOUGH = 5
# What an example costs the judge and the box beside the work of the student's code, in seconds of
# CPU time: each question, and each leaf whose value is asked for.
QUESTION, LEAF = 50e-6, 160e-6
# What the kills depend on, beside the checks.
DECIDING = ("kills.py", "mutants.py", "mutations.py", "people.py")
HEADER = """\
# Which of the drawn examples are asked in ordinary grading, by their numbers: `faults` for the
# faults that they show, `domains` for kinds of input that no others have. `make examples` wrote it.
"""


# -- choosing ----------------------------------------------------------------------------------

# The name of a check, and the number of one of its examples.
Example = tuple[str, int]


@dataclass(frozen=True, slots=True)
class Need:
    """Something for which so many of some examples are wanted."""

    examples: frozenset[Example]
    count: int

    def is_met_by(self, chosen: Collection[Example]) -> bool:
        """Whether as many of the chosen examples are among these as can be, up to the count."""
        return len(self.examples.intersection(chosen)) >= min(self.count, len(self.examples))


def cheapest(needs: Iterable[Need], costs: Mapping[Example, float]) -> list[Example]:
    """Examples that fulfil all needs, at about the least cost.

    The one that serves most needs for its cost comes first; at the end those go that others make
    superfluous, the most expensive first.
    """
    listed = list(needs)
    serves: dict[Example, list[int]] = {}
    for number, need in enumerate(listed):
        for example in need.examples:
            serves.setdefault(example, []).append(number)
    left = [min(need.count, len(need.examples)) for need in listed]
    chosen: list[Example] = []

    def worth(example: Example) -> float:
        return sum(left[number] > 0 for number in serves[example]) / costs[example]

    # What an example is worth only falls, so one that is still worth most has been found.
    heap = [(-worth(example), example) for example in serves]
    heapify(heap)
    while heap:
        was, example = heappop(heap)
        now = -worth(example)
        if now == was < 0:
            chosen.append(example)
            for number in serves[example]:
                left[number] -= 1
        elif now < 0:
            heappush(heap, (now, example))
    return _without_superfluous(chosen, listed, costs)


def _without_superfluous(
    chosen: Sequence[Example], needs: Sequence[Need], costs: Mapping[Example, float]
) -> list[Example]:
    kept_ones = set(chosen)
    for example in sorted(chosen, key=lambda each: (-costs[each], each)):
        fewer = kept_ones - {example}
        if all(need.is_met_by(fewer) for need in needs if example in need.examples):
            kept_ones = fewer
    return sorted(kept_ones)


def costs_of(check: str, entry: KeyEntry) -> dict[Example, float]:
    """What each example of a check's entry costs a right hand-in and its judge, about."""
    leaves = dict(zip(map(id, entry.prepared.watched), map(len, entry.replies.visits), strict=True))
    costs = [
        seconds + QUESTION + LEAF * sum(leaves[id(one)] for one in watched_in(question))
        for seconds, question in zip(entry.recorded.seconds, entry.prepared.questions, strict=True)
    ]
    return {(check, number): cost for number, cost in enumerate(costs)}


# -- what examples are for ---------------------------------------------------------------------


Part = tuple[str, ...]


def parts_of(
    assignment: Assignment, session: Session, module: str
) -> dict[str, dict[Part, set[int]]]:
    """For each drawn check of a module, the parts and pairs of the domain tables that it is for.

    Left out are those that a check without drawn examples meets. Each has the numbers of the
    examples that meet it.
    """
    tables = domains.read_domains(assignment.hidden_checks, [module])
    by_function = {domain.function: domain for domain in tables}
    found: dict[Part, dict[str, set[int]]] = {}
    fixed: set[Part] = set()

    def note(check: Check, example: int | None, asked: domains.AskedCall) -> None:
        domain = by_function.get(asked.function)
        if domain is None or check.module != module:
            return
        for group in domain.met_by(asked):
            for met in group:
                part = (asked.function, *met)
                if example is None:
                    fixed.add(part)
                else:
                    found.setdefault(part, {}).setdefault(check.name, set()).add(example)

    files, place = read_sources(assignment.reference), (assignment.handout, assignment.data)
    make = partial(Reference, files, assignment.library, *place)
    look_at_calls(session.plugin, session.key, make, note)
    by_check: dict[str, dict[Part, set[int]]] = {}
    for part, meeting in found.items():
        if part not in fixed:
            # The check that meets it most often is the one that is made for it.
            check = max(meeting, key=lambda name: len(meeting[name]))
            by_check.setdefault(check, {})[part] = meeting[check]
    return by_check


def first_of_equals(entry: KeyEntry) -> list[int]:
    """For each example of an entry the number of the first with the same question."""
    first: dict[str, int] = {}
    texts = map(python_text, entry.prepared.questions)
    return [first.setdefault(text, number) for number, text in enumerate(texts)]


@dataclass(frozen=True, slots=True)
class Chooser:
    """Chooses the examples of one module."""

    asker: Asker
    wrongs: Mapping[str, Wrong]
    found: Kills
    tasks: Mapping[str, str]
    jobs: int
    known: frozenset[str] = frozenset()  # mistakes that advice tells apart

    def choose(
        self, parts: Mapping[str, Mapping[Part, Collection[int]]]
    ) -> dict[str, ExampleChoice]:
        """What is chosen of each check, for its faults and for these parts of domains."""
        faults: dict[str, list[int]] = {check: [] for check in self.found}
        for checks in self._by_task().values():
            for check, number in sorted(cheapest(self._needs(checks), self._costs(checks))):
                faults[check].append(number)
        # What is asked beside the others changes what a fault remembers of them, too.
        while more := self._remembered(faults):
            faults |= {check: sorted({*faults[check], *of}) for check, of in more.items()}
        return {
            check: self._choice(check, faults[check], parts.get(check, {}).values())
            for check in self.found
        }

    def _choice(
        self, check: str, faults: Sequence[int], parts: Iterable[Collection[int]]
    ) -> ExampleChoice:
        entry = self.asker.key[check]
        unmet = [Need(_of(check, part), 1) for part in parts if not {*part} & {*faults}]
        met = [number for _, number in cheapest(unmet, self._costs([check]))]
        # What is listed comes after what is drawn, and is asked anyway.
        drawn = int(entry.recorded.digest.partition("-")[0])
        chosen = [tuple([n for n in some if n < drawn]) for some in (faults, met)]
        return ExampleChoice(entry.recorded.digest, *chosen)

    def _by_task(self) -> dict[str, list[str]]:
        checks: dict[str, list[str]] = {}
        for check in self.found:
            checks.setdefault(self.tasks[check], []).append(check)
        return checks

    def _costs(self, checks: Iterable[str]) -> dict[Example, float]:
        each = (costs_of(check, self.asker.key[check]) for check in checks)
        return {example: cost for costs in each for example, cost in costs.items()}

    def _needs(self, checks: Sequence[str]) -> Iterator[Need]:
        together: dict[str, set[Example]] = {}
        for check in checks:
            first = first_of_equals(self.asker.key[check])
            for fault, numbers in self.found[check].items():
                shown = _of(check, [first[number] for number in numbers])
                together.setdefault(fault, set()).update(shown)
                yield Need(shown, 1)
        yield from (Need(frozenset(shown), ENOUGH) for shown in together.values())
        for one, other in combinations(sorted(self.known & together.keys()), 2):
            if apart := {*self._by_one(checks, one, other), *self._by_one(checks, other, one)}:
                yield Need(frozenset(apart), 1)

    def _by_one(self, checks: Sequence[str], one: str, other: str) -> Iterator[Example]:
        """Examples that show one fault, and not the other."""
        for check in checks:
            found = self.found[check]
            those = {*found.get(one, ())}.difference(found.get(other, ()))
            if those and len(found.get(other, ())) == MOST:  # more may show it
                asked = {check: sorted(those)}
                those.difference_update(self.asker.shown(self.wrongs[other], asked)[check])
            yield from _of(check, those)

    def _remembered(self, chosen: AskedExample) -> dict[str, set[int]]:
        """What must be asked beside the chosen examples, so that each fault is still shown."""
        more: dict[str, set[int]] = {}
        for check, numbers in in_parts(list(self.wrongs.values()), self.jobs, self._some(chosen)):
            more.setdefault(check, set()).update(numbers)
        return more

    def _some(self, chosen: AskedExample) -> Callable[[Sequence[Wrong]], bytes]:
        def some(part: Sequence[Wrong]) -> bytes:
            return pickle.dumps([found for wrong in part for found in self._beside(wrong, chosen)])

        return some

    def _beside(self, wrong: Wrong, chosen: AskedExample) -> Iterator[tuple[str, list[int]]]:
        known = {c: found[wrong.name] for c, found in self.found.items() if wrong.name in found}
        shown = self.asker.shown(wrong, {check: chosen[check] for check in known})
        for check, numbers in known.items():
            wanted = min(ENOUGH, len({*numbers} & {*chosen[check]}))
            missing = wanted - len(shown[check])
            others = [n for n in numbers if n not in chosen[check]]
            for number in others[: max(0, missing)]:
                yield check, [*self._before(wrong, check, number), number]

    def _before(self, wrong: Wrong, check: str, number: int) -> list[int]:
        """The example after which another one shows a fault; none if that shows it alone."""
        order = self.asker.cheap_first(check)
        before = order[: order.index(number)]

        def shows(after: int) -> bool:
            asked = {check: [*before[after:], number]}
            return number in self.asker.shown(wrong, asked)[check]

        if shows(len(before)):
            return []
        low, high = 0, len(before)  # it shows after all from `low` on, not from `high` on
        while high - low > 1:
            middle = (low + high) // 2
            low, high = (middle, high) if shows(middle) else (low, middle)
        return before[low:high]


def _of(check: str, numbers: Iterable[int]) -> frozenset[Example]:
    return frozenset((check, number) for number in numbers)


# -- the command -------------------------------------------------------------------------------


def choices_of(
    assignment: Assignment, module: Module, jobs: int, say: Callable[[str], None]
) -> dict[str, ExampleChoice]:
    """What is chosen of each drawn check of a module; the report is said."""
    chosen: dict[str, ExampleChoice] = {}

    def body(session: Session) -> None:
        asker = Asker(session.key, files_of(assignment), assignment.library)
        tasks = {c.name: c.task for c in session.plugin.checks if c.prop is not None}
        wrongs = list(wrong_solutions(assignment, module))
        depends_on = digests(assignment, module.name, *DECIDING)
        found = kept(
            assignment.root,
            f"kills-{module.name}",
            depends_on,
            lambda: kills(asker, wrongs, tasks, jobs),
        )
        by_name = {wrong.name: wrong for wrong in wrongs}
        known = frozenset(one.name for one in faulty_of(assignment))
        chooser = Chooser(asker, by_name, found, tasks, jobs, known)
        chosen.update(chooser.choose(parts_of(assignment, session, module.name)))
        for check, choice in chosen.items():
            say(line_of(check, choice, len(found[check]), session.key[check], assignment.seed))

    open_session(assignment, [module.name], Tier.NONE, body)
    return chosen


def line_of(check: str, choice: ExampleChoice, faults: int, entry: KeyEntry, seed: int) -> str:
    """What is kept of a check and what for, and the CPU time of the reference before and after."""
    asked = choice.asked(f"{seed}/{check}")
    seconds = entry.recorded.seconds
    before, after = sum(seconds), sum(seconds[number] for number in asked)
    kept_for = f"{len(choice.faults)} for {faults} faults, {len(choice.domains)} for domains"
    beside = len(asked) - len(choice.worth)
    cpu = f"{1000 * before:.0f} ms before, {1000 * after:.0f} after"
    return f"{check}: {len(asked)} of {choice.drawn} ({kept_for}, {beside} beside), {cpu}"


def main() -> int:
    """Choose, write the files and print the report."""
    parser = argparse.ArgumentParser(prog="python -m bench.examples", description=__doc__)
    parser.add_argument("modules", nargs="*", metavar="MODULE", help="default: all of them")
    parser.add_argument("--config", type=Path, default=Path("config.yaml"))
    parser.add_argument("--jobs", type=int, default=2)
    options = parser.parse_args()
    assignment = load(options.config).asking_all()
    for name in options.modules or graded_modules(assignment):
        chosen = choices_of(assignment, assignment.module(name), options.jobs, say)
        if chosen:
            file = assignment.choice_file(name)
            file.parent.mkdir(exist_ok=True)
            file.write_text(HEADER + "\n".join(written(chosen)) + "\n", "utf-8")
    return 0


def say(line: str) -> None:
    """Print a line at once."""
    print(line, flush=True)


if __name__ == "__main__":
    sys.exit(main())
