"""A report is known by what it is made from, programs and libraries included."""

from pathlib import Path

import pytest

from grader.publishing import unchanged as kept


def digest() -> str:
    kept.own_digest.cache_clear()
    return kept.own_digest()


def test_programs_templates_and_styles_count(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(kept, "ENGINE", tmp_path)
    seen = [digest()]
    for name in ("score.py", "report/page.j2", "report/page.css", "report/page.js"):
        file = tmp_path / name
        file.parent.mkdir(exist_ok=True)
        file.write_text("x")
        seen.append(digest())
    (tmp_path / "notes.txt").write_text("x")
    assert len(set(seen)) == 5
    assert digest() == seen[-1]


def test_versions_of_libraries_count(monkeypatch: pytest.MonkeyPatch) -> None:
    before = digest()
    monkeypatch.setattr(kept, "version", lambda name: f"another {name}")
    assert digest() != before
    monkeypatch.undo()
    kept.own_digest.cache_clear()
