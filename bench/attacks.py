"""The corpus of hostile hand-ins as a class: graded as any class is, honest hand-ins among them.

A batch is run at each tier, in a folder where things lie around that no hand-in may read or change:
a file beside the hand-ins, the results of others, a home, a word in the environment. Limits are
short, so that an attack that takes as long as it may takes seconds.

`python -m bench.attacks FOLDER TIER…` does that in FOLDER and prints, as JSON, what came of it;
`--part N` takes one attack of each family. `make attacks` does it for all tiers and users, and
writes `docs/security.md` (see `bench.security`).
"""

import argparse
import json
import os
import shutil
import stat
import subprocess
import sys
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path

import pytest

from bench.corpus import FAMILIES, ROOT, Attack, attacks, part_of
from grader.assignment.config import Assignment, Module
from grader.assignment.load import load
from grader.assignment.sources import imports_of, read_sources
from grader.commands.classes import plan
from grader.commands.classes.members import find_class
from grader.course.roster import NO_ROSTER
from grader.inside.sources import module_name
from grader.results import HandinResult
from grader.running.job import Job
from grader.sandbox.tiers import Tier
from grader.sandbox.walls.interpreter import readable_interpreter
from grader.scoring.score import HandinScore, score
from grader.statuses import Status
from grader.store.reader import StoredResults
from grader.store.writer import FILE

HONEST = "honest"
# How often the reference is graded among the attacks, which it must not notice.
HONEST_COPIES = 4
OF_EACH_FAMILY = 1
CANARY = "a-word-that-no-hand-in-can-know"
VARIABLE = "GRADER_CANARY"
LYING_AROUND = ("handins/keys.txt", "results/grades.json", "results/ada.html", "home/.token")
# Any user who isn't root and owns nothing here.
ORDINARY_USER = 1000


@dataclass(frozen=True, slots=True)
class Outcome:
    """What became of a hand-in: points, tasks lost, endings of checks, incidents (kind, words)."""

    points: float
    most: float
    lost: tuple[str, ...]
    statuses: tuple[str, ...]
    incidents: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class ClassOutcome:
    """What became of all hand-ins of one batch, by name, and what they have disturbed beside it."""

    of: Mapping[str, Outcome]
    disturbed: tuple[str, ...]


class Silence:
    """Shows nothing of how grading goes on."""

    def begin(self, total: int, known: int) -> None:
        """Grading begins."""

    def proved(self, done: int, total: int) -> None:
        """Nothing to show."""

    def graded(self, student: str, scored: HandinScore) -> None:
        """One more is graded."""

    def note(self, line: str) -> None:
        """Something that staff should know."""

    def end(self) -> None:
        """Grading has ended."""


# -- one class ---------------------------------------------------------------------------------


def with_short_limits(assignment: Assignment) -> Assignment:
    """The assignment, with limits that are reached in a few seconds."""
    limits = replace(
        assignment.limits,
        cpu_seconds=5,
        wall_idle_seconds=1,
        wall_seconds=20,
        box_cpu_seconds=30,
        handin_cpu_seconds=60,
    )
    modules = tuple(map(_without_more_time, assignment.modules))
    return replace(assignment, limits=limits, modules=modules)


def _without_more_time(module: Module) -> Module:
    """The module, with no task that has more time than others."""
    return replace(module, tasks=tuple([replace(task, cpu_seconds=None) for task in module.tasks]))


def with_attacked_modules(assignment: Assignment, corpus: Sequence[Attack]) -> Assignment:
    """The assignment with nothing but the modules that the honest hand-ins have."""
    files = attacked(read_sources(assignment.reference), corpus)
    modules = tuple([module for module in assignment.modules if module.file in files])
    return replace(assignment, modules=modules)


def grade_class(
    assignment: Assignment, corpus: Sequence[Attack], tier: Tier, jobs: int, base: Path
) -> ClassOutcome:
    """Grade the corpus and honest hand-ins in a new folder `base`."""
    assignment = with_attacked_modules(assignment, corpus)
    plant(assignment, corpus, base)
    before = state_of(base), state_of(assignment.reference), dict(os.environ)
    out = base / "out"
    many = find_class(assignment, base / "handins", NO_ROSTER)
    plan.grade_class(Job(assignment, out, tier, jobs, Silence()), many)
    with StoredResults(out / FILE) as stored:
        results = {one.student: (one, score(assignment, one)) for one in stored.submissions()}
    leaking = [name for name, (result, _) in results.items() if CANARY in repr(result)]
    shutil.rmtree(out)
    after = state_of(base), state_of(assignment.reference), dict(os.environ)
    disturbed = [f"{name} says what it can't know" for name in leaking]
    disturbed += differences(before[0], after[0]) + differences(before[1], after[1])
    if before[2] != after[2]:
        disturbed.append("the environment has changed")
    of = {
        name: outcome(assignment, base / "handins" / name, *found)
        for name, found in results.items()
    }
    return ClassOutcome(of, tuple(disturbed))


def plant(assignment: Assignment, corpus: Sequence[Attack], base: Path) -> None:
    """Make a class of a corpus, with honest hand-ins in it and things that lie around."""
    for name in LYING_AROUND:
        file = base / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(f"{CANARY}\n")
    for attack in corpus:
        folder = base / "handins" / attack.name
        folder.mkdir()
        attack.plant(folder)
    for number in range(HONEST_COPIES):
        # By their names they are graded among the others; by a line of their own, each by itself.
        place = len(corpus) * number // HONEST_COPIES
        folder = base / "handins" / f"{corpus[place].name[:2]}_{HONEST}_{number}"
        folder.mkdir()
        for file, text in attacked(read_sources(assignment.reference), corpus).items():
            (folder / file).write_text(f"{text}\n# {number}\n", "utf-8")


def attacked(sources: Mapping[str, str], corpus: Sequence[Attack]) -> dict[str, str]:
    """The files of a solution that a corpus attacks, and those that they import."""
    wanted = {task.partition(".")[0] for attack in corpus for task in attack.loses}
    imports = {
        file.removesuffix(".py"): {module_name(f) for f in imports_of(file, text)}
        for file, text in sources.items()
    }
    while more := {m for name in wanted for m in imports.get(name, ()) if m in imports} - wanted:
        wanted |= more
    return {file: text for file, text in sources.items() if file.removesuffix(".py") in wanted}


def state_of(folder: Path) -> dict[str, tuple[int, int, bytes]]:
    """Names, rights, dates and contents of all that is in a folder, without what Python caches."""
    found = {}
    for path in sorted(folder.rglob("*")):
        if "__pycache__" not in path.parts or "handins" in path.parts:
            status = path.lstat()
            content = path.read_bytes() if stat.S_ISREG(status.st_mode) else b""
            dated = 0 if stat.S_ISDIR(status.st_mode) else status.st_mtime_ns
            found[str(path.relative_to(folder))] = (status.st_mode, dated, content)
    return found


def differences(before: Mapping[str, object], after: Mapping[str, object]) -> list[str]:
    """The names of what is there no more, or is new, or another."""
    changed = sorted(name for name in {*before, *after} if before.get(name) != after.get(name))
    return [f"{name} was touched" for name in changed]


def outcome(
    assignment: Assignment, folder: Path, result: HandinResult, scored: HandinScore
) -> Outcome:
    """What became of a hand-in in the modules that it has."""
    handed_in = [m.name for m in assignment.modules if os.path.lexists(folder / m.file)]
    tasks = {id: task for id, task in scored.tasks.items() if id.partition(".")[0] in handed_in}
    checks = [check for task in tasks.values() for check in task.checks]
    incidents = [(i.kind, i.detail) for module in result.modules for i in module.incidents]
    return Outcome(
        sum(task.points for task in tasks.values()),
        sum(task.max_points for task in tasks.values()),
        tuple(sorted(id for id, task in tasks.items() if not task.passed)),
        tuple(sorted({check.status.value for check in checks})),
        tuple(dict.fromkeys(incidents)),
    )


def faults(corpus: Sequence[Attack], got: ClassOutcome) -> list[str]:
    """What is not as it must be, in plain words; nothing, if the box holds."""
    found = list(got.disturbed)
    for attack in corpus:
        found += [f"{attack.name}: {line}" for line in _faults_of(attack, got.of[attack.name])]
    honest = {name: one for name, one in got.of.items() if f"_{HONEST}_" in name}
    found += [
        f"{name}: {task} was lost" for name, one in sorted(honest.items()) for task in one.lost
    ]
    found += [f"{name}: there was an incident" for name, one in honest.items() if one.incidents]
    if len(honest) != HONEST_COPIES:
        found.append(f"{len(honest)} of {HONEST_COPIES} honest hand-ins were graded")
    return found


def _faults_of(attack: Attack, got: Outcome) -> list[str]:
    lost = frozenset(got.lost)
    found = [f"{task} was earned" for task in sorted(attack.loses - lost)]
    found += [f"{task} was lost, but should not be" for task in sorted(lost - attack.loses)]
    if Status.BROKEN.value in got.statuses:
        found.append("a check broke")
    if attack.incident and attack.incident not in dict(got.incidents):
        kinds = ", ".join(dict(got.incidents)) or "nothing"
        found.append(f"incident {attack.incident} expected, got {kinds}")
    return found


# -- as another user ---------------------------------------------------------------------------


class NotPossible(Exception):
    """This machine doesn't let us grade as that user; the text says why."""


def grade_as(
    user: int | None, base: Path, tiers: Sequence[Tier], part: int | None = None
) -> dict[Tier, ClassOutcome]:
    """Grade the corpus (or a part of it) in a process of its own, as this user or another one.

    `base` is an empty folder that everybody can reach. Raises `NotPossible`.
    """
    command = [*_python(user), "-m", "bench.attacks", str(base), *(tier.name for tier in tiers)]
    if part is not None:
        command += ["--part", str(part)]
    others = {} if user is None else {"user": user, "group": user, "extra_groups": []}
    if user is not None:
        os.chown(base, user, user)
    ended = subprocess.run(
        command,
        env=_environment(base),
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
        **others,  # type: ignore[call-overload]  # nothing, or all three
    )
    if user is not None and ("No module named" in ended.stderr or "Permission" in ended.stderr):
        raise NotPossible("this user can't read the repository or its environment")
    if ended.returncode != 0:
        raise RuntimeError(ended.stderr)
    return from_json(ended.stdout)


def _python(user: int | None) -> list[str]:
    if user is None:
        return [sys.executable, "-B"]
    program = readable_interpreter()
    if program is None:
        raise NotPossible("other users can read no Python of this version")
    return [program, "-B"]


def _environment(base: Path) -> dict[str, str]:
    packages = Path(pytest.__file__).parents[1]
    found = [ROOT, ROOT / "handout", ROOT / "reference", packages]
    return {
        "PYTHONPATH": os.pathsep.join(map(str, found)),
        "PATH": os.environ.get("PATH", os.defpath),
        "HOME": str(base / "home"),
        VARIABLE: CANARY,
    }


# -- as text for another process -----------------------------------------------------------------


def to_json(found: Mapping[Tier, ClassOutcome]) -> str:
    """Outcomes as text."""
    return json.dumps({tier.name: asdict(of) for tier, of in found.items()})


def from_json(text: str) -> dict[Tier, ClassOutcome]:
    """The inverse of `to_json`."""
    found = {}
    for tier, data in json.loads(text).items():
        of = {name: _outcome(**one) for name, one in data["of"].items()}
        found[Tier[tier]] = ClassOutcome(of, tuple(data["disturbed"]))
    return found


def _outcome(
    points: float,
    most: float,
    lost: list[str],
    statuses: list[str],
    incidents: list[tuple[str, str]],
) -> Outcome:
    seen = tuple([(kind, words) for kind, words in incidents])
    return Outcome(points, most, tuple(lost), tuple(statuses), seen)


def main(arguments: Sequence[str] | None = None) -> int:
    """Grade the corpus at the tiers that are named; print what became of it."""
    parser = argparse.ArgumentParser(prog="python -m bench.attacks", description=__doc__)
    parser.add_argument("folder", type=Path, help="an empty folder")
    parser.add_argument("tiers", nargs="+", choices=Tier.__members__, metavar="TIER")
    parser.add_argument("--part", type=int, metavar="N", help="one attack of every second family")
    options = parser.parse_args(arguments)
    found = {}
    for place, tier in enumerate(Tier[name] for name in options.tiers):
        corpus = corpus_of(options.part, place)
        assignment = with_short_limits(load(ROOT / "config.yaml"))
        found[tier] = grade_class(assignment, corpus, tier, 2, options.folder / tier.name)
    print(to_json(found))
    return 0


def corpus_of(part: int | None, place: int) -> list[Attack]:
    """What is graded at the tier in that place: everything, or one attack of every second family.

    The other families are those of the part before it and of the next one.
    """
    corpus = attacks()
    if part is None:
        return corpus
    number, families = part + place, list(FAMILIES)
    chosen = part_of(corpus, number, OF_EACH_FAMILY)
    return [attack for attack in chosen if (families.index(attack.family) + number) % 2 == 0]


if __name__ == "__main__":
    sys.exit(main())
