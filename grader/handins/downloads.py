"""Names in the downloads of other systems: who handed a file in, and what its own name is.

| system | a name |
|---|---|
| Canvas | `wangchen_12345_678901_sort.py`, late ones `wangchen_LATE_12345_678901_sort.py` |
| Moodle | `Chen Wang_2345678_assignsubmission_file_hw.tgz`, or a folder without `hw.tgz` |
| Autolab | `cwang@example.edu_3_hw.tgz`, the 3 being the version |
| Gradescope | folders that `submission_metadata.yml` explains |
| repositories | `trees-cwang/` with a `.git` in it, all with the same beginning |

A system is recognised if it explains most of the names. Staff's own `--names REGEX` comes before
all of these.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import yaml

from grader.errors import UsageError

METADATA = "submission_metadata.yml"
GROUPS = ("student", "file", "name", "email", "version", "late")
# All scalars are texts: a number as an id must keep its zeros.
_Texts = getattr(yaml, "CBaseLoader", yaml.BaseLoader)
_AGAIN = re.compile(r"(?P<stem>.+?)-(?P<number>[0-9]{1,3})(?P<ending>\.[A-Za-z.]+)")
_FORMS: Mapping[str, re.Pattern[str]] = {
    "moodle": re.compile(
        r"(?P<name>.+?)_(?P<id>[0-9]+)_assignsubmission_(?P<plugin>file|onlinetext)_?(?P<file>.*)"
    ),
    "autolab": re.compile(r"(?P<email>[^@/\s]+@[^@/_\s]+)_(?P<version>[0-9]+)_(?P<file>.+)"),
    "canvas": re.compile(
        r"(?P<student>[^_]+)(?P<late>_LATE)?_(?P<id>[0-9]+)_(?P<upload>[0-9]+)_(?P<file>.+)"
    ),
}


@dataclass(frozen=True, slots=True)
class Sender:
    """Who handed something in, as far as a download says; `id` is the one in that system."""

    label: str
    system: str = ""
    id: str = ""
    name: str = ""
    email: str = ""

    @property
    def key(self) -> tuple[str, str]:
        """What distinguishes two of them."""
        return self.label, self.id or self.email


@dataclass(frozen=True, slots=True)
class Sent:
    """One entry of a download: by whom, its own name (empty for a whole folder), and the rest."""

    senders: tuple[Sender, ...]
    file: str = ""
    version: int = 1
    late: bool = False
    at: str = ""


@dataclass(frozen=True, slots=True)
class Download:
    """A download that was recognised: from which system, and what each of its entries is."""

    system: str
    sent: Mapping[str, Sent]


def pattern_of(text: str) -> re.Pattern[str]:
    """Staff's own pattern; raises `UsageError` if it can't be used."""
    try:
        pattern = re.compile(text)
    except re.error as error:
        raise UsageError(f"--names {text}: not a regular expression: {error}") from None
    unknown = sorted(pattern.groupindex.keys() - set(GROUPS))
    if "student" not in pattern.groupindex or unknown:
        known = ", ".join(GROUPS[1:])
        raise UsageError(f"--names {text}: it needs a group (?P<student>…), and may have {known}")
    return pattern


def explained(
    names: Sequence[str],
    pattern: re.Pattern[str] | None,
    metadata: str | None,
    repositories: Iterable[str],
) -> Download | None:
    """Which download these entries are of, if any.

    `metadata` is Gradescope's file, `repositories` the entries that are Git's. Raises `UsageError`
    if the metadata can't be read.
    """
    if pattern is not None:
        return Download("--names", _matches("", pattern, names))
    if metadata is not None:
        return Download("gradescope", _gradescope(metadata))
    for system, form in _FORMS.items():
        found = _matches(system, form, names)
        if 2 * len(found) > len(names):
            return Download(system, found)
    found = _repositories(list(repositories))
    return Download("repositories", found) if found else None


def _matches(system: str, form: re.Pattern[str], names: Iterable[str]) -> dict[str, Sent]:
    matches = {name: form.fullmatch(name) for name in names}
    return {name: _sent(system, match.groupdict()) for name, match in matches.items() if match}


def _sent(system: str, found: Mapping[str, str | None]) -> Sent:
    said = {key: value or "" for key, value in found.items()}
    email, name = said.get("email", ""), said.get("name", "")
    label = said.get("student") or email.partition("@")[0] or name
    sender = Sender(label, system, said.get("id") or email, name, email)
    version = said.get("version", "")
    return Sent(
        (sender,),
        said.get("file", ""),
        int(version) if version.isdecimal() else 1,
        bool(said.get("late")),
    )


def own_names(files: Sequence[str], known: Iterable[str]) -> list[str]:
    """The names of a student's loose files; those that were handed in again lose their number.

    >>> own_names(["sort-2.py", "sort.py", "heap-1.py", "mine-3.py"], ["sort.py", "heap.py"])
    ['sort.py', 'sort-old.py', 'heap.py', 'mine-3.py']
    """
    bare = {name: _bare(name, known) for name in files}
    latest = {bare[name]: name for name in sorted(files, key=_number)}
    return [bare[name] if latest[bare[name]] == name else _old(name) for name in files]


def _bare(name: str, known: Iterable[str]) -> str:
    match = _AGAIN.fullmatch(name)
    bare = f"{match['stem']}{match['ending']}" if match else name
    return bare if bare in set(known) else name


def _number(name: str) -> int:
    match = _AGAIN.fullmatch(name)
    return int(match["number"]) if match else 0


def _old(name: str) -> str:
    stem, dot, ending = name.rpartition(".")
    return f"{stem}-old{dot}{ending}"


def beginning(names: Sequence[str], end: str) -> str:
    """What all names begin with, as far as the last `end` in it."""
    first, last = min(names, default=""), max(names, default="")
    same = [a == b for a, b in zip(first, last, strict=False)]
    length = same.index(False) if False in same else len(same)
    return first[: first[:length].rfind(end) + 1]


def _repositories(names: Sequence[str]) -> dict[str, Sent]:
    """Repositories of one assignment, whose names begin alike."""
    begin = beginning(names, "-")
    if len(names) < 2 or not begin:
        return {}
    return {
        name: Sent((Sender(name.removeprefix(begin), "github", name.removeprefix(begin)),))
        for name in names
    }


# -- Gradescope ------------------------------------------------------------------------------


def _gradescope(text: str) -> dict[str, Sent]:
    try:
        data = yaml.load(text, _Texts)
    except (yaml.YAMLError, RecursionError) as error:
        raise UsageError(f"{METADATA}: not YAML: {str(error).splitlines()[0]}") from None
    return {str(name): _submission(_said(entry)) for name, entry in _said(data).items()}


def _submission(said: Mapping[str, Any]) -> Sent:
    people = said.get("submitters")
    senders = [_submitter(_said(one)) for one in people] if isinstance(people, list) else []
    history = said.get("history")
    count = len(history) + 1 if isinstance(history, list) else 1
    return Sent(tuple(senders), version=count, at=_time(str(said.get("created_at", ""))))


def _said(data: Any) -> Mapping[str, Any]:
    """A mapping whose keys Ruby wrote as `:name`; empty for anything else."""
    found = data.items() if isinstance(data, dict) else ()
    return {str(key).removeprefix(":"): value for key, value in found}


def _submitter(said: Mapping[str, Any]) -> Sender:
    email, sid, name = [str(said.get(key) or "") for key in ("email", "sid", "name")]
    label = email.partition("@")[0] or sid or name
    return Sender(label, "gradescope", sid or email, name, email)


def _time(text: str) -> str:
    """A time as Ruby writes it, `2026-11-18 20:15:00.123456789 Z`, as ISO does."""
    match = re.fullmatch(
        r"([0-9-]{10})[ T]([0-9:]{8})(?:\.[0-9]+)?\s*(Z|[+-][0-9]{2}:?[0-9]{2})?", text
    )
    if not match:
        return ""
    zone = (match[3] or "Z").replace("Z", "+00:00")
    zone = zone if ":" in zone else f"{zone[:3]}:{zone[3:]}"
    return f"{match[1]}T{match[2]}{zone}"
