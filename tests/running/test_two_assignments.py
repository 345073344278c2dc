"""Two assignments in one process, whose libraries have classes of the same names and tags."""

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from grader.assignment.load import load
from grader.judging.judge import Unit
from grader.running.session import Session, open_session
from grader.sandbox.tiers import Tier
from grader.student.evidence import Evidence

CONFIG = """
title: {title}
seed: 1
points: 1
library: {library}
modules:
  - name: work
    title: Work
    tasks: [{{id: work.act, title: Act, points: 1, functions: [act]}}]
"""
# In one library a box has a width, in the other a height; each compares in its own way.
LIBRARY = """
from dataclasses import dataclass

@dataclass(frozen=True)
class Box:
    {field}: int
"""
DECLARED = """
import sys

from {library} import Box

RECORDS = {{Box: ("B", (("{field}", lambda value: type(value) is int),))}}
COMPARED = {{Box: lambda expected, got: type(got) is Box and {same}}}
Box.__declared_in__ = sys.modules[__name__]
"""
CHECK = """
import pytest
from hypothesis import strategies as st

from {library} import Box
from grader.judging.properties import drawn

@pytest.mark.task("work.act", "grows")
@drawn(st.integers(0, 20), count=5)
def test_grows(code, example):
    return code.work.act(Box(example))
"""
WORK = "from {library} import Box\ndef act(box):\n    return Box(box.{field} + {n})\n"
HINT = """[grows_by_ninety]
loses = ["work.act"]
hint = "one step of {field} is enough"
replace = [["+ 1)", "+ 90)"]]
"""
SAME = {"width": "got.width == expected.width", "height": "got.height // 9 == expected.height // 9"}


def write_assignment(root: Path, library: str, field: str) -> Path:
    """An assignment that asks for a box which has grown by one; returns its configuration."""
    names = {"title": field, "library": library, "field": field, "same": SAME[field]}
    for name, text in {
        "config.yaml": CONFIG,
        f"handout/{library}/__init__.py": LIBRARY,
        f"handout/{library}/declared.py": DECLARED,
        "handout/work.py": "def act(box): ...\n",
        "handout/checks/__init__.py": "",
        "reference/work.py": WORK,
        "reference/checks/test_work.py": CHECK,
        "reference/mistakes/work.toml": HINT,
    }.items():
        file = root / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text.format(**names, n=1), "utf-8")
    return root / "config.yaml"


@pytest.fixture(autouse=True)
def forgotten() -> Iterator[None]:
    """Modules of these assignments are no other test's."""
    before = set(sys.modules)
    yield
    for name in set(sys.modules) - before:
        if name.partition(".")[0] in ("shapes", "forms", "reference"):
            del sys.modules[name]


def act(library: str, field: str, n: int) -> str:
    return WORK.format(library=library, field=field, n=n)


def evidence_of(session: Session, source: str) -> Evidence | None:
    """What a session finds wrong with a hand-in."""
    [(_, [module])] = session.grade([Unit("ada", {"work.py": source}, {}, ("work",))], 1)
    [check] = module.checks
    return check.evidence


@pytest.mark.parametrize("libraries", [("shapes", "forms"), ("shapes", "shapes")])
def test_sessions_of_two_assignments_may_be_open_at_a_time(
    tmp_path: Path, libraries: tuple[str, str]
) -> None:
    wide, high = libraries
    first = load(write_assignment(tmp_path / "first", wide, "width"))
    second = load(write_assignment(tmp_path / "second", high, "height"))
    graded = []

    def both(one: Session) -> None:
        def alternately(other: Session) -> None:
            for _ in range(2):
                assert evidence_of(one, act(wide, "width", 1)) is None
                assert evidence_of(other, act(high, "height", 1)) is None
                for session, library, field in ((one, wide, "width"), (other, high, "height")):
                    wrong = evidence_of(session, act(library, field, 90))
                    assert wrong is not None
                    assert wrong.got.startswith(f"Box({field}=9")
                    assert wrong.hint == f"one step of {field} is enough"
                    graded.append(field)

        open_session(second, ["work"], Tier.NONE, alternately)

    open_session(first, ["work"], Tier.NONE, both)
    assert graded == ["width", "height"] * 2


@pytest.mark.parametrize("libraries", [("shapes", "forms"), ("shapes", "shapes")])
def test_each_library_compares_its_own_values_in_its_own_way(
    tmp_path: Path, libraries: tuple[str, str]
) -> None:
    """A multiple of nine is as good as a height, but not as a width."""
    wide, high = libraries
    first = load(write_assignment(tmp_path / "first", wide, "width"))
    second = load(write_assignment(tmp_path / "second", high, "height"))
    source = "from {0} import Box\ndef act(box):\n    return Box((box.{1} + 1) // 9 * 9)\n"
    found: list[bool] = []

    def both(one: Session) -> None:
        def other_too(other: Session) -> None:
            found.append(evidence_of(other, source.format(high, "height")) is None)
            found.append(evidence_of(one, source.format(wide, "width")) is None)

        open_session(second, ["work"], Tier.NONE, other_too)

    open_session(first, ["work"], Tier.NONE, both)
    assert found == [True, False]
