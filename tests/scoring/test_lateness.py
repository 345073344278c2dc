"""Bonus, lateness and the version limit do what config.yaml says, and nothing without it."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest

from grader.assignment.config import EarlyBonus, LateDays, Lateness, Policy, VersionLimit
from grader.course.submissions import SubmittedAttempt, read_submissions
from grader.errors import ConfigError
from grader.scoring.lateness import Adjustment, Ruling, rule

DUE = datetime(2014, 11, 19, 3, 59, tzinfo=UTC)
COURSE = Policy(  # CMU 2014, section 1.3 and 1.2
    due=DUE,
    early_bonus=EarlyBonus(points=2, per_hours=12),
    late=Lateness(most_hours=0),
    versions=VersionLimit(most=6, points=5),
)


def submitted(hours: float, version: int = 1) -> SubmittedAttempt:
    return SubmittedAttempt(DUE + timedelta(hours=hours), version)


def without_why(ruling: Ruling) -> Ruling:
    return replace(ruling, why=())


def points(policy: Policy, hours: float, score: float = 50.0, version: int = 1) -> list[float]:
    return [a.points for a in rule(policy, submitted(hours, version), score).adjustments]


def test_without_rules_nothing_is_adjusted() -> None:
    assert rule(Policy(), submitted(1000, 99), 50.0) == Ruling()


def test_without_a_time_nothing_is_adjusted() -> None:
    assert rule(COURSE, None, 50.0) == Ruling()


@pytest.mark.parametrize(
    ("hours", "bonus"), [(-11.99, []), (-12, [2]), (-23.9, [2]), (-24, [4]), (-240, [40]), (0, [])]
)
def test_every_full_twelve_hours_before_the_due_time_give_two_points(
    hours: float, bonus: list[float]
) -> None:
    """CMU 2014, section 1.3."""
    assert points(COURSE, hours) == bonus


def test_a_bonus_has_its_most() -> None:
    policy = Policy(due=DUE, early_bonus=EarlyBonus(points=2, per_hours=12, most=5))
    assert points(policy, -240) == [5]


def test_an_empty_hand_in_that_is_early_gets_no_bonus() -> None:
    assert points(COURSE, -240, score=0.0) == []


def test_a_bonus_says_how_early() -> None:
    assert rule(COURSE, submitted(-37.5), 50.0).adjustments == (
        Adjustment("handed in 1 d 13 h 30 min early", 6),
    )


def test_without_late_days_a_late_hand_in_is_not_accepted() -> None:
    """CMU 2014, section 1.3."""
    assert without_why(rule(COURSE, submitted(0.01), 50.0)) == Ruling(
        (Adjustment("not accepted: 36 s late", -50.0),), accepted=False
    )


@pytest.mark.parametrize(("hours", "penalty"), [(0, []), (0.1, [-10]), (24, [-10]), (24.1, [-20])])
def test_every_begun_day_takes_its_points(hours: float, penalty: list[float]) -> None:
    policy = Policy(due=DUE, late=Lateness(points=10, per_hours=24, most_hours=48))
    assert points(policy, hours) == penalty


def test_a_late_hand_in_says_how_late() -> None:
    policy = Policy(due=DUE, late=Lateness(points=10, most_hours=48))
    assert rule(policy, submitted(25), 50.0).adjustments == (
        Adjustment("handed in 1 d 1 h late", -20),
    )
    assert without_why(rule(policy, submitted(48.5), 50.0)) == Ruling(
        (Adjustment("not accepted: 2 d 30 min late", -50.0),), accepted=False
    )


def test_versions_beyond_the_limit_take_their_points() -> None:
    assert points(COURSE, 0, version=6) == []
    assert rule(COURSE, submitted(0, 8), 50.0).adjustments == (
        Adjustment("submission 8 where 6 are allowed", -10),
    )


def test_adjustments_never_take_more_than_there_is() -> None:
    assert points(COURSE, 0, score=7.0, version=8) == [-7]
    assert points(COURSE, -12, score=7.0, version=8) == [2, -9]


# -- the clock of the course -----------------------------------------------------------------

ZONE = ZoneInfo("America/New_York")
BY_DAY = Policy(
    due=datetime(2026, 10, 31, 20, tzinfo=ZONE),
    timezone=ZONE,
    late=Lateness(points=10, most_hours=48),
    late_days=LateDays(bank=5),
)


def handed_in(text: str) -> SubmittedAttempt:
    return SubmittedAttempt(datetime.fromisoformat(text))


def test_a_penalty_by_day_over_the_change_of_clocks_is_one() -> None:
    policy = replace(BY_DAY, late_days=None)
    found = rule(policy, handed_in("2026-11-01T19:30:00-05:00"), 50.0)
    assert found.adjustments == (Adjustment("handed in 1 d late", -10),)


def test_a_hand_in_within_the_grace_is_not_late() -> None:
    policy = replace(BY_DAY, late_days=None, grace=timedelta(minutes=5))
    found = rule(policy, handed_in("2026-10-31T20:05:00-04:00"), 50.0)
    assert found.adjustments == ()
    assert "20:00 EDT, with 5 min of grace; handed in" in found.why[0]
    assert rule(policy, handed_in("2026-10-31T20:05:01-04:00"), 50.0).adjustments == (
        Adjustment("handed in 1 s late, 5 min of grace not counted", -10),
    )


# -- submissions.csv -------------------------------------------------------------------------


def read(folder: Path, text: str) -> dict[str, tuple[SubmittedAttempt, ...]]:
    (folder / "submissions.csv").write_text(text, encoding="utf-8")
    return dict(read_submissions(folder))


def test_without_the_file_no_time_is_known(tmp_path: Path) -> None:
    assert read_submissions(tmp_path) == {}


def test_times_and_versions_are_read(tmp_path: Path) -> None:
    text = "\ufeffstudent,submitted_at,version,note\nada,2014-11-18T23:59:00-04:00,3,x\n"
    assert read(tmp_path, text) == {"ada": (SubmittedAttempt(DUE, 3),)}


def test_the_version_may_be_left_out(tmp_path: Path) -> None:
    assert read(tmp_path, "student,submitted_at\r\nada,2014-11-19 03:59Z\r\n") == {
        "ada": (SubmittedAttempt(DUE, 1),)
    }
    assert read(tmp_path, "submitted_at,student,version\n2014-11-19 03:59Z,ada,\n") == {
        "ada": (SubmittedAttempt(DUE, 1),)
    }


def test_all_faults_of_the_file_are_named_at_once(tmp_path: Path) -> None:
    text = (
        "student,submitted_at,version\n"
        "ada,2014-11-18T23:59:00,1\n"
        "bob,yesterday,1\n"
        "cem,2014-11-18T23:59:00Z,0\n"
        "dot,2014-11-18T23:59:00Z,2\n"
        "dot,2014-11-18T23:59:00Z,2\n"
        "eve\n"
    )
    with pytest.raises(ConfigError) as caught:
        read(tmp_path, text)
    form = "submitted_at: must be a time with its offset, such as 2014-11-18T23:59:00-04:00"
    path = tmp_path / "submissions.csv"
    assert str(caught.value).splitlines() == [
        f"{path}:2: {form}, but is '2014-11-18T23:59:00'; or set policy.timezone",
        f"{path}:3: {form}, but is 'yesterday'",
        f"{path}:4: version: must be a whole number from 1, but is '0'",
        f"{path}:6: 'dot 2' is in line 5 too: keep one of the two rows, or correct version in "
        "one of them",
        f"{path}:7: {form}, but is ''",
    ]


def test_a_missing_column_is_named(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match=r"csv:1: the column submitted_at is missing"):
        read(tmp_path, "student,time\n")


def test_a_file_that_is_no_text_is_one_clear_line(tmp_path: Path) -> None:
    (tmp_path / "submissions.csv").write_bytes(b"student,submitted_at\n\x81")
    with pytest.raises(ConfigError, match=r"submissions\.csv: can't be read: "):
        read_submissions(tmp_path)
