"""Hostile hand-ins, graded as a class at weaker tiers of this machine, as root and as another user.

Each family attacks once at each tier, by turns as root and as another user; `make attacks` grades
all of them everywhere, and `grader verify` in the strongest tier.
"""

import os
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from bench.attacks import (
    LYING_AROUND,
    OF_EACH_FAMILY,
    ORDINARY_USER,
    ClassOutcome,
    NotPossible,
    Outcome,
    attacked,
    corpus_of,
    differences,
    faults,
    from_json,
    grade_as,
    plant,
    state_of,
    to_json,
    with_attacked_modules,
    with_short_limits,
)
from bench.corpus import FAMILIES, PLANTED, SUITES, Attack, attacks, part_of
from grader.assignment.load import load
from grader.sandbox.tiers import Tier
from tests.boxed import LOCKED, tiers
from tests.support import ROOT

Graded = dict[Tier, ClassOutcome]
WEAKER = LOCKED[:-1] or LOCKED
# An odd number, so that his families are those that root has not at the same tier.
HIS_PART = 2 * len(LOCKED) + 1
# No cgroups are handed to another user here.
HIS_TIERS = [tier for tier in LOCKED if tier < Tier.METERED]


@pytest.fixture
def base() -> Iterator[Path]:
    """An empty folder to which every user has a way."""
    with new_base() as folder:
        yield Path(folder)


def new_base() -> TemporaryDirectory[str]:
    folder = TemporaryDirectory(prefix="hostile-")
    os.chmod(folder.name, 0o755)
    return folder


@pytest.fixture(scope="module")
def graded() -> Graded:
    """The outcomes at the weaker tiers, as the user that runs the tests."""
    with new_base() as folder:
        return grade_as(None, Path(folder), WEAKER, part=0)


@pytest.fixture(scope="module")
def graded_as_another() -> Graded:
    """The outcomes as an ordinary user, if there is a root to become one."""
    if os.getuid() != 0:
        pytest.skip("not root, so that the other test says it")
    with new_base() as folder:
        try:
            return grade_as(ORDINARY_USER, Path(folder), HIS_TIERS, part=HIS_PART)
        except NotPossible as reason:
            pytest.skip(str(reason))


@pytest.mark.soak
@pytest.mark.parametrize("tier", WEAKER, ids=lambda tier: tier.name.lower())
def test_no_attack_earns_or_costs_anybody_anything(tier: Tier, graded: Graded) -> None:
    assert faults(corpus_of(0, LOCKED.index(tier)), graded[tier]) == []


@pytest.mark.soak
@pytest.mark.parametrize("tier", tiers(Tier.CONFINED, Tier.NAMESPACED))
def test_no_attack_of_an_ordinary_user_earns_or_costs_anything(
    tier: Tier, graded_as_another: Graded
) -> None:
    corpus = corpus_of(HIS_PART, HIS_TIERS.index(tier))
    assert faults(corpus, graded_as_another[tier]) == []


# -- what the corpus is --------------------------------------------------------------------------


def test_every_family_has_attacks_and_every_attack_has_a_family() -> None:
    corpus = attacks()
    assert {attack.family for attack in corpus} == {*FAMILIES, SUITES}
    assert len({attack.name for attack in corpus}) == len(corpus) >= 160


def test_all_planted_folders_are_read() -> None:
    assert {folder.name for folder in PLANTED.glob("*/")} <= {attack.name for attack in attacks()}


def test_suites_alone_are_of_no_row_and_in_no_part() -> None:
    corpus = attacks()
    suites = {attack.name for attack in corpus if attack.family == SUITES}
    files = {folder.name for folder in PLANTED.glob("*/") if (folder / "test_all.py").exists()}
    assert suites == files
    assert suites.isdisjoint(attack.name for attack in part_of(corpus, 0, len(corpus)))


def test_a_part_has_as_many_of_each_family_and_the_next_part_has_others() -> None:
    corpus = attacks()
    one, next_one = (part_of(corpus, number, OF_EACH_FAMILY) for number in (0, 1))
    for family in FAMILIES:
        here = [attack.name for attack in one if attack.family == family]
        there = [attack.name for attack in next_one if attack.family == family]
        assert len(set(here)) == len(set(there)) == OF_EACH_FAMILY
        assert here != there
    assert part_of(corpus, 0, OF_EACH_FAMILY) == one


def test_both_users_together_have_every_family_at_each_tier() -> None:
    for place in range(len(HIS_TIERS)):
        ours, his = (corpus_of(part, place) for part in (0, HIS_PART))
        families = [attack.family for attack in (*ours, *his)]
        assert sorted(families) == sorted(FAMILIES)
        assert ours
        assert his


# -- that faults would be seen -------------------------------------------------------------------

EARNED = Outcome(6.0, 6.0, (), ("passed",), ())
LOST = Outcome(0.0, 6.0, ("las.look_and_say",), ("failed", "passed"), ())


def an_attack(incident: str = "") -> Attack:
    return Attack("a", "", ("1",), frozenset({"las.look_and_say"}), incident, lambda _: None)


def a_class(**of: Outcome) -> ClassOutcome:
    honest = {f"x_honest_{number}": EARNED for number in range(4)}
    return ClassOutcome({**honest, **of}, ())


def test_an_attack_that_loses_what_it_must_is_no_fault() -> None:
    assert faults([an_attack()], a_class(a=LOST)) == []


def test_points_and_missing_incidents_are_faults() -> None:
    assert faults([an_attack()], a_class(a=EARNED)) == ["a: las.look_and_say was earned"]
    [line] = faults([an_attack("exit")], a_class(a=replace(LOST, incidents=(("time", "…"),))))
    assert line == "a: incident exit expected, got time"


def test_an_honest_hand_in_that_pays_for_another_is_a_fault() -> None:
    paying = replace(LOST, incidents=(("time", "…"),))
    assert faults([an_attack()], a_class(a=LOST, x_honest_1=paying)) == [
        "x_honest_1: las.look_and_say was lost",
        "x_honest_1: there was an incident",
    ]


def test_whatever_lies_around_is_watched(base: Path) -> None:
    corpus = attacks()[:3]
    plant(with_short_limits(load(ROOT / "config.yaml")), corpus, base)
    before = state_of(base)
    assert set(LYING_AROUND) < set(before)
    (base / LYING_AROUND[0]).write_text("another word")
    (base / LYING_AROUND[1]).chmod(0o777)
    os.utime(base / LYING_AROUND[2], (0, 0))
    (base / LYING_AROUND[3]).unlink()
    (base / "handins/new").touch()
    touched = {f"{name} was touched" for name in (*LYING_AROUND, "handins/new")}
    assert set(differences(before, state_of(base))) == touched


def test_the_honest_have_what_is_attacked_and_what_that_imports() -> None:
    sources = {"las.py": "", "run.py": "import las, os", "nim.py": "import run"}
    assert set(attacked(sources, [an_attack()])) == {"las.py"}
    on_run = replace(an_attack(), loses=frozenset({"run.c4_hvab"}))
    assert set(attacked(sources, [on_run])) == {"las.py", "run.py"}


def test_a_class_of_attacks_is_graded_on_what_it_attacks() -> None:
    assignment = load(ROOT / "config.yaml")
    on_jamboree = replace(an_attack(), loses=frozenset({"jamboree.search"}))
    modules = with_attacked_modules(assignment, [an_attack(), on_jamboree]).modules
    assert [module.name for module in modules] == ["las", "jamboree"]


def test_outcomes_travel_as_text() -> None:
    found = {Tier.CONFINED: ClassOutcome({"a": replace(LOST, incidents=(("k", "w"),))}, ("x",))}
    assert from_json(to_json(found)) == found
