"""The corpus of hostile hand-ins, graded in real boxes: for its tests and for `docs/security.md`.

Most attacks are the folders of `tests/submissions/hostile` that name a row of the catalogue (suites
of tests name none: `grader verify` has them). Those whose files a repository can't hold (a NUL
byte, a link, a name that wants to be markup) are made here. Limits are short, so that an
attack that takes as long as it may takes seconds.

`python -m bench.attacks TIER…` prints, as JSON, what became of each attack at each of the tiers.
"""

import json
import sys
import tomllib
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from grader.assignment import Assignment, load
from grader.errors import HandinError
from grader.intake import open_handin
from grader.isolation import Tier
from grader.judge import Unit
from grader.results import ModuleResult, Status
from grader.session import Session, nursery_of, open_session, read_sources

ROOT = Path(__file__).parents[1]
PLANTED = ROOT / "tests/submissions/hostile"
HONEST = "honest"
# How often the reference is graded among the attacks, which it must not notice.
HONEST_COPIES = 6
LOOK_AND_SAY = "las.look_and_say"
EMPTY_ANSWER = """
from gametree import Seq


def look_and_say(eq, s):
    s.showl()
    return Seq.empty()
"""


@dataclass(frozen=True, slots=True)
class Attack:
    """A hostile hand-in: what it tries, by which row or trap of the catalogue, what it must lose.

    `incident` is the kind of incident that its box must end with, if one is due.
    """

    name: str
    about: str
    rows: tuple[str, ...]
    loses: frozenset[str]
    incident: str
    unit: Unit


@dataclass(frozen=True, slots=True)
class Outcome:
    """What became of an attack: tasks lost, how checks ended, and incidents (kind, detail)."""

    lost: tuple[str, ...]
    statuses: tuple[str, ...]
    incidents: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class Made:
    """An attack whose files are made when they are needed."""

    name: str
    about: str
    rows: str
    make: Callable[[Path], object]


def _file(name: str, content: bytes) -> Callable[[Path], object]:
    return lambda folder: (folder / name).write_bytes(content)


def _with(begin: bytes) -> Callable[[Path], object]:
    return _file("las.py", begin + EMPTY_ANSWER.encode())


def _beside(names: Sequence[str], text: str) -> Callable[[Path], object]:
    def make(folder: Path) -> None:
        for name in names:
            (folder / name).write_text(text)
        (folder / "las.py").write_text(EMPTY_ANSWER)

    return make


MADE = (
    Made(
        "hides_code_in_another_encoding",
        "Declares an encoding in which a comment is code.",
        "67",
        _with(b"# -*- coding: utf-7 -*-\n# +AAo-import os+AAo-\n"),
    ),
    Made(
        "is_written_in_latin_1",
        "Is no UTF-8.",
        "68",
        _with('"""Grüße aus Köln."""\n'.encode("latin-1")),
    ),
    Made(
        "holds_a_nul_byte",
        "Holds a NUL byte, behind which two ways to read a file differ.",
        "68",
        _with(b"x = 1  # \0\nimport os\n"),
    ),
    Made(
        "nests_its_source",
        "Holds 20,000 parentheses within each other.",
        "68",
        _with(b"x = " + b"(" * 20_000 + b")" * 20_000 + b"\n"),
    ),
    Made(
        "holds_a_very_long_number",
        "Holds a number of a million digits.",
        "68",
        _with(b"x = " + b"9" * 1_000_000 + b"\n"),
    ),
    Made(
        "is_a_link_to_the_reference",
        "Hands in a link to the solution in the place of its own.",
        "62",
        lambda folder: (folder / "las.py").symlink_to(ROOT / "reference/las.py"),
    ),
    Made(
        "brings_its_own_test_runner",
        "Brings files by which pytest would be told that everything passed.",
        "69",
        _beside(
            ("conftest.py", "test_las.py", "pytest.py", "_pytest.py"),
            "def pytest_runtest_makereport(item, call):\n    call.excinfo = None\n",
        ),
    ),
    Made(
        "names_files_like_markup",
        "Brings files whose names are markup, a formula, a command and an option.",
        "66",
        _beside(("<img src=x onerror=alert(1)>.py", "=1+1.py", "$(id).py", "-rf.py"), "x = 1\n"),
    ),
)


def attacks(assignment: Assignment) -> list[Attack]:
    """The whole corpus."""
    folders = {
        folder: tomllib.loads((folder / "expected.toml").read_text("utf-8"))
        for folder in sorted(PLANTED.glob("*/"))
    }
    planted = [_planted(assignment, f, told) for f, told in folders.items() if "attack" in told]
    return [*planted, *(_made(assignment, made) for made in MADE)]


def _planted(assignment: Assignment, folder: Path, told: Mapping[str, Any]) -> Attack:
    return Attack(
        folder.name,
        told["about"],
        tuple(told["attack"].split()),
        frozenset(told["loses"]),
        told.get("incident", ""),
        _unit(assignment, folder, folder.name),
    )


def _made(assignment: Assignment, made: Made) -> Attack:
    with TemporaryDirectory() as folder:
        made.make(Path(folder))
        unit = _unit(assignment, Path(folder), made.name)
    rows = tuple(made.rows.split())
    return Attack(made.name, made.about, rows, frozenset({LOOK_AND_SAY}), "", unit)


def _unit(assignment: Assignment, folder: Path, name: str) -> Unit:
    handin = open_handin(folder, assignment.intake, assignment.known_files)
    modules = [m.name for m in assignment.modules if m.file in {*handin.files, *handin.problems}]
    return Unit(name, handin.files, handin.problems, tuple(modules))


def short_limits(assignment: Assignment) -> Assignment:
    """The assignment with limits that an attack reaches in a second or two."""
    limits = replace(
        assignment.limits,
        cpu_seconds=1,
        wall_idle_seconds=1,
        wall_seconds=10,
        box_cpu_seconds=10,
        handin_cpu_seconds=20,
    )
    return replace(assignment, limits=limits)


def outcomes(
    assignment: Assignment, corpus: Sequence[Attack], tiers: Sequence[Tier], jobs: int
) -> dict[Tier, dict[str, Outcome]]:
    """What becomes of each attack at each tier, honest hand-ins among them."""
    found: dict[Tier, dict[str, Outcome]] = {}
    modules = sorted({module for attack in corpus for module in attack.unit.modules})

    def body(session: Session) -> None:
        for tier in tiers:
            boxed = replace(session, start_nursery=nursery_of(assignment, tier, suites=False))
            units = list(_among_honest_ones(assignment, corpus, modules))
            graded = boxed.grade(units, jobs)
            found[tier] = {unit.student: outcome(results) for unit, results in graded}

    open_session(assignment, modules, max(tiers), body)
    return found


def _among_honest_ones(
    assignment: Assignment, corpus: Sequence[Attack], modules: Sequence[str]
) -> Iterator[Unit]:
    reference = read_sources(assignment.reference)
    every = len(corpus) // (HONEST_COPIES - 1)
    for number, attack in enumerate(corpus):
        if number % every == 0:
            yield Unit(f"{HONEST}-{number // every}", reference, {}, tuple(modules))
        yield attack.unit


def outcome(results: Sequence[ModuleResult]) -> Outcome:
    """The tasks lost, the kinds of endings and the incidents of a hand-in."""
    checks = [check for result in results for check in result.checks]
    incidents = [(i.kind, i.detail) for result in results for i in result.incidents]
    return Outcome(
        tuple(sorted({check.task for check in checks if not check.passed})),
        tuple(sorted({check.status.value for check in checks})),
        tuple(dict.fromkeys(incidents)),
    )


def faults(attack: Attack, got: Outcome) -> list[str]:
    """What is not as it must be, in plain words."""
    lost = frozenset(got.lost)
    found = [f"{task} was earned" for task in sorted(attack.loses - lost)]
    found += [f"{task} was lost, but should not be" for task in sorted(lost - attack.loses)]
    if Status.BROKEN.value in got.statuses:
        found.append("a check of ours broke")
    if attack.incident and attack.incident not in dict(got.incidents):
        kinds = ", ".join(dict(got.incidents)) or "nothing"
        found.append(f"{attack.incident} should be told as an incident, but {kinds} was")
    return found


def to_json(found: Mapping[Tier, Mapping[str, Outcome]]) -> str:
    """Outcomes as text, for another process."""
    return json.dumps(
        {tier.name: {name: asdict(got) for name, got in of.items()} for tier, of in found.items()}
    )


def from_json(text: str) -> dict[Tier, dict[str, Outcome]]:
    """The inverse of `to_json`."""
    return {
        Tier[tier]: {name: _outcome(data) for name, data in of.items()}
        for tier, of in json.loads(text).items()
    }


def _outcome(data: Mapping[str, Any]) -> Outcome:
    incidents = tuple([(kind, detail) for kind, detail in data["incidents"]])
    return Outcome(tuple(data["lost"]), tuple(data["statuses"]), incidents)


def main(arguments: Sequence[str]) -> int:
    """Grade the corpus at the tiers that are named; print what became of it."""
    assignment = short_limits(load(ROOT / "config.yaml"))
    tiers = [Tier[name] for name in arguments]
    try:
        print(to_json(outcomes(assignment, attacks(assignment), tiers, jobs=2)))
    except HandinError as error:
        print(f"bench.attacks: {error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
