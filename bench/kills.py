"""Which drawn examples show which faults.

Asked are mutants of single tokens (`bench.mutations`), some of each function, the open half of the
faults as people make them (`bench.people`) and the planted mistakes, each by the checks of the
tasks that it can reach.
That is done in this process and not in boxes, since all of them are our own. What makes an answer
wrong is what the judge says of it (`grader.judging.comparison.Comparison`).
"""

import pickle
import resource
import signal
import sys
import warnings
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from hashlib import sha256
from io import StringIO
from typing import Any, NoReturn

from bench.fates import Mutant
from bench.mutants import files_of, needs_of
from bench.mutations import mutants_of
from bench.people import faults_of
from grader.asking.answers import Answer, RaisedException, Value
from grader.assignment.config import Assignment, Module
from grader.assignment.faulty import faulty_of
from grader.authoring.reference import Reference
from grader.judging.answer_key import KeyEntry
from grader.judging.comparison import Comparison
from grader.sandbox.kernel.forked import ChildFailed, ForkedProcess
from grader.student.question import watched_in

# Of the examples of a check that show a fault, so many are found, the cheapest ones.
MOST = 15
# So many mutants of single tokens for each function: those whose texts have the smallest hashes.
MUTANTS = 12
# An example takes too long after so many times what it takes the reference, and a while.
TIMES, SECONDS = 20, 0.3
# So many that take too long are enough of them.
MOST_ENDLESS = 5
# A solution may recurse an element deep, as in a box.
RECURSION_LIMIT, MEMORY, CPU_SECONDS = 60_000, 4 << 30, 240


@dataclass(frozen=True, slots=True)
class Wrong:
    """A wrong solution: its name, the files that differ from the reference's, what it may lose."""

    name: str
    files: Mapping[str, str]
    tasks: frozenset[str]


def wrong_solutions(assignment: Assignment, module: Module) -> Iterator[Wrong]:
    """The faults of a module's file that examples are chosen by."""
    source = files_of(assignment)[module.file]
    needs = needs_of(module, source)
    owners = {owner for needed in needs.values() for owner in needed}
    faults = faults_of(module.file, source, owners)
    # A mutant may be a fault that is kept back.
    kept_back = {fault.mutant.source for fault in faults if fault.kept}
    mutants = [m for m in mutants_of(module.file, source, owners) if m.source not in kept_back]
    open_ones = [fault.mutant for fault in faults if not fault.kept]
    by_text = {mutant.source: mutant for mutant in (*_some_of_each(mutants), *open_ones)}
    for text, mutant in by_text.items():
        tasks = frozenset(task for task, needed in needs.items() if mutant.owner in needed)
        yield Wrong(f"{mutant.owner} {_hash(text)[:8]}", {module.file: text}, tasks)
    mine = {task.id for task in module.tasks}
    for known in faulty_of(assignment):
        if known.loses & mine and module.file in known.files:
            yield Wrong(known.name, known.files, known.loses & mine)


def _hash(text: str) -> str:
    return sha256(text.encode()).hexdigest()


def _some_of_each(mutants: Iterable[Mutant]) -> list[Mutant]:
    by_owner: dict[str, list[Mutant]] = defaultdict(list)
    for mutant in sorted(mutants, key=lambda each: _hash(each.source)):
        by_owner[mutant.owner].append(mutant)
    return [mutant for mine in by_owner.values() for mutant in mine[:MUTANTS]]


class TookLong(BaseException):
    """An example has used up its time; nothing that catches an `Exception` may catch it."""


def _too_long(*_: object) -> NoReturn:
    raise TookLong


# Numbers of examples, by the checks that draw them.
AskedExample = dict[str, list[int]]


@dataclass(frozen=True, slots=True)
class Asker:
    """Asks wrong solutions the examples of a session's answer key."""

    key: Mapping[str, KeyEntry]
    files: Mapping[str, str]
    library: str

    def cheap_first(self, check: str) -> list[int]:
        """The numbers of a check's examples, from what costs the reference least."""
        seconds = self.key[check].recorded.seconds
        return sorted(range(len(seconds)), key=seconds.__getitem__)

    def shown(self, wrong: Wrong, asked: AskedExample) -> AskedExample:
        """Those of some examples of checks, asked one after the other, that show a fault.

        Of each check no more than `MOST` are found. One that ends the process shows it, as in a
        box. Each check begins anew, with a solution that remembers nothing.
        """
        found = self._in_child(wrong, asked)
        if found is not None:
            return found
        return {
            check: [n for n in numbers[:MOST] if self._in_child(wrong, {check: [n]}) != {check: []}]
            for check, numbers in asked.items()
        }

    def _in_child(self, wrong: Wrong, asked: AskedExample) -> AskedExample | None:
        def work() -> bytes:
            _be_limited()
            return pickle.dumps({c: self._first(wrong, c, asked[c]) for c in asked})

        try:
            found: AskedExample = pickle.loads(ForkedProcess(work).result())
        except ChildFailed:
            return None
        return found

    def _first(self, wrong: Wrong, check: str, numbers: Sequence[int]) -> list[int]:
        solution = Reference({**self.files, **wrong.files}, self.library)
        return _first(_showing(self.key[check], solution, numbers))


def _be_limited() -> None:
    warnings.simplefilter("ignore")
    signal.signal(signal.SIGVTALRM, _too_long)
    sys.setrecursionlimit(RECURSION_LIMIT)
    resource.setrlimit(resource.RLIMIT_CPU, (CPU_SECONDS, CPU_SECONDS))
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))


def _first(showing: Iterable[tuple[int, bool]]) -> list[int]:
    found: list[int] = []
    endless = 0
    for example, ended in showing:
        found.append(example)
        endless += not ended
        if len(found) == MOST or endless == MOST_ENDLESS:
            break
    return found


def _showing(
    entry: KeyEntry, solution: Reference, examples: Iterable[int]
) -> Iterator[tuple[int, bool]]:
    """The examples that show a fault, and whether each came to an end."""
    for example in examples:
        signal.setitimer(signal.ITIMER_VIRTUAL, SECONDS + TIMES * entry.recorded.seconds[example])
        try:
            wrong, ended = _is_wrong(entry, solution, example), True
        except TookLong:
            wrong, ended = True, False
        finally:
            signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        if wrong:
            yield example, ended


def _is_wrong(entry: KeyEntry, solution: Reference, example: int) -> bool:
    question = entry.prepared.questions[example]
    answers = list(entry.expected)
    answers[example] = _answer(solution, question)
    seen = {id(one): tuple(one.visits) for one in watched_in(question)}
    both = zip(entry.prepared.watched, entry.replies.visits, strict=True)
    visits = tuple([seen.get(id(one), expected) for one, expected in both])
    return Comparison(entry, answers, visits).wrong(example)


def _answer(solution: Reference, question: Any) -> Answer:
    usual, sys.stdout = sys.stdout, StringIO()
    try:
        return Value(solution.evaluate(question))
    except Exception as error:
        bases = tuple([base.__name__ for base in type(error).__mro__[1:]])
        return RaisedException(type(error).__name__, "", (), bases)
    finally:
        sys.stdout = usual


Kills = dict[str, dict[str, list[int]]]


def kills(asker: Asker, wrongs: Sequence[Wrong], tasks: Mapping[str, str], jobs: int) -> Kills:
    """For each of some checks, whose tasks are given, what shows which faults, by their names.

    The cheapest examples are asked first.
    """

    def some(part: Sequence[Wrong]) -> bytes:
        return pickle.dumps([(w.name, asker.shown(w, _wanted(asker, w, tasks))) for w in part])

    found: Kills = {check: {} for check in tasks}
    for name, shown in in_parts(wrongs, jobs, some):
        for check, numbers in shown.items():
            if numbers:
                found[check][name] = numbers
    return found


def _wanted(asker: Asker, wrong: Wrong, tasks: Mapping[str, str]) -> AskedExample:
    return {check: asker.cheap_first(check) for check, task in tasks.items() if task in wrong.tasks}


def in_parts(
    items: Sequence[Any], jobs: int, work: Callable[[Sequence[Any]], bytes]
) -> Iterator[Any]:
    """What `work` makes of all items, as pickled lists, in so many processes at a time."""
    children = [ForkedProcess(partial(work, items[part::jobs])) for part in range(jobs)]
    for child in children:
        yield from pickle.loads(child.result())
