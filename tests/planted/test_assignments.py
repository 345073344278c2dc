"""Each further assignment proves itself: right, faulty and hostile hand-ins get what they must."""

from pathlib import Path

import pytest

from grader.assignment.config import load
from grader.cli import main
from grader.commands.verify import specimens
from tests.support import ROOT

CONFIGS = sorted((ROOT / "assignments").glob("*/config.yaml"))


def test_there_are_some() -> None:
    assert {"bank", "words"} <= {config.parent.name for config in CONFIGS}


@pytest.mark.parametrize("config", CONFIGS, ids=lambda config: config.parent.name)
def test_every_hand_in_gets_its_verdict(config: Path, capsys: pytest.CaptureFixture[str]) -> None:
    kinds = {specimen.kind for specimen in specimens(load(config))}
    assert kinds == {"reference", "starter", "right", "faulty", "hostile"}
    assert main(["verify", "--config", str(config), "--jobs", "2"]) == 0, capsys.readouterr().out
