"""Staff's own pattern for names, `--names REGEX`: its groups say what is what.

A pattern with a `/` is for paths: it is matched with every file at any depth, any other only with
what is at the top. `folder` is where a file is in its hand-in. What a pattern doesn't match is not
a hand-in.
"""

import re
from collections.abc import Iterator, Sequence
from shlex import quote

from grader.course.roster import Person
from grader.errors import UsageError
from grader.handins.contents import Content, files_below
from grader.handins.identity import Group, PersonOrGroup
from grader.handins.systems.readings import Delivery, Reading, Readings, UnusedEntry, each, moment

GROUPS = ("student", "file", "name", "email", "version", "late", "time", "folder", "group")
_WHOSE = ("student", "name", "email", "group")
_MISMATCH = "--names doesn't match it"
_NOBODY = "--names finds nobody's id, name, e-mail or group in it"


def pattern_of(text: str) -> re.Pattern[str]:
    """Staff's own pattern; raises `UsageError` if it can't be used."""
    try:
        pattern = re.compile(text)
    except re.error as error:
        raise UsageError(f"--names {text}: not a regular expression: {error}") from None
    given = pattern.groupindex.keys()
    if not given & {"student", "group"} or given - set(GROUPS):
        known = ", ".join(GROUPS[1:])
        raise UsageError(f"--names {text}: it needs a group (?P<student>…), and may have {known}")
    return pattern


def escaped(text: str) -> str:
    """A text as a part of a pattern that matches exactly this text."""
    return re.escape(text).replace(r"\-", "-").replace(r"\ ", " ")


def option(pattern: str) -> str:
    """`--names` with a pattern, to be pasted into a shell."""
    return f"--names {quote(pattern)}"


def read_by(pattern: re.Pattern[str], contents: Sequence[Content]) -> Readings:
    """The readings of what a pattern matches, and of what it doesn't."""

    def rule(content: Content) -> Iterator[Reading]:
        of_paths = "/" in pattern.pattern
        files = list(files_below([content])) if of_paths else [content]
        matches = {one.name: pattern.fullmatch(one.name) for one in files}
        for one in files:
            match = matches[one.name]
            if match and any(match.groupdict().get(group) for group in _WHOSE):
                yield _delivery(one, match.groupdict())
            elif match:
                yield UnusedEntry(one, _NOBODY, doubtful=True)
            else:
                doubtful = one.may_be_handin and not any(matches.values())
                yield UnusedEntry(one, _MISMATCH, doubtful)

    return each(contents, rule)


def _delivery(content: Content, found: dict[str, str | None]) -> Delivery:
    said = {key: value or "" for key, value in found.items()}
    email, name, version = said.get("email", ""), said.get("name", ""), said.get("version", "")
    person = Person(said.get("student") or email.partition("@")[0] or name, name, email)
    return Delivery(
        content,
        Group(said["group"]) if said.get("group") else PersonOrGroup(person),
        "/".join(filter(None, (said.get("folder", "").strip("/"), said.get("file", "")))),
        # Python refuses to read numbers of thousands of digits.
        int(version) if version.isdecimal() and len(version) < 10 else None,
        moment(said.get("time", "")),
        bool(said.get("late")),
        stamp=said.get("time", ""),
    )
