"""Recognizes a report that would come out the same, so that it isn't made a second time.

A report is left alone only if two things are unchanged: the digest of everything that it is made
from, and the hashes of its files. When in doubt, it is made again.
"""

import platform
from contextlib import suppress
from dataclasses import dataclass, fields
from functools import cache
from hashlib import file_digest, sha256
from importlib.metadata import version
from pathlib import Path

from grader.publishing.run import CSV, JSON, RUN, read_keys
from grader.report.pages.page_files import INDEX, pages_digest

ENGINE = Path(__file__).parents[1]
LIBRARIES = ("jinja2", "markupsafe", "pygments")
SUFFIXES = (".py", ".j2", ".css", ".js")


@dataclass(frozen=True, slots=True)
class Report:
    """A report on disk; `text` is what the terminal says about it.

    It is `complete` unless a hand-in has no score through no fault of its own.
    """

    made_from: str
    files: dict[str, str]
    pages: str
    text: str
    complete: bool


def kept(out: Path, made_from: str) -> Report | None:
    """The report in `out`, if it is as `run.json` describes it, and was made from exactly this."""
    data = read_keys(out / RUN).get("report")
    if not isinstance(data, dict) or data.keys() != {one.name for one in fields(Report)}:
        return None
    report = Report(**data)
    same = report.made_from == made_from and report.files == hashes(out)
    return report if same and report.pages == pages_digest(out) else None


def hashes(out: Path) -> dict[str, str]:
    """The hashes of the class files; those that can't be read are left out."""
    found = {}
    for name in (JSON, CSV, INDEX):
        with suppress(OSError), (out / name).open("rb") as file:
            found[name] = file_digest(file, "sha256").hexdigest()
    return found


@cache
def own_digest() -> str:
    """A hash of the programs, templates, styles and libraries that make reports."""
    versions = [platform.python_version(), *[f"{name} {version(name)}" for name in LIBRARIES]]
    total = sha256("\n".join(versions).encode())
    for path in sorted(one for one in ENGINE.rglob("*.*") if one.suffix in SUFFIXES):
        content = path.read_bytes()
        total.update(f"\n{path.name} {len(content)}\n".encode())
        total.update(content)
    return total.hexdigest()
