"""Printing by the browser of the machine, or one clear line if there is none."""

from pathlib import Path

import pytest

from grader.errors import OutputError
from grader.report.pages.pdf import find_browser, print_pdf


def test_without_a_browser_the_reader_learns_what_to_do(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(OutputError) as caught:
        print_pdf(Path("ada.html"), tmp_path / "ada.pdf")
    assert str(caught.value) == (
        "no Chromium to print with; install it, or print ada.html with any browser"
    )


def test_a_browser_that_fails_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    fake = tmp_path / "chromium"
    fake.write_text("#!/bin/sh\nexit 3\n", "utf-8")
    fake.chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}:/usr/bin:/bin")
    with pytest.raises(OutputError, match=r"ada\.pdf: chromium could not print it: .*status 3"):
        print_pdf(tmp_path / "ada.html", tmp_path / "ada.pdf")
    assert not (tmp_path / "ada.pdf").exists()


@pytest.mark.skipif(find_browser() is None, reason="no Chromium on this machine")
def test_a_page_becomes_a_pdf(tmp_path: Path) -> None:
    page = tmp_path / "ada.html"
    page.write_text("<!DOCTYPE html><title>ada</title><p>48 of 48 points", "utf-8")
    print_pdf(page, tmp_path / "ada.pdf")
    assert (tmp_path / "ada.pdf").read_bytes()[:5] == b"%PDF-"
