"""Deadlines, extensions, groups, late days: answers worked out by hand, and what always holds."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from grader.assignment.config import (
    AttemptsPolicy,
    CountedAttempt,
    EarlyBonus,
    LateDays,
    Lateness,
    Policy,
    VersionLimit,
)
from grader.course.staff_tables import Extension
from grader.course.submissions import SubmittedAttempt
from grader.scoring.deadlines import Grace
from grader.scoring.lateness import graded_attempt, rule
from tests.scoring.term import Handed, settle

DUE = datetime(2026, 11, 18, 23, 59, tzinfo=UTC)
STRICT = Lateness(most_hours=0)
BY_DAY = Lateness(points=10, per_hours=24, most_hours=48)
BANK = Policy(due=DUE, late=BY_DAY, late_days=LateDays(bank=5, most=2))
FULL = Policy(
    due=DUE,
    early_bonus=EarlyBonus(points=1, per_hours=24, most=3),
    late=Lateness(points=5, per_hours=12, most_hours=36),
    late_days=LateDays(bank=3),
    versions=VersionLimit(most=6, points=5),
)
RULES = {
    "strict": Policy(due=DUE, early_bonus=EarlyBonus(points=2, per_hours=12), late=STRICT),
    "penalty": Policy(due=DUE, late=BY_DAY),
    "bank": BANK,
    "three": Policy(due=DUE, late=STRICT, attempts=AttemptsPolicy(most=3)),
    "chosen": Policy(
        due=DUE, late=STRICT, attempts=AttemptsPolicy(most=3, counts=CountedAttempt.CHOSEN)
    ),
    "full": FULL,
}
TEXT = (Path(__file__).parent / "stories.txt").read_text("utf-8")
TERM = dict.fromkeys("1234", BANK)


def lines(wanted: str) -> list[tuple[str, str]]:
    """The stories below `rules …` or `terms`, each with the name of its rules."""
    found, rules = [], ""
    for line in TEXT.splitlines():
        words = line.partition("#")[0].split()
        if words[:1] in (["rules"], ["terms"]):
            rules = words[-1] if words == ["terms"] else words[1]
        elif words and (rules == "terms") == (wanted == "terms"):
            found.append((rules, line))
    return found


def at(hours: str | float) -> datetime | None:
    return None if hours == "?" else DUE + timedelta(hours=float(hours))


def extension(hours: float) -> Extension:
    return Extension(DUE + timedelta(hours=hours))


def attempt(text: str) -> SubmittedAttempt:
    version, _, hours = text.rstrip("*").partition("@")
    return SubmittedAttempt(at(hours), int(version), text.endswith("*"))


@pytest.mark.parametrize(("rules", "story"), lines("rules"))
def test_a_story_ends_as_worked_out_by_hand(rules: str, story: str) -> None:
    given, _, expected = story.partition(" = ") if " = " in story else story.partition("= ")
    score, *words = given.split()
    extensions = tuple(extension(float(word[1:])) for word in words if word[0] == "e")
    used = sum(int(word[1:]) for word in words if word[0] == "u")
    attempts = tuple(attempt(word) for word in words if "@" in word)
    policy = RULES[rules]
    counted = graded_attempt(policy, attempts)
    ruling = rule(policy, counted, float(score), Grace(extensions, used))
    points, _, days = expected.partition("/")
    assert float(score) + sum(a.points for a in ruling.adjustments) == float(points)
    assert ruling.days == int(days or 0)


def handed(text: str) -> Handed:
    assignment, what, *moved = text.split()
    members, _, rest = what.partition("@")
    hours, _, score = rest.partition("=")
    extensions = tuple(extension(float(word[1:])) for word in moved)
    attempts = (SubmittedAttempt(at(hours)),)
    return Handed(assignment, frozenset(members), attempts, float(score), extensions)


@pytest.mark.parametrize("story", [story for _, story in lines("terms")])
def test_a_term_ends_as_worked_out_by_hand(story: str) -> None:
    given, _, expected = story.partition(" : ")
    found = settle(TERM, [handed(part) for part in given.split(",")])
    assert {
        f"{member}{assignment} {points:g}/{ruling.days}"
        for (member, assignment), (points, ruling) in found.items()
    } == {part.strip() for part in expected.split(",")}


def test_there_are_two_hundred_stories() -> None:
    assert len(lines("rules")) + len(lines("terms")) >= 200


# -- what always holds -----------------------------------------------------------------------

HOURS = st.integers(-80, 200).map(lambda n: n / 2)
POLICIES = st.builds(
    lambda bonus, late, bank, most: Policy(
        due=DUE,
        early_bonus=EarlyBonus(points=bonus, per_hours=12, most=8),
        late=late,
        late_days=LateDays(bank=bank, most=most),
        versions=VersionLimit(most=2, points=3),
        attempts=AttemptsPolicy(most=4),
    ),
    st.integers(0, 3),
    st.builds(
        Lateness,
        points=st.integers(0, 20),
        per_hours=st.sampled_from([6, 24]),
        most_hours=st.sampled_from([0, 12, 48]),
    ),
    st.integers(1, 4),
    st.integers(1, 3),
)
ATTEMPTS = st.lists(HOURS, min_size=1, max_size=5).map(
    lambda hours: tuple(SubmittedAttempt(at(h), n) for n, h in enumerate(sorted(hours), 1))
)
GROUPS = {"1": ("ab", "c", "d"), "2": ("a", "bc", "d"), "3": ("abcd",), "4": ("ad", "bc")}


@st.composite
def terms(draw: st.DrawFn) -> tuple[dict[str, Policy], list[Handed]]:
    """Four assignments with rules of their own; four students hand in in changing groups."""
    term = {name: draw(POLICIES) for name in GROUPS}
    all_handed = [
        Handed(
            name,
            frozenset(group),
            draw(ATTEMPTS),
            float(draw(st.integers(0, 100))),
            tuple(map(extension, draw(st.lists(HOURS, max_size=2)))),
        )
        for name, groups in GROUPS.items()
        for group in groups
        if draw(st.integers(0, 5))
    ]
    return term, all_handed


def no_worse(
    before: dict[tuple[str, str], tuple[float, object]],
    after: dict[tuple[str, str], tuple[float, object]],
) -> bool:
    return all(after[key][0] >= before[key][0] for key in before)


@settings(max_examples=100, deadline=None)
@given(terms(), st.sampled_from("1234"), st.integers(1, 100))
def test_a_later_deadline_never_costs_anybody(
    case: tuple[dict[str, Policy], list[Handed]], which: str, hours: int
) -> None:
    term, all_handed = case
    moved = {**term, which: replace(term[which], due=DUE + timedelta(hours=hours))}
    assert no_worse(settle(term, all_handed), settle(moved, all_handed))


@settings(max_examples=100, deadline=None)
@given(terms(), st.integers(0, 9), HOURS)
def test_an_extension_never_hurts_anybody(
    case: tuple[dict[str, Policy], list[Handed]], which: int, hours: float
) -> None:
    term, all_handed = case
    if all_handed:
        one = all_handed[which % len(all_handed)]
        more = replace(one, extensions=(*one.extensions, extension(hours)))
        given_more = [more if each is one else each for each in all_handed]
        assert no_worse(settle(term, all_handed), settle(term, given_more))


@settings(max_examples=100, deadline=None)
@given(terms())
def test_members_of_a_group_agree(case: tuple[dict[str, Policy], list[Handed]]) -> None:
    found = settle(*case)
    for one in case[1]:
        theirs = [found[member, one.assignment] for member in one.members]
        assert len({points for points, _ in theirs}) == 1
        assert len({(ruling.adjustments, ruling.accepted) for _, ruling in theirs}) == 1


@settings(max_examples=100, deadline=None)
@given(terms(), st.integers())
def test_any_order_of_replay_gives_the_same(
    case: tuple[dict[str, Policy], list[Handed]], seed: int
) -> None:
    term, all_handed = case
    shuffled = [replace(one, attempts=tuple(reversed(one.attempts))) for one in all_handed]
    Random(seed).shuffle(shuffled)
    assert settle(term, shuffled) == settle(term, all_handed)


@settings(max_examples=100, deadline=None)
@given(terms())
def test_nobody_uses_more_late_days_than_the_smallest_bank_that_ruled(
    case: tuple[dict[str, Policy], list[Handed]],
) -> None:
    term, all_handed = case
    found = settle(term, all_handed)
    for member in "abcd":
        days = [ruling.days for (who, _), (_, ruling) in found.items() if who == member]
        banks = [policy.late_days.bank for policy in term.values() if policy.late_days]
        assert sum(days) <= max(banks)
