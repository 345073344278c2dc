"""Scores that students have seen, as they are and as a line of the log has them."""

import json

from grader.course.released import NO_SCORE, ReleasedScore, as_data


def test_a_score_is_kept_of_a_hand_in_that_is_gone_only_where_that_was_looked_at() -> None:
    at = "2026-11-18T20:15:00+00:00"
    assert ReleasedScore(7, 0, at, NO_SCORE).gone
    assert not ReleasedScore(7, 0, at, (0.0, 0.0)).gone
    assert not ReleasedScore(7, 0, at).gone


def test_scores_come_back_from_the_log_and_who_is_free_is_there_too() -> None:
    pins = {"ada": ReleasedScore(7.5, 1, "at", (3, 0.0)), "bo": ReleasedScore(0, 0, "at")}
    said = json.loads(json.dumps(as_data({**pins, "cy": None})))
    assert said == {"ada": [7.5, 1, "at", [3, 0.0]], "bo": [0, 0, "at", None], "cy": None}
    assert ReleasedScore(*said["bo"]) == pins["bo"]
