"""Results of long runs are kept until what they depend on changes."""

from pathlib import Path

import pytest

from bench.kept import kept


def test_what_is_kept_is_not_made_again(tmp_path: Path) -> None:
    made = iter([["first"], ["second"]])
    for _ in range(2):
        assert kept(tmp_path, "a", ["x"], lambda: next(made)) == ["first"]


def test_what_is_kept_is_made_again_when_something_changes(tmp_path: Path) -> None:
    assert kept(tmp_path, "a", ["x", "y"], lambda: 1) == 1
    assert kept(tmp_path, "a", ["x", "z"], lambda: 2) == 2
    assert kept(tmp_path, "b", ["x", "y"], lambda: 3) == 3
    assert kept(tmp_path, "a", ["x", "y"], lambda: 4) == 1


def test_what_failed_is_not_kept(tmp_path: Path) -> None:
    def fails() -> int:
        raise ValueError("half of it")

    with pytest.raises(ValueError, match="half"):
        kept(tmp_path, "a", ["x"], fails)
    assert kept(tmp_path, "a", ["x"], lambda: 1) == 1
