"""Options that several commands take: what they may name, and what is said of the rest."""

import argparse
import os
from dataclasses import replace
from pathlib import Path

import pytest

from grader.assignment.config import Assignment, Isolation, MinimumTier
from grader.commands.usage.options import (
    load_for,
    minimum_of,
    refuse_unusable_out,
    refuse_within,
)
from grader.errors import UsageError
from grader.sandbox.tiers import Tier

PLAIN = Assignment(title="t", seed=1, points=0, modules=())


def refusal(out: Path) -> str:
    with pytest.raises(UsageError) as caught:
        refuse_unusable_out(PLAIN, out)
    return str(caught.value)


def test_an_assignment_says_the_weakest_tier_that_it_accepts() -> None:
    found = [minimum_of(replace(PLAIN, isolation=Isolation(minimum=one))) for one in MinimumTier]
    assert found == sorted(Tier)


def test_what_is_in_a_hand_in_says_not_which_code_grades(tmp_path: Path) -> None:
    (tmp_path / "handin").mkdir()
    (tmp_path / "link").symlink_to("handin")
    config = tmp_path / "link/config.yaml"
    with pytest.raises(UsageError) as caught:
        load_for(tmp_path / "handin", argparse.Namespace(config=config))
    assert str(caught.value) == (
        f"{config}: it is in the hand-in; go to the assignment's folder, or name the "
        "assignment's file with --config"
    )


@pytest.mark.parametrize("out", ["class", "class/out", "class/../class/out", "link/out"])
def test_results_in_what_is_handed_in_are_refused(tmp_path: Path, out: str) -> None:
    (tmp_path / "class").mkdir()
    (tmp_path / "link").symlink_to("class")
    with pytest.raises(UsageError, match="it is in what is handed in; choose a folder outside"):
        refuse_within(tmp_path / "class", tmp_path / out)


@pytest.mark.parametrize("out", ["out", "class2", "class/../out"])
def test_results_beside_hand_ins_are_not(tmp_path: Path, out: str) -> None:
    refuse_within(tmp_path / "class", tmp_path / out)


def test_a_file_that_no_grader_wrote_is_not_replaced(tmp_path: Path) -> None:
    (tmp_path / "grades.csv").write_text("mine")
    assert refusal(tmp_path) == (
        f"{tmp_path}/grades.csv: no grader wrote it; move it away, or choose another "
        "folder with --out"
    )
    (tmp_path / "run.json").write_text("{}")
    assert refusal(tmp_path) == (
        f"{tmp_path}/grades.csv: its results.sqlite is missing; restore it, or choose another "
        "folder with --out"
    )
    (tmp_path / "results.sqlite").write_bytes(b"")
    refuse_unusable_out(PLAIN, tmp_path)


def test_a_link_that_leads_nowhere_is_no_folder(tmp_path: Path) -> None:
    (tmp_path / "out").symlink_to("gone")
    assert refusal(tmp_path / "out") == (
        f"{tmp_path}/out: can't be written: its link leads nowhere; choose another with --out"
    )


def test_results_are_not_put_among_the_assignments_own_files(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="the assignment itself is in it; choose another folder"):
        refuse_unusable_out(replace(PLAIN, root=tmp_path), tmp_path / "." / "")


def test_trying_leaves_no_folder_behind(tmp_path: Path) -> None:
    refuse_unusable_out(PLAIN, tmp_path / "a/b")
    assert os.listdir(tmp_path) == []
    (tmp_path / "a").write_bytes(b"")
    assert refusal(tmp_path / "a/b") == (
        f"{tmp_path}/a/b: can't be written: Not a directory; choose another with --out"
    )
    assert os.listdir(tmp_path) == ["a"]
