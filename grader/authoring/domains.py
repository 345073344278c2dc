"""Domain tables: which kinds of input each function is asked about, and which nobody asks.

An assignment may lay `domains/MODULE.py` beside its hidden checks. `DOMAINS` there says, for each
function that students write, how its arguments vary: every `Aspect` (how long a list is, where a
column lies) has parts, of which each must be met by a question of some check, and parts `outside`
of what the texts allow, which no question may meet. Where two aspects act on each other, every
`pair` of their parts must be met by one question.

    Domain(
        "primes.is_prime",
        (Aspect("n", "size", first, {"0": equals(0), "1": equals(1), "many": at_least(1000)}),),
    )

Checks are run on the reference; a call is looked at before it is made, with its arguments' values.
"""

import importlib.util
import io
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, redirect_stdout, suppress
from dataclasses import dataclass, field
from functools import partial
from importlib import import_module
from itertools import product
from pathlib import Path
from typing import Any, cast

from grader.asking.answers import Raised, exception_of, failure_of
from grader.asking.handed_in import names_of
from grader.asking.reference import Reference
from grader.asking.submission import Submission
from grader.errors import BrokenGrader
from grader.judging.answer_key import Entry
from grader.judging.pytest_plugin import Check, ChecksPlugin, Present
from grader.results import Status
from grader.sandbox.clock import Budget
from grader.student.compare import short
from grader.student.evidence import CATCHABLE
from grader.student.question import (
    Attribute,
    Call,
    Evaluation,
    ModuleOf,
    Name,
    called,
)
from grader.student.source import Source

FOLDER = "domains"


@dataclass(frozen=True, slots=True)
class Asked:
    """A call of a student's function by a check, before it is made.

    `made` is what its object was made of, `before` what that object was asked earlier in the same
    question, and `beside` what other objects of its class were.
    """

    function: str
    made: tuple[Any, ...]
    arguments: tuple[Any, ...]
    before: tuple["Asked", ...] = ()
    beside: tuple["Asked", ...] = ()

    @property
    def text(self) -> str:
        """The call in a few words."""
        _module, *owner, name = self.function.split(".")
        maker = "".join(f"{each}({_listed(self.made)})." for each in owner)
        return f"{maker}{name}({_listed(self.arguments)})"


def _listed(arguments: Iterable[Any]) -> str:
    return ", ".join([getattr(x, "__name__", "") or short(x, 60) for x in arguments])


Measure = Callable[[Asked], Any]
Parts = Mapping[str, Callable[[Any], bool]]


@dataclass(frozen=True, slots=True)
class Aspect:
    """One way in which a parameter varies: a measure of it, and the parts of what that can be.

    A call of which the measure is None is in no part. The parts `outside` are those that the texts
    exclude, or beyond which the checks don't go.
    """

    parameter: str
    kind: str
    measure: Measure
    parts: Parts
    outside: Parts = field(default_factory=dict)

    @property
    def name(self) -> str:
        return f"{self.parameter}: {self.kind}"

    def of(self, asked: Asked) -> list[str]:
        """The names of the parts that a call is in, those outside too."""
        value = self.measure(asked)
        if value is None:
            return []
        both = {**self.parts, **self.outside}
        return [name for name, holds in both.items() if holds(value)]


@dataclass(frozen=True, slots=True)
class Domain:
    """The aspects of a function's arguments, "module.function" or "module.Class.method".

    `pairs` are names of aspects that act on each other; `never` are the pairs of parts that can't
    meet.
    """

    function: str
    aspects: tuple[Aspect, ...]
    pairs: tuple[tuple[str, str], ...] = ()
    never: frozenset[tuple[str, str]] = frozenset()

    @property
    def module(self) -> str:
        return self.function.partition(".")[0]

    def met_by(self, asked: Asked) -> tuple[list[tuple[str, str]], list[tuple[str, str, str, str]]]:
        """The parts that a call is in, each with its aspect's name, and the pairs of parts."""
        found = {aspect.name: aspect.of(asked) for aspect in self.aspects}
        parts = [(name, part) for name, parts in found.items() for part in parts]
        pairs = [
            (one, part, other, another)
            for one, other in self.pairs
            for part, another in product(found[one], found[other])
        ]
        return parts, pairs

    def pairs_of_parts(self) -> Iterator[tuple[str, str, str, str]]:
        """Two aspects and a part of each, for all that one question must meet."""
        known = {aspect.name: aspect for aspect in self.aspects}
        for one, other in self.pairs:
            for part, another in product(known[one].parts, known[other].parts):
                if (part, another) not in self.never:
                    yield one, part, other, another


# -- what a part may hold of a measure ---------------------------------------------------------


def equals(value: Any) -> Callable[[Any], bool]:
    """Holds for that value alone."""
    return lambda measured: bool(measured == value)


def at_least(least: Any) -> Callable[[Any], bool]:
    """Holds from that value on."""
    return lambda measured: bool(measured >= least)


def between(least: Any, most: Any) -> Callable[[Any], bool]:
    """Holds from one value to another, both included."""
    return lambda measured: bool(least <= measured <= most)


def below(limit: Any) -> Callable[[Any], bool]:
    """Holds under that value."""
    return lambda measured: bool(measured < limit)


def has(part: Any) -> Callable[[Any], bool]:
    """Holds for measures that are collections with that element."""
    return lambda measured: part in measured


def each(*values: Any) -> Parts:
    """A part for each of some values, named as they are printed."""
    return {str(value): equals(value) for value in values}


def among(*names: str) -> Parts:
    """A part for each of some names, for measures that are collections of names."""
    return {name: has(name) for name in names}


# -- what is met -------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Coverage:
    """How often the parts of a domain are met, and the first call that meets each."""

    domain: Domain
    counts: Counter[tuple[str, str]] = field(default_factory=Counter)
    examples: dict[tuple[str, str], str] = field(default_factory=dict)
    met: set[tuple[str, str, str, str]] = field(default_factory=set)

    def note(self, check: str, asked: Asked) -> None:
        """Count one call."""
        parts, pairs = self.domain.met_by(asked)
        self.counts.update(parts)
        for part in parts:
            if part not in self.examples:
                self.examples[part] = f"{asked.text} in {check}"
        self.met.update(pairs)

    def faults(self) -> Iterator[str]:
        """The parts and pairs that no question meets, and those outside that one does."""
        function = self.domain.function
        for aspect in self.domain.aspects:
            for part in aspect.parts:
                if not self.counts[aspect.name, part]:
                    yield f"{function}: no question has {aspect.name} = {part}"
            for part in aspect.outside:
                if self.counts[aspect.name, part]:
                    example = self.examples[aspect.name, part]
                    yield f"{function}: {aspect.name} = {part} is asked: {example}"
        for one, part, other, another in self.domain.pairs_of_parts():
            if (one, part, other, another) not in self.met:
                yield f"{function}: no question has {one} = {part} with {other} = {another}"
        for one, part, other, another in sorted(self.met):
            if (part, another) in self.domain.never:
                yield f"{function}: {one} = {part} does meet {other} = {another}"


_ABSENT = object()


class _Noting(Evaluation):
    """Answers a question, and passes on every call of a student's function."""

    def __init__(
        self,
        *usual: Any,
        modules: frozenset[str],
        note: Callable[[Asked], None],
        before: Callable[[Any, str], None],
    ) -> None:
        super().__init__(*usual)
        self._students = modules
        self._note = note
        self._before = before
        self._made: dict[int, tuple[str, tuple[Any, ...]]] = {}
        self._history: list[tuple[int, Asked]] = []

    def evaluate(self, value: Any) -> Any:
        match value:
            case Attribute(_target=Call(_function=Name()) as maker, _name=name):
                target = self.evaluate(maker)
                if id(maker) in self._made and isinstance(
                    getattr(type(target), name, None), property
                ):
                    self._tell(f"{self._made[id(maker)][0]}.{name}", maker, ())
        return super().evaluate(value)

    def asks(self, call: Call, arguments: Sequence[Any]) -> None:
        module, name, maker = called(call)
        if (module, name) == ("builtins", "setattr"):
            self._before(arguments[0], arguments[1])
        if module not in self._students:
            return
        function = f"{module}.{name}"
        if maker is None and isinstance(getattr(import_module(module), name, None), type):
            self._made[id(call)] = (function, tuple(arguments))
            self._note(Asked(function, (), tuple(arguments)))
        else:
            self._tell(function, maker, tuple(arguments))

    def _tell(self, function: str, maker: Call | None, arguments: tuple[Any, ...]) -> None:
        owner = function if maker is None else function.rpartition(".")[0]
        _class, made = self._made.get(id(maker), ("", ()))
        alike = [(who, asked) for who, asked in self._history if asked.function.startswith(owner)]
        before = tuple([asked for who, asked in alike if who == id(maker)])
        beside = tuple([asked for who, asked in alike if who != id(maker)])
        asked = Asked(function, made, arguments, before, beside)
        self._note(asked)
        self._history.append((id(maker), asked))


class Asking:
    """Stands in for a `Submission`: the reference answers, and every call is noted."""

    def __init__(
        self, make: Callable[[], Reference], modules: Iterable[str], note: Callable[[Asked], None]
    ) -> None:
        self._make = make
        self._reference = make()
        # Not the reference's own time, which is not what is looked at here: a second a question.
        self.cpu, self.budget = 0.0, Budget(0.0, 0.0, 0.0, 0)
        self._replaced: list[tuple[Any, str, Any]] = []
        self._modules = frozenset(modules)
        self.tell(note)

    def __getattr__(self, module: str) -> ModuleOf:
        return ModuleOf(module)

    def tell(self, note: Callable[[Asked], None]) -> None:
        """Note calls so from now on."""
        self._evaluation = partial(_Noting, modules=self._modules, note=note, before=self._remember)

    def close(self) -> None:
        """Forget what the code remembers, and undo what questions have replaced.

        In a box it ends with the box; here it would be what all others find.
        """
        for owner, name, usual in reversed(self._replaced):
            if usual is _ABSENT:
                delattr(owner, name)
            else:
                setattr(owner, name, usual)
        self._replaced.clear()
        self._reference = self._make()

    def _remember(self, owner: Any, name: str) -> None:
        self._replaced.append((owner, name, vars(owner).get(name, _ABSENT)))

    def note(self, question: Any, stdin: str = "") -> Any:
        """The answer to a question, each call of which is noted."""
        output = io.StringIO()
        self.cpu += 1.0
        with redirect_stdout(output), _typed(stdin):
            return self._reference.evaluate(question, self._evaluation, output.getvalue)

    def ask(self, question: Any, stdin: str = "") -> Any:
        """The same as a check sees it: raises what it may catch."""
        try:
            return self.note(question, stdin)
        except CATCHABLE as error:
            bases = tuple([base.__name__ for base in type(error).__mro__[1:]])
            answer = Raised(type(error).__name__, str(error), (), bases)
            status, evidence = failure_of(answer)
            raise exception_of(answer, evidence, status) from None


@contextmanager
def _typed(text: str) -> Iterator[None]:
    usual, sys.stdin = sys.stdin, io.StringIO(text)
    try:
        yield
    finally:
        sys.stdin = usual


def read_domains(folder: Path, modules: Iterable[str]) -> list[Domain]:
    """The tables `DOMAINS` of the files `domains/MODULE.py` beside the hidden checks."""
    found: list[Domain] = []
    for module in modules:
        path = folder / FOLDER / f"{module}.py"
        spec = importlib.util.spec_from_file_location(f"{FOLDER}.{module}", path)
        if path.exists() and spec is not None and spec.loader is not None:
            loaded = importlib.util.module_from_spec(spec)
            spec.loader.exec_module(loaded)
            found += loaded.DOMAINS
    return found


def cover(
    domains: Iterable[Domain],
    plugin: ChecksPlugin,
    key: Mapping[str, Entry],
    files: Mapping[str, str],
    make: Callable[[], Reference],
) -> list[Coverage]:
    """What the collected checks ask of the functions that have a domain.

    `make` makes the reference, of which these are the files. Raises `BrokenGrader` if a check
    fails on it.
    """
    found = [Coverage(domain) for domain in domains]
    by_function = {coverage.domain.function: coverage for coverage in found}

    def note(check: Check, _example: int | None, asked: Asked) -> None:
        coverage = by_function.get(asked.function)
        # What a check of another module asks on the way is no check of this function.
        if coverage is not None and coverage.domain.module == check.module:
            coverage.note(check.name, asked)

    look_at_calls(plugin, key, files, make, note)
    return found


def look_at_calls(
    plugin: ChecksPlugin,
    key: Mapping[str, Entry],
    files: Mapping[str, str],
    make: Callable[[], Reference],
    note: Callable[[Check, int | None, Asked], None],
) -> None:
    """Run the collected checks on the reference, and `note` each call of a student's function.

    Noted with it are its check and the number of its example, if that is drawn.
    """
    modules = {name.removesuffix(".py") for name in files}
    for check in plugin.checks:
        asking = Asking(make, modules, partial(note, check, None))
        if check.prop is not None:
            for number, question in enumerate(key[check.name].prepared.questions):
                asking.tell(partial(note, check, number))
                with _refusals():
                    asking.note(question)
        elif not check.runs_suites:
            _run(plugin, check, asking, files)
        asking.close()


@contextmanager
def _refusals() -> Iterator[None]:
    # An exception of these kinds is an answer.
    with suppress(*CATCHABLE):
        yield


def _run(plugin: ChecksPlugin, check: Check, asking: Asking, files: Mapping[str, str]) -> None:
    submission = cast(Submission, asking)
    source, names = Source(files), names_of(files)
    plugin.present = Present(submission, source, lambda _check, _submission: None, names)
    result = plugin.run(check)
    if not result.passed:
        output = result.evidence.output.strip() if result.evidence else ""
        broken = result.status is Status.BROKEN and output
        why = output.splitlines()[-1] if broken else result.message
        raise BrokenGrader(f"the reference fails {check.name}: {why}")
