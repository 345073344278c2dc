"""What judges have graded goes to disk; however that ends, the judges end with it."""

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, cast

import pytest

from grader.handins.intake import Handin
from grader.judging.unit import Unit
from grader.running.grading import Grading
from grader.running.job import Job
from grader.running.local import Graded
from grader.store.writer import FILE, Store


class StoppedStore(Store):
    """A store whose process is asked to end in the middle of a commit."""

    def put_many(self, submissions: Any) -> None:
        del submissions
        raise KeyboardInterrupt


def test_judges_end_at_once_when_grading_is_stopped_in_a_commit(tmp_path: Path) -> None:
    """Not when the exception is forgotten: pytest keeps it, and judges would be killed at work."""
    ended: list[bool] = []

    def groups() -> Iterator[Sequence[Graded]]:
        try:
            yield [(Unit("ada", {}, {}, ()), ())]
        finally:
            ended.append(True)

    with StoppedStore(tmp_path / FILE) as store:
        grading = Grading(cast(Job, None), store, {})
        grading._handins["ada"] = Handin("ada", "h", {})
        with pytest.raises(KeyboardInterrupt) as kept:
            grading._finish_all(cast(Any, groups()))
    assert ended == [True]
    assert kept.value is not None
