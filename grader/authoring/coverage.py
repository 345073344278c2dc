"""The domain tables of an assignment: which kinds of input its checks ask about, and how often."""

from collections.abc import Iterable, Iterator, Sequence
from functools import partial

from grader.asking.reference import Reference
from grader.assignment.config import Assignment
from grader.assignment.sources import read_sources
from grader.judging.domains import Coverage, cover, read_domains
from grader.running.session import Session, open_session, place_of
from grader.sandbox.tiers import Tier

LONGEST_EXAMPLE = 90


def coverage(assignment: Assignment, modules: Sequence[str]) -> list[Coverage]:
    """What the checks of some modules ask, for each function that has a domain."""
    found: list[Coverage] = []

    def body(session: Session) -> None:
        domains = read_domains(assignment.hidden_checks, modules)
        files = read_sources(assignment.reference)
        make = partial(Reference, files, assignment.library, place_of(assignment))
        found.extend(cover(domains, session.plugin, session.key, files, make))

    open_session(assignment, modules, Tier.NONE, body)
    return found


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
