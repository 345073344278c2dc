"""What plain Python gives a program, `make check` and a box give it too, or refuse alike.

Each line of the table is the beginning of a module whose function answers 1. It is run by plain
Python, in the process of `make check`, and in a box of each tier.
"""

import subprocess
import sys
from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path

import pytest

from grader.inside.lockdown import Tier
from grader.student.checking.process import Process
from grader.student.evidence import CheckFailed
from grader.student.question import CODE
from tests.boxed import tiers
from tests.planted.first_lines import DATA, GIVEN, HELPERS, REFUSED
from tests.support import a_real_nursery, submission_of

LINES = {f"line_{name}": text for name, text in GIVEN.items()} | {
    f"line_{name}": text for name, (text, _) in REFUSED.items()
}
MODULES = {name: f"{text}\n\ndef act(): return 1\n" for name, text in LINES.items()}
WORDS = {f"line_{name}": words for name, (_, words) in REFUSED.items()}
CHECK = """
import pytest
from typing import Any

@pytest.mark.task("{0}.act", "answers 1")
def test_act(submission: Any, expect: Any) -> None:
    expect(submission.{0}.act(), 1)
"""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A student's folder with all the modules, and checks of each."""
    folder = tmp_path_factory.mktemp("home")
    checks = {f"checks/test_{name}.py": CHECK.format(name) for name in MODULES}
    table = [
        f'[[modules]]\nname = "{m}"\ntasks = [{{id = "{m}.act", points = 1}}]' for m in MODULES
    ]
    files = {f"{name}.py": text for name, text in MODULES.items()} | HELPERS | DATA | checks
    files |= {"checks/tasks.toml": "\n".join(['handin = "h.tgz"', *table]), ".notes": "mine"}
    for name, text in files.items():
        (folder / name).parent.mkdir(exist_ok=True)
        (folder / name).write_text(text, "utf-8")
    return folder


@pytest.fixture(scope="module")
def at_home(folder: Path) -> Mapping[str, str]:
    """What the checks say of each module, in a student's folder."""
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(folder)
        order = {"modules": [*MODULES]}
        order |= {key: [] for key in ("counted", "done", "endless", "hurried")}
        process = Process(order | {"checks": str(folder / "checks")})
        return dict(_said(process))


def _said(process: Process) -> Iterator[tuple[str, str]]:
    for event in process.events():
        if event["event"] in ("broken", "end", "stuck"):
            yield event["module"], event["evidence"]["message"] if "evidence" in event else ""


def test_plain_python_takes_every_line(folder: Path) -> None:
    def words(module: str) -> str:
        run = f"import {module}; assert {module}.act() == 1"
        done = subprocess.run(
            [sys.executable, "-c", run],
            cwd=folder,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            check=False,
        )
        return done.stderr.decode(errors="replace")[-300:] if done.returncode else ""

    names = [name for name in MODULES if name not in WORDS]
    # One after the other: they make files of the same name in one folder.
    said = {name: words(name) for name in names}
    assert {name: text for name, text in said.items() if text} == {}


def test_the_checks_at_home_take_them_or_say_what_is_refused(at_home: Mapping[str, str]) -> None:
    assert _unexpected(at_home) == {}


@pytest.mark.parametrize("tier", tiers(Tier.CONFINED))
def test_a_box_takes_them_or_says_the_same(at_home: Mapping[str, str], tier: Tier) -> None:
    with a_real_nursery(tier=tier) as nursery:
        said = {}
        for name, text in MODULES.items():
            submission = submission_of(nursery, {f"{name}.py": text, **HELPERS}, name)
            data = {file: content.encode() for file, content in DATA.items()}
            submission.plan = replace(submission.plan, handed_in=data)
            try:
                said[name] = "" if submission.ask(getattr(CODE, name).act()) == 1 else "not 1"
            except CheckFailed as failed:
                said[name] = failed.evidence.message
            submission.close()
    assert _unexpected(said) == {}
    assert {name: said[name] for name in WORDS} == {name: at_home[name] for name in WORDS}


def _unexpected(said: Mapping[str, str]) -> dict[str, str]:
    """What is said of a module that is not what its row of the table says."""
    assert said.keys() == MODULES.keys()
    refused = {n: text for n, text in said.items() if n in WORDS and WORDS[n] not in text}
    return refused | {n: text for n, text in said.items() if n not in WORDS and text}
