"""What judges have graded goes to disk; however that ends, the judges end with it."""

from collections.abc import Iterator, Sequence
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest

from grader.handins.intake import Handin
from grader.judging.unit import Unit, results_to_bytes
from grader.results import ModuleResult
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
            yield [(Unit("ada", {}, {}, ()), b"")]
        finally:
            ended.append(True)

    with StoppedStore(tmp_path / FILE) as store:
        grading = Grading(cast(Job, None), store, {})
        grading._handins["ada"] = Handin("ada", "h", {})
        with pytest.raises(KeyboardInterrupt) as kept:
            grading._finish_all(cast(Any, groups()))
    assert ended == [True]
    assert kept.value is not None


def test_what_a_judge_has_written_is_stored_as_it_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("grader.running.grading.score", lambda *_: None)
    job = SimpleNamespace(assignment=None, progress=SimpleNamespace(graded=lambda *_: None))
    result = ModuleResult("work", (), (), 0.5)
    written = results_to_bytes([result]).replace(b'"cpu_seconds": 0.5', b'"cpu_seconds":   0.5')

    def groups() -> Iterator[Sequence[Graded]]:
        yield [(Unit("ada", {}, {}, ("work",)), written)]

    with Store(tmp_path / FILE) as store:
        grading = Grading(cast(Job, job), store, {"work": "d"})
        grading._handins["ada"] = Handin("ada", "h", {})
        grading._finish_all(cast(Any, groups()))
        [row] = store.rows(["ada"])
        assert row.results == (written.decode().splitlines()[1],)
        assert store.decoded(row).modules == (result,)
