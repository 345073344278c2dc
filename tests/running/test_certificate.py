"""A key changes with whatever can change a verdict, and with nothing else."""

import os
import re
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from grader.assignment.digest import module_digests
from grader.assignment.load import load
from grader.errors import UsageError
from grader.running import certificate
from grader.running.certificate import (
    Order,
    certificate_of,
    demand,
    keys_here,
    keys_on_cluster,
    machine_facts,
)
from grader.sandbox.tiers import Fact, Tier
from tests import small_assignment

CHANGES: dict[str, tuple[str, Callable[..., object]]] = {
    "kernel": ("platform.release", lambda: "9.9"),
    "interpreter": ("base_interpreter", lambda: "/opt/python"),
    "packages": ("versions", lambda: (("pytest", "1"),)),
    "bubblewrap": ("bubblewrap", lambda: Fact("bubblewrap", True, "bubblewrap 0.1")),
    "user": ("os.geteuid", lambda: 0 if os.getuid() else 4711),
}


@pytest.mark.parametrize("change", CHANGES.values(), ids=CHANGES.keys())
def test_a_fact_of_the_machine_changes_every_key(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, change: tuple[str, Callable[..., object]]
) -> None:
    assignment = load(small_assignment.make(tmp_path))
    before = keys_here(module_digests(assignment), Tier.NAMESPACED)
    name, instead = change
    monkeypatch.setattr(f"{certificate.__name__}.{name}", instead)
    after = keys_here(module_digests(assignment), Tier.NAMESPACED)
    assert [module for module in before if before[module] == after[module]] == []
    assert certificate_of(before) != certificate_of(after)


def test_the_tier_and_the_modules_own_files_change_a_key(tmp_path: Path) -> None:
    assignment = load(small_assignment.make(tmp_path))
    before = keys_here(module_digests(assignment), Tier.CONFINED)
    assert keys_here(module_digests(assignment), Tier.CONFINED) == before
    assert set(keys_here(module_digests(assignment), Tier.NAMESPACED).values()).isdisjoint(
        before.values()
    )
    (tmp_path / "reference/las.py").write_text("import tools  # changed\n")
    after = keys_here(module_digests(assignment), Tier.CONFINED)
    assert {name for name in before if before[name] != after[name]} == {"las"}


def test_a_clusters_keys_name_no_machine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assignment = load(small_assignment.make(tmp_path))
    before = keys_on_cluster(module_digests(assignment), Tier.CONFINED)
    assert before != keys_here(module_digests(assignment), Tier.CONFINED)
    monkeypatch.setattr(f"{certificate.__name__}.platform.release", lambda: "9.9")
    assert keys_on_cluster(module_digests(assignment), Tier.CONFINED) == before
    assert keys_on_cluster(module_digests(assignment), Tier.METERED) != before


def test_a_bubblewrap_that_cannot_be_run_is_a_fact_too(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "/nowhere")
    assert "bwrap" in machine_facts(Tier.NAMESPACED)["bubblewrap"]
    assert machine_facts(Tier.CONFINED)["bubblewrap"] == ""


# -- what a batch asks of every machine of a cluster ----------------------------------------------

ORDER = Order({"Python": "3.11.7", "pytest": "9"}, {"las": "12", "nim": "34"}, Tier.CONFINED)


def test_the_same_versions_and_files_are_taken() -> None:
    demand(ORDER, ORDER.versions, {**ORDER.digests, "lolo": "of no interest"})


@pytest.mark.parametrize(
    ("order", "why"),
    [
        (
            replace(ORDER, versions={"Python": "3.12.1"}),
            "it has Python 3.11.7, needs 3.12.1",
        ),
        (
            replace(ORDER, versions={"hypothesis": "6"}),
            "it has no hypothesis, needs 6",
        ),
        (
            replace(ORDER, digests={"las": "12", "nim": "35", "run": "56"}),
            "its checks, limits or reference of nim, run differ from those of this batch;"
            " give it the same files",
        ),
    ],
)
def test_other_versions_or_files_are_refused(order: Order, why: str) -> None:
    with pytest.raises(UsageError, match=f"^{re.escape(why)}$"):
        demand(order, ORDER.versions, ORDER.digests)
