"""The table of environments: what it covers, and what counts as a difference."""

import json

from bench.environments import (
    ENVIRONMENTS,
    Cell,
    complaints,
    script_of,
    without_certificate,
)

GRADES = json.dumps({"submissions": [{"student": "ada", "score": 6.0, "tasks": {}}]})
TIER_3 = ENVIRONMENTS[0]


def test_names_are_distinguished() -> None:
    assert len({one.name for one in ENVIRONMENTS}) == len(ENVIRONMENTS) >= 25


def test_every_tier_that_may_grade_is_tried_as_root_and_as_another_user() -> None:
    tried = {(one.tier, bool(one.user)) for one in ENVIRONMENTS}
    assert tried >= {(1, False), (1, True), (2, False), (2, True), (3, False)}


def test_the_certificate_is_all_that_may_differ() -> None:
    found = json.loads(GRADES)
    assert without_certificate(json.dumps({"certificate": "x", **found})) == GRADES
    assert without_certificate(json.dumps({"version": "x", **found})) != GRADES


def test_another_score_another_tier_and_no_grades_are_complaints() -> None:
    right = Cell(3, GRADES, (), 1.0)
    assert list(complaints(TIER_3, right, GRADES)) == []
    wrong = Cell(3, GRADES.replace("6.0", "0.0"), (), 1.0)
    assert list(complaints(TIER_3, wrong, GRADES)) == ["ada: score: 0.0 instead of 6.0"]
    assert list(complaints(TIER_3, Cell(2, GRADES, (), 1.0), GRADES)) == ["tier 2 instead of 3"]
    assert list(complaints(TIER_3, Cell(3, "", ("x",), 1.0), GRADES)) == [
        "x",
        "there are no grades",
    ]


def test_paths_with_a_blank_are_one_word_for_the_shell() -> None:
    [odd] = [one for one in ENVIRONMENTS if one.name == "path with blank and umlaut"]
    assert f"cd '{odd.place}'" in script_of(odd, ["true"])
