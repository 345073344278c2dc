"""No planted or example file is a copy of another file: `expected.toml` names it instead."""

from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

from tests.support import ROOT

KEPT = ("tests/submissions", "assignments/*/planted", "examples", "bench/environment_class")
BESIDE = ("reference", "handout", "assignments/*/reference", "assignments/*/handout")
# Shorter ones are the same by chance, and quicker read than looked up.
FEWEST_LINES = 10


def _files(*folders: str) -> Iterator[Path]:
    for pattern in folders:
        for folder in ROOT.glob(pattern):
            yield from [path for path in folder.rglob("*") if path.is_file()]


def _is_ours(path: Path) -> bool:
    """Whether a file is none that a tool has left, such as `__pycache__`."""
    parts = path.relative_to(ROOT).parts
    return "__pycache__" not in parts and not any(part.startswith(".") for part in parts)


def copies() -> list[list[str]]:
    """The planted and example files of ten lines or more that are the same as others."""
    kept, found = {*_files(*KEPT)}, defaultdict[bytes, list[Path]](list)
    for path in sorted({*kept, *_files(*BESIDE)}):
        content = path.read_bytes()
        if _is_ours(path) and content.count(b"\n") >= FEWEST_LINES:
            found[content].append(path)
    same = [paths for paths in found.values() if len(paths) > 1 and not kept.isdisjoint(paths)]
    return [[str(path.relative_to(ROOT)) for path in paths] for paths in same]


def test_no_planted_or_example_file_is_a_copy() -> None:
    assert copies() == []
