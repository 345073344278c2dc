"""The closed list of statuses."""

from grader.statuses import STATUS_MEANING, STATUSES, Status


def test_every_status_has_a_meaning_and_the_contracts_name() -> None:
    assert set(STATUS_MEANING) == set(Status)
    names = "passed failed error timeout memory crashed missing skipped broken"
    assert " ".join(Status) == names
    assert {name: Status(name) for name in names.split()} == STATUSES
