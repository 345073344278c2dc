"""What this machine offers, as lines of text: isolation, versions, and what would improve it."""

import os
import platform
import sys
from collections.abc import Iterator, Sequence
from importlib.metadata import version
from pathlib import Path

from grader.errors import IsolationUnavailable
from grader.sandbox.tiers import IsolationReport, Tier
from grader.sandbox.walls.packages import installed

NAMED_VERSIONS = ("grader", "hypothesis", "pytest", "jinja2", "pyseccomp")
RISK = (
    "their native code is within reach of hand-ins, behind the same walls; it may begin threads and"
    " take memory, which `limits` count"
)
MEANING = {
    Tier.NONE: "none: a plain process; for practice on one's own machine only",
    Tier.CONFINED: "confined: Landlock, system call filter and limits, without namespaces",
    Tier.NAMESPACED: "namespaces: a private system view for each box, with filter and limits",
    Tier.METERED: "metered: namespaces, and memory and process counts kept by cgroups",
}


def tier_of(report: IsolationReport, minimum: Tier) -> Tier:
    """The strongest isolation that was found; raises `IsolationUnavailable` below the minimum."""
    if report.tier < minimum:
        raise IsolationUnavailable(
            f"this machine gives isolation tier {report.tier.name.lower()}, but config.yaml asks "
            f"for at least {minimum.name.lower()}; `grader doctor` says what would raise it"
        )
    return report.tier


def versions() -> tuple[tuple[str, str], ...]:
    """What a verdict may depend on, as pairs of a name and a version."""
    packages = [(name, version(name)) for name in NAMED_VERSIONS]
    return (("Python", platform.python_version()), *packages)


def package_lines(lock: Path | None, names: Sequence[str], tier: Tier) -> Iterator[str]:
    """What boxes of a tier may import of an assignment's packages, and what that risks."""
    if lock is None:
        return
    folder = installed(lock, tier)
    where = folder or f"not installed yet; the first run does it, as {lock} pins them"
    yield f"packages in boxes: {', '.join(names)}: {where}"
    yield f"  {RISK}"


def lines(report: IsolationReport) -> Iterator[str]:
    """The whole report."""
    yield f"isolation tier {int(report.tier)} of 3, {MEANING[report.tier]}"
    width = max(len(fact.name) for fact in report.facts)
    for fact in report.facts:
        yield f"  {'yes' if fact.available else 'no ':3}  {fact.name:<{width}}  {fact.detail}"
    for advice in report.advice:
        yield f"to raise it: {advice}"
    if report.tier < Tier.CONFINED:
        yield "this machine must not grade: student code could read and change what it likes"
    kernel = f"{platform.system()} {platform.release()}"
    yield f"machine: {kernel}, {os.cpu_count()} cores, {platform.machine()}"
    yield f"interpreter: Python {platform.python_version()} ({sys.implementation.name})"
    yield "packages: " + ", ".join(f"{name} {number}" for name, number in versions()[1:])
