"""Exceptions that end a command: one tree, one clear line, and an exit status."""

from pathlib import Path

import pytest

from grader import errors
from grader.errors import (
    ConfigError,
    DiskFull,
    GraderError,
    OutputError,
    UsageError,
    did_you_mean,
    writing,
)


def test_what_is_drawn_in_the_docstring_is_the_tree() -> None:
    assert errors.__doc__ is not None
    drawn = [line.lstrip(" │├└─").partition("  ") for line in errors.__doc__.splitlines()]
    statuses = {
        name: rest.rpartition("exit status ")[2].strip()
        for name, _, rest in drawn
        if name and hasattr(errors, name)
    }
    kinds = [
        kind
        for kind in vars(errors).values()
        if isinstance(kind, type) and issubclass(kind, GraderError)
    ]
    assert list(statuses) == [kind.__name__ for kind in kinds]
    assert all(
        int(said) == getattr(errors, name).exit_status
        for name, said in statuses.items()
        if said in "12"
    )


def test_a_wrong_argument_or_file_ends_with_2_and_all_else_with_1() -> None:
    assert (UsageError.exit_status, ConfigError.exit_status, DiskFull.exit_status) == (2, 2, 1)
    assert issubclass(DiskFull, OutputError)


@pytest.mark.parametrize(
    ("words", "shown"),
    [
        ("a\x1b[2Jb", "a\\x1b[2Jb"),
        ("one\ntwo\r", "one\ntwo\\r"),
        ("\u202ea\ud800", "\\u202ea\\ud800"),
        ("größe", "größe"),
    ],
)
def test_what_would_not_show_is_an_escape_and_lines_stay(words: str, shown: str) -> None:
    assert str(GraderError(words)) == shown


@pytest.mark.parametrize(
    ("name", "known", "end"),
    [
        ("Titel", ["title", "seed"], "; did you mean 'title'?"),
        ("TITLE", ["Title"], "; did you mean 'Title'?"),
        ("zzz", ["title"], ""),
        ("title", [], ""),
    ],
)
def test_a_name_that_is_near_is_proposed(name: str, known: list[str], end: str) -> None:
    assert did_you_mean(name, known) == end
    assert did_you_mean("zzz", known, "; x") == "; x"


def test_what_the_system_says_against_writing_is_one_line(tmp_path: Path) -> None:
    path = tmp_path / "none/file"
    with pytest.raises(OutputError) as caught, writing(path):
        path.write_bytes(b"")
    assert str(caught.value) == f"{path}: can't be written: No such file or directory"
