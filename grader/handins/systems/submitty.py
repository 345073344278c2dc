"""Submitty: "Download all submissions" of a gradeable, or its folder on the server.

    cwang/2/sort.py                           USER/VERSION/FILE; or a team by its id
    cwang/user_assignment_settings.json       which version is active, and when each was made

From Submitty/Submitty, site/app/controllers/MiscController.php (`downloadAssignedZips`), and
programs that read these folders. The active version is graded, which need not be the last one; 0
means that the submission was cancelled ("will not be graded … and a zero will be recorded"), or
that a team has none. The settings of a team have a `team_history`.
"""

import json
from collections.abc import Iterator, Mapping, Sequence

from grader.course.roster import Person, Roster
from grader.handins.contents import Content
from grader.handins.identity import Group
from grader.handins.systems.readings import (
    Delivery,
    Reading,
    Readings,
    System,
    UngradableHandin,
    UnusedEntry,
    each,
    moment,
)

_SETTINGS = "user_assignment_settings.json"
_PARTS = (("the user", r"[^/]+"), ("the version", r"/\d+"))


def _read(contents: Sequence[Content], _roster: Roster) -> Readings:
    return each(contents, _rule)


def _rule(content: Content) -> Iterator[Reading]:
    below = {one.base: one for one in content.inside()}
    if _SETTINGS not in below:
        return
    said = _settings(below.pop(_SETTINGS))
    whose = Group(content.name) if "team_history" in said else Person(content.name)
    active, times = _version(said.get("active_version")), _times(said.get("history"))
    versions = {int(name[:9]) for name, one in below.items() if one.folder and name.isdecimal()}
    for name, one in below.items():
        if not one.folder or not name.isdecimal():
            yield UnusedEntry(one, "Submitty's own file")
        # Versions before the active one are earlier attempts; later ones were withdrawn.
        elif active not in versions or int(name[:9]) > active:
            yield UnusedEntry(one, "a version that isn't the active one")
        else:
            number = int(name[:9])
            yield Delivery(one, whose, number=number, at=times.get(number, ""))
    if active == 0 and not versions:
        yield UnusedEntry(content, "nothing was handed in")
    elif active not in versions:
        yield UngradableHandin(whose, _why_none(active))


def _version(said: object) -> int | None:
    """A version in the settings, if it is a number: a student's own such file may say anything."""
    return said if type(said) is int else None


def _why_none(active: int | None) -> str:
    """Why no version is graded, though something was handed in."""
    if active == 0:
        return (
            "no version is active, since the submission was cancelled in Submitty, which counts it "
            "as a zero; to have one graded, make it active there"
        )
    if active is not None:
        return f"version {active} is active in Submitty, but it isn't there; download it again"
    return f"{_SETTINGS} doesn't say which version is active; download it again"


def _settings(file: Content) -> Mapping[str, object]:
    try:
        said = json.loads(file.text())
    except (ValueError, RecursionError):
        return {}
    return said if isinstance(said, dict) else {}


def _times(history: object) -> Mapping[int, str]:
    """When each version was made: `2026-11-18 20:15:00-0500 America/New_York`."""
    runs = [run for run in history if isinstance(run, dict)] if isinstance(history, list) else []
    versions = {run["version"]: run.get("time") for run in runs if type(run.get("version")) is int}
    return {number: moment(" ".join(str(at).split()[:2])) for number, at in versions.items()}


SUBMITTY = System("submitty", _PARTS, "cwang/2", _read)
