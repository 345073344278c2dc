"""Planted hand-ins: folders with known verdicts, which may name files that exist elsewhere.

`expected.toml` beside the files says what a hand-in must lose. Its table `files` adds files from
elsewhere in the assignment, by their paths from the folder of `config.yaml`:

    [files]
    "runs.py" = "planted/right/by_loops/runs.py"
"""

import shutil
import tomllib
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path, PurePosixPath
from tempfile import TemporaryDirectory
from typing import Any

from grader.errors import ConfigError, why_unread

EXPECTED = "expected.toml"


def read_expected(folder: Path) -> dict[str, Any]:
    """What is written beside a planted hand-in; raises `ConfigError`."""
    file = folder / EXPECTED
    try:
        return tomllib.loads(file.read_text("utf-8"))
    except OSError as error:
        example = 'write one that says what it loses, such as loses = ["module.task"]'
        raise ConfigError(f"{file}: can't be read: {error.strerror}; {example}") from None
    except ValueError as error:
        raise ConfigError(f"{file}: can't be read: {why_unread(error)}") from None


def named_files(folder: Path, root: Path) -> dict[str, Path]:
    """The files that a planted hand-in names, by their paths in it; `root` is the assignment's.

    Raises `ConfigError` with all faults, a line each.
    """
    table = read_expected(folder).get("files", {}) if (folder / EXPECTED).exists() else {}
    place = f"{folder / EXPECTED}: files"
    if not isinstance(table, Mapping):
        raise ConfigError(f'{place}: must be a table of paths, such as "runs.py" = "other/runs.py"')
    found = {name: _fault(folder, name, path, root) for name, path in table.items()}
    if faults := [f"{place}: {name}: {fault}" for name, fault in found.items() if fault]:
        raise ConfigError("\n".join(faults))
    return {name: root / path for name, path in table.items()}


def _fault(folder: Path, name: str, path: object, root: Path) -> str:
    """What is wrong with a name, or with the path that it is given; empty if nothing is."""
    if not _leads_down(name):
        return "isn't the path of a file in the hand-in"
    if (folder / name).exists():
        return "is in the folder too; delete one of them"
    if not isinstance(path, str) or "\0" in path:
        return "must be given a path, as text"
    # An assignment is complete in its own folder.
    if not (root / path).resolve().is_relative_to(root.resolve()):
        return f"{path} leads out of {root}"
    return "" if (root / path).is_file() else f"there is no file {path} in {root}"


def _leads_down(name: str) -> bool:
    path = PurePosixPath(name)
    return str(path) == name != "." and not path.is_absolute() and ".." not in path.parts


def planted_files(folder: Path, root: Path) -> dict[str, Path]:
    """Where the files of a planted hand-in are, its own and those that it names.

    They go by their paths in it. Raises `ConfigError`.
    """
    own = [path for path in sorted(folder.rglob("*")) if path.is_file()]
    found = {path.relative_to(folder).as_posix(): path for path in own}
    found.pop(EXPECTED, None)
    return found | named_files(folder, root)


def lay_out(folder: Path, root: Path, place: Path) -> None:
    """Copy all files of a planted hand-in to a place, which may exist; raises `ConfigError`."""
    named = named_files(folder, root)
    left_out = shutil.ignore_patterns(EXPECTED)
    shutil.copytree(folder, place, symlinks=True, dirs_exist_ok=True, ignore=left_out)
    for name, path in named.items():
        (place / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(path, place / name)


@contextmanager
def whole_handin(folder: Path, root: Path) -> Iterator[Path]:
    """A folder with all files of a planted hand-in: its own folder, if it names none.

    Raises `ConfigError`.
    """
    if not named_files(folder, root):
        yield folder
        return
    with TemporaryDirectory(prefix="planted") as name:
        place = Path(name) / folder.name
        lay_out(folder, root, place)
        yield place
