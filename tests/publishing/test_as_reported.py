"""Grades leave the house as the report shows them, extra credit included."""

import json
from pathlib import Path

import pytest

from grader.errors import UsageError
from grader.publishing.as_reported import as_reported
from grader.publishing.write import JSON
from tests.report.report_samples import good_checks, handin, scored

ADA = handin("ada", good_checks())


@pytest.mark.parametrize(
    ("reported", "said"),
    [
        ({"student": "ada", "score": 26, "extra": 0}, "ada has 26, and has 26 and 5 extra by"),
        ({"student": "ada", "score": 20.5, "extra": 5}, "ada has 20.5 and 5 extra, and has 26 and"),
        ({"student": "ada", "score": None, "extra": 0}, "ada has no score, and has 26 and 5 extra"),
        ({"student": "bo", "score": 26, "extra": 5}, "ada is not in the report, and has 26 and 5"),
    ],
)
def test_a_score_that_is_another_by_now_is_refused(
    tmp_path: Path, reported: dict[str, object], said: str
) -> None:
    (tmp_path / JSON).write_text(json.dumps(reported), "utf-8")
    with pytest.raises(UsageError) as refused:
        list(as_reported(tmp_path, [(ADA, scored(ADA))]))
    assert str(refused.value).startswith(f"{tmp_path}: {said}")


def test_a_score_that_is_the_same_goes_out(tmp_path: Path) -> None:
    line = json.dumps({"student": "ada", "score": 26.0, "extra": 5})
    (tmp_path / JSON).write_text(line, "utf-8")
    both = [(ADA, scored(ADA))]
    assert list(as_reported(tmp_path, both)) == both
