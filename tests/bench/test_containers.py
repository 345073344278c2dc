"""The table of containers: what they are made of, and what counts as a difference."""

import json
from pathlib import Path

import pytest

from bench.containers import CONTAINERS, Container, complaints, specification

GRADES = json.dumps({"submissions": [{"student": "ada", "score": 6.0, "tasks": {}}]})
TIER_1 = "isolation tier 1 of 3, confined: Landlock"


def test_every_debian_is_tried_as_root_and_as_another_user() -> None:
    suites = {one.suite for one in CONTAINERS}
    assert {(one.suite, bool(one.user)) for one in CONTAINERS} == {
        (suite, user) for suite in suites for user in (False, True)
    }


@pytest.mark.parametrize("container", CONTAINERS, ids=lambda one: one.name)
def test_a_container_has_what_docker_would_leave_it(container: Container, tmp_path: Path) -> None:
    made = specification(container, tmp_path)
    capabilities = made["process"]["capabilities"]
    assert "CAP_SYS_ADMIN" not in capabilities["bounding"]
    assert bool(capabilities["effective"]) == (container.user == 0)
    assert "/proc/sys" in made["linux"]["readonlyPaths"]
    assert "unshare" in made["linux"]["seccomp"]["syscalls"][0]["names"]


def test_another_score_another_tier_and_a_failure_are_complaints() -> None:
    assert list(complaints("", GRADES, TIER_1, GRADES)) == []
    assert list(complaints("make: error 1", "", "", GRADES)) == ["make: error 1"]
    tier = list(complaints("", GRADES, "isolation tier 2 of 3, x", GRADES))
    assert tier == ["isolation tier 2 of 3 instead of tier 1"]
    wrong = GRADES.replace("6.0", "0.0")
    assert list(complaints("", wrong, TIER_1, GRADES)) == ["ada: score: 0.0 instead of 6.0"]
