"""An assignment of one module, look and say, whose key is drawn and proved once for all tests."""

from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

from grader.assignment.load import load
from grader.commands.authoring.verdicts import prove_all
from grader.running.session import CACHE, open_session
from grader.sandbox.tiers import Tier, probe
from tests.support import ROOT

LAS_ONLY = f"""
title: Look and say alone
seed: 1
points: 6
folders:
  handout: {ROOT / "handout"}
  reference: {ROOT / "reference"}
  hidden_checks: {ROOT / "reference/checks"}
limits: {{cpu_seconds: 1, wall_idle_seconds: 1}}
feedback: {{hidden: full}}
library: gametree
modules:
  - name: las
    title: Look and say
    tasks:
      - {{id: las.look_and_say, title: Look and say, points: 6, functions: [look_and_say]}}
"""


def write_las_only(folder: Path) -> None:
    """Make a folder the root of the assignment, as one where hand-ins have been graded before."""
    (folder / "config.yaml").write_text(LAS_ONLY, "utf-8")
    (folder / CACHE).mkdir(mode=0o700)
    for name, key in _key().items():
        (folder / CACHE / name).write_bytes(key)


@cache
def _key() -> dict[str, bytes]:
    with TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "config.yaml").write_text(LAS_ONLY, "utf-8")
        assignment, tier = load(folder / "config.yaml"), probe().tier
        if tier is Tier.NONE:
            open_session(assignment, ["las"], tier, lambda _session: None)
        else:
            prove_all(assignment, tier, 1)
        return {file.name: file.read_bytes() for file in (folder / CACHE).iterdir()}
