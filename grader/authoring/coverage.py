"""Which kinds of input the checks of an assignment ask about, by its domain tables, and how often.

Checks are run on the reference; a call is looked at before it is made, with its arguments' values.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from types import MappingProxyType
from typing import cast

from grader.asking.handed_in import Names, names_of
from grader.asking.submission import Submission
from grader.assignment.config import Assignment
from grader.assignment.sources import reference_files
from grader.authoring.domains import AskedCall, Domain, read_domains
from grader.authoring.given_values import GivenValues
from grader.authoring.noting import NotingSubmission
from grader.authoring.reference import Reference
from grader.errors import BrokenGrader
from grader.judging.answer_key import KeyEntry
from grader.judging.pytest_plugin import Check, ChecksPlugin, CurrentHandin
from grader.running.session import Session, open_session
from grader.sandbox.tiers import Tier
from grader.statuses import Status
from grader.student.evidence import CATCHABLE
from grader.student.source import Source

LONGEST_EXAMPLE = 90


@dataclass(frozen=True, slots=True)
class Coverage:
    """How often the parts of a domain are met, and the first call that meets each."""

    domain: Domain
    counts: Counter[tuple[str, str]] = field(default_factory=Counter)
    examples: dict[tuple[str, str], str] = field(default_factory=dict)
    met: set[tuple[str, str, str, str]] = field(default_factory=set)

    def note(self, check: str, asked: AskedCall) -> None:
        """Count one call."""
        parts, pairs = self.domain.met_by(asked)
        self.counts.update(parts)
        for part in parts:
            if part not in self.examples:
                self.examples[part] = f"{asked.text} in {check}"
        self.met.update(pairs)

    def faults(self) -> Iterator[str]:
        """The parts and pairs that no question meets, and parts outside that one does meet."""
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


def coverage(
    assignment: Assignment,
    modules: Sequence[str],
    given: Mapping[str, GivenValues] = MappingProxyType({}),
) -> list[Coverage]:
    """What the checks of some modules ask, for each function that has a domain.

    The library's values that they pass are recorded in `given`, by function.
    """
    found: list[Coverage] = []

    def body(session: Session) -> None:
        domains = read_domains(assignment.hidden_checks, modules)
        files, place = reference_files(assignment), (assignment.handout, assignment.data)
        make = partial(Reference, files, assignment.library, *place)
        found.extend(cover(domains, session.plugin, session.key, make, given=given))

    open_session(assignment, modules, Tier.NONE, body)
    return found


def cover(
    domains: Iterable[Domain],
    plugin: ChecksPlugin,
    key: Mapping[str, KeyEntry],
    make: Callable[[], Reference],
    *,
    given: Mapping[str, GivenValues] = MappingProxyType({}),
) -> list[Coverage]:
    """What the collected checks ask of the functions that have a domain.

    `make` makes the reference. Raises `BrokenGrader` if a check fails on it.
    """
    found = [Coverage(domain) for domain in domains]
    by_function = {coverage.domain.function: coverage for coverage in found}

    def note(check: Check, _example: int | None, asked: AskedCall) -> None:
        # What a check of another module asks on the way doesn't check this function.
        if not asked.function.startswith(f"{check.module}."):
            return
        if asked.function in by_function:
            by_function[asked.function].note(check.name, asked)
        if asked.function in given:
            given[asked.function].note(asked)

    look_at_calls(plugin, key, make, note)
    return found


def look_at_calls(
    plugin: ChecksPlugin,
    key: Mapping[str, KeyEntry],
    make: Callable[[], Reference],
    note: Callable[[Check, int | None, AskedCall], None],
) -> None:
    """Run the collected checks on the reference, and `note` each call of a student's function.

    It also gets the call's check, and the number of its example if that is drawn.
    """
    files = make().files
    source, names = Source(files), names_of(files)
    for check in plugin.checks:
        asking = NotingSubmission(make, partial(note, check, None))
        if check.prop is not None:
            for number, question in enumerate(key[check.name].prepared.questions):
                asking.tell(partial(note, check, number))
                with suppress(*CATCHABLE):  # an exception of these kinds is an answer
                    asking.note(question)
        elif not check.runs_suites:
            _run(plugin, check, asking, source, names)
        asking.close()


def _run(
    plugin: ChecksPlugin, check: Check, asking: NotingSubmission, source: Source, names: Names
) -> None:
    # It has all that checks and the plugin use of a `Submission`.
    submission = cast(Submission, asking)
    plugin.present = CurrentHandin(submission, source, lambda _check, _submission: None, names)
    result = plugin.run(check)
    if not result.passed:
        output = result.evidence.output.strip() if result.evidence else ""
        broken = result.status is Status.BROKEN and output
        why = output.splitlines()[-1] if broken else result.message
        raise BrokenGrader(f"the reference fails {check.name}: {why}")


def lines_of(found: Iterable[Coverage]) -> Iterator[str]:
    """The tables as text: function, parameter, partition, how many questions, one of them."""
    for coverage in found:
        yield coverage.domain.function
        for aspect in coverage.domain.aspects:
            for part in (*aspect.parts, *aspect.outside):
                side = "not asked" if part in aspect.outside else ""
                count = coverage.counts[aspect.name, part]
                example = coverage.examples.get((aspect.name, part), side)
                shown = example[:LONGEST_EXAMPLE].replace("\n", " ")
                yield f"  {aspect.name:<36} {part:<28} {count:>6}  {shown}".rstrip()
        pairs = list(coverage.domain.pairs_of_parts())
        if pairs:
            met = sum(pair in coverage.met for pair in pairs)
            yield f"  pairs met: {met} of {len(pairs)}"
        yield ""
