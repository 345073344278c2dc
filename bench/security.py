"""Writes `docs/security.md`: every attack of the corpus, at every tier, as root and another user.

`make attacks`, best as root, who can become another user. It takes some minutes.
"""

import os
import platform
import statistics
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

from bench.attacks import (
    HONEST,
    ORDINARY_USER,
    ClassOutcome,
    NotPossible,
    Outcome,
    faults,
    grade_as,
)
from bench.corpus import FAMILIES, PLANTED, ROOT, Attack, attacks
from grader.assignment.config import load
from grader.running.session import nursery_of
from grader.sandbox.interpreter import base_interpreter
from grader.sandbox.tiers import Tier, probe

PAGE = ROOT / "docs/security.md"
STARTS = 200
ANOTHER = "another user"
ENDINGS: Mapping[str, str] = {
    "failed": "wrong answers",
    "error": "an exception",
    "timeout": "out of time",
    "memory": "out of memory",
    "crashed": "no answer that could be read",
    "missing": "nothing to grade",
    "skipped": "the rest not run",
    "broken": "a fault of the grader",
}
MOST_INCIDENTS = 2
Way = tuple[Tier, str]
Everything = Mapping[Way, ClassOutcome]

HEAD = """# What became of every attack

Made by `make attacks`; a change by hand would be lost. What is promised, and what isn't, stands in
[SECURITY.md](../SECURITY.md).

Each hand-in of `tests/submissions/hostile`, and {made} that a repository can't hold, was graded at
each tier of isolation and as each user, in one class with honest hand-ins. Around them lay
files, a home, the results of others and a word in the environment, to be read or changed by whoever
can. Limits were short (two seconds of CPU time for a check), so that attacks on time end soon.
"""
ROWS = """
"Points" are those of the modules that were handed in; what is left to an attack are tasks that it
answers honestly. Quoted words are those of the report, which come from the kernel or from the
judge, never from the hand-in. Numbers are those of the catalogue that the corpus follows.
"""


def main() -> int:
    """Grade the corpus everywhere, and write the page; 1 if any attack got anything."""
    tiers = [Tier(number) for number in range(Tier.CONFINED, probe().tier + 1)]
    corpus = attacks()
    found = dict(_graded(tiers))
    wrong = [f"{_name(way)}: {line}" for way, of in found.items() for line in faults(corpus, of)]
    PAGE.write_text(page(corpus, found, _starts(tiers)), "utf-8")
    print("\n".join([*wrong, f"{len(corpus)} attacks, {len(found)} ways, {len(wrong)} faults"]))
    return 1 if wrong else 0


def _graded(tiers: Sequence[Tier]) -> Iterator[tuple[Way, ClassOutcome]]:
    who: list[tuple[str, int | None, Sequence[Tier]]] = [("user", None, tiers)]
    if os.getuid() == 0:
        # No cgroups are handed to another user.
        his = [tier for tier in tiers if tier < Tier.METERED]
        who = [("root", None, tiers), (ANOTHER, ORDINARY_USER, his)]
    for name, user, wanted in who:
        with TemporaryDirectory() as ground:
            os.chmod(ground, 0o755)
            try:
                graded = grade_as(user, Path(ground), wanted)
            except NotPossible as reason:
                print(f"not as {name}: {reason}", file=sys.stderr)
                continue
        yield from [((tier, name), of) for tier, of in graded.items()]


# -- how long a box takes to be ready ----------------------------------------------------------


def _starts(tiers: Sequence[Tier]) -> dict[str, float]:
    """Medians, in milliseconds, of the time to a ready box and of a bare start of Python."""
    assignment = load(ROOT / "config.yaml")
    nurseries = {tier: nursery_of(assignment, tier, suites=False)() for tier in tiers}
    plain = [base_interpreter(), "-I", "-c", "pass"]
    times: dict[str, list[float]] = {}
    try:
        for _ in range(STARTS):
            begin = time.perf_counter()
            subprocess.run(plain, check=True)
            times.setdefault("`python3 -I -c pass`", []).append(time.perf_counter() - begin)
            for tier, nursery in nurseries.items():
                begin = time.perf_counter()
                box = nursery.spawn()
                times.setdefault(f"a box, {_tier(tier)}", []).append(time.perf_counter() - begin)
                box.sock.close()
                nursery.kill(box)
                nursery.wait(box, timeout=10.0)
    finally:
        for nursery in nurseries.values():
            nursery.close()
    return {name: statistics.median(of) * 1000 for name, of in times.items()}


# -- the page ------------------------------------------------------------------------------------


def page(corpus: Sequence[Attack], found: Everything, starts: Mapping[str, float]) -> str:
    """The page as Markdown."""
    made = len([attack for attack in corpus if not (PLANTED / attack.name).exists()])
    lines = [HEAD.format(made=made)]
    lines += _totals(corpus, found)
    lines += ["", *_times(starts), ROWS]
    for family in FAMILIES:
        of = [attack for attack in corpus if attack.family == family]
        lines += [f"## {family}", "", "| attack | no. | where | points | outcome |"]
        lines += ["| --- | --- | --- | --- | --- |"]
        lines += [row for attack in of for row in _rows(attack, found)]
        lines.append("")
    return "\n".join(lines)


def _totals(corpus: Sequence[Attack], found: Everything) -> Iterator[str]:
    yield "| tier, user | attacks | without gain | honest | with full marks | disturbed |"
    yield "| --- | --: | --: | --: | --: | --: |"
    for way, of in found.items():
        held = [a for a in corpus if a.loses <= set(of.of[a.name].lost)]
        honest = [one for name, one in of.of.items() if HONEST in name]
        full = [one for one in honest if one.points == one.most]
        counts = (len(corpus), len(held), len(honest), len(full), len(of.disturbed))
        yield f"| {_name(way)} | {' | '.join(map(str, counts))} |"


def _times(starts: Mapping[str, float]) -> Iterator[str]:
    system = f"Linux {platform.release().split('-')[0]}, {platform.machine()}"
    yield f"Time until ready, median of {STARTS}, all in turns in one run ({system},"
    yield f"{os.cpu_count()} cores, Python {platform.python_version()}):"
    yield ""
    yield "| what | ms |"
    yield "| --- | --: |"
    yield from [f"| {name} | {median:.2f} |" for name, median in starts.items()]


def _rows(attack: Attack, found: Everything) -> Iterator[str]:
    """One row for all ways with one outcome; the first says what is tried."""
    ways: dict[tuple[str, str], list[Way]] = {}
    for way, of in found.items():
        got = of.of[attack.name]
        ways.setdefault((f"{got.points:g} of {got.most:g}", _outcome(got)), []).append(way)
    title = f"**{attack.name}** {_cell(attack.about)} | {' '.join(attack.rows)}"
    for (points, outcome), same in ways.items():
        where = "everywhere" if len(same) == len(found) else ", ".join(map(_name, same))
        yield f"| {title} | {where} | {points} | {_cell(outcome)} |"
        title = " | "


def _outcome(got: Outcome) -> str:
    endings = ", ".join(ENDINGS[status] for status in ENDINGS if status in got.statuses)
    told = [f'"{words}"' for _, words in got.incidents[:MOST_INCIDENTS]]
    more = len(got.incidents) - len(told)
    told += [f"and {more} more"] if more else []
    return f"{endings}: {'; '.join(told)}" if told else endings


def _cell(text: str) -> str:
    return text.replace("|", "\\|").replace("<", "&lt;")


def _tier(tier: Tier) -> str:
    return f"{tier:d} ({tier.name.lower()})"


def _name(way: Way) -> str:
    return f"{_tier(way[0])}, {way[1]}"


if __name__ == "__main__":
    sys.exit(main())
