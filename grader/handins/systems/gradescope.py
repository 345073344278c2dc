"""Gradescope: "Export submissions", folders that `submission_metadata.yml` explains.

For each folder the file says who handed in (`:submitters:`, several for a group; none, or nameless
ones, if grading is anonymous), when (`:created_at:`), and what came before (`:history:`). This is
from readers of exports (ucbds-infra/otter-grader, metadata parser) and the documentation of
gradescope/autograder_samples: `autograder_error` marks a run that ended in an error of the host.
Such a run, or one whose status says that it failed, doesn't count as an attempt of the student.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

import yaml

from grader.course.roster import Person, Roster
from grader.errors import UsageError
from grader.handins.contents import Content
from grader.handins.identity import (
    AnonymousSender,
    Group,
    Identity,
    PersonOrGroup,
    UnknownSender,
    named,
)
from grader.handins.reading.names import plain
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

METADATA = "submission_metadata.yml"
_AGAIN = "download it again"
# Reads all scalars as text: an id that is a number must keep its zeros.
_Texts = getattr(yaml, "CBaseLoader", yaml.BaseLoader)
_PARTS = (("submission_", r"submission_"), ("its number", r"\d+"))


def _own(contents: Sequence[Content]) -> bool:
    return any(map(_is_metadata, contents))


def _is_metadata(content: Content) -> bool:
    return content.name == METADATA and not content.folder


def _read(contents: Sequence[Content], _roster: Roster) -> Readings:
    known = [_entries(one) for one in contents if _is_metadata(one)]
    whose = {name: _whose(name, said) for all in known for name, said in all.items()}
    # Each person's last submission is in a download, so these are of people of one name.
    names = Counter(
        [one.person.student for one in whose.values() if isinstance(one, PersonOrGroup)]
    )
    for name, one in whose.items():
        if isinstance(one, PersonOrGroup) and (count := names[one.person.student]) > 1:
            who = one.person.student
            whose[name] = UnknownSender(
                f"{METADATA} has {count} submissions of {who}, without an e-mail: write each one's "
                "there"
            )

    def rule(content: Content) -> Iterator[Reading]:
        if _is_metadata(content):
            yield UnusedEntry(content, "Gradescope's own list")
        elif content.name in whose:
            yield _delivery(content, whose[content.name], known[0][content.name])

    found = each(contents, rule)
    if known:
        found = {**found, METADATA: [*found[METADATA], *_missing(contents, whose)]}
    return found


def _missing(
    contents: Sequence[Content], whose: Mapping[str, Identity]
) -> Iterator[UngradableHandin]:
    """What is listed but missing."""
    there = {one.name for one in contents}
    for name, one in whose.items():
        if name not in there:
            yield UngradableHandin(
                one,
                f"{plain(name)} is in {METADATA}, but not in the download; "
                "download it again, or ask for the files",
            )


def _entries(metadata: Content) -> Mapping[str, Mapping[str, object]]:
    text = metadata.text()
    if not text:
        raise UsageError(f"{metadata.path}: {METADATA} can't be read, or is empty")
    try:
        root = yaml.compose(text, _Texts)
        _refuse_twice(metadata, root)
        data = _Texts("").construct_document(root) if root else None
        found = {key: _said(one) for key, one in _said(data).items()}
    except (yaml.YAMLError, RecursionError, ValueError) as error:
        mark = getattr(error, "problem_mark", None)
        line = f" in line {mark.line + 1}" if mark else ""
        raise UsageError(
            f"{metadata.path}: {METADATA} isn't YAML{line}: {str(error).splitlines()[0]}; {_AGAIN}"
        ) from None
    if not found:
        raise UsageError(f"{metadata.path}: {METADATA} lists no submissions; {_AGAIN}")
    return found


def _refuse_twice(metadata: Content, root: yaml.Node | None) -> None:
    """Raise `UsageError` if a submission is listed twice: YAML would take the last one."""
    lines: dict[str, int] = {}
    for key, _ in root.value if isinstance(root, yaml.MappingNode) else ():
        line, before = key.start_mark.line + 1, lines.get(str(key.value))
        if before:
            raise UsageError(
                f"{metadata.path}: {plain(str(key.value))} is in line {before} and {line}; {_AGAIN}"
            )
        lines[str(key.value)] = line


def _delivery(content: Content, whose: Identity, said: Mapping[str, object]) -> Delivery:
    history = said.get("history")
    runs = [_said(run) for run in history] if isinstance(history, list) else []
    failed = sum(map(_failed, runs))
    at = moment(str(said.get("created_at", "")))
    # The history has earlier runs only: the present one comes after them.
    return Delivery(content, whose, number=len(runs) - failed + 1, at=at, failed=failed)


def _failed(run: Mapping[str, object]) -> bool:
    """Whether a run ended in an error of the host; all values are text, as in the YAML."""
    status = str(run.get("status") or "").lower()
    error = str(run.get("autograder_error") or "").lower()
    return error in ("true", "yes", "on", "1") or "fail" in status or "error" in status


def _whose(name: str, said: Mapping[str, object]) -> Identity:
    submitters = said.get("submitters")
    people = [_said(one) for one in submitters] if isinstance(submitters, list) else []
    found = [person for one in people if (person := _person(one)).student]
    if not found:
        return AnonymousSender(name)
    if len(found) > 1:
        return Group(", ".join([person.name or person.student for person in found]), tuple(found))
    return found[0] if found[0].email or found[0].ids else named(found[0])


def _person(said: Mapping[str, object]) -> Person:
    email, sid, name = [str(said.get(key) or "").strip() for key in ("email", "sid", "name")]
    label = email.partition("@")[0] or sid or name
    ids = {"gradescope": sid or email} if sid or email else {}
    return Person(label, name, email, ids=ids)


def _said(data: object) -> Mapping[str, object]:
    """A mapping whose keys Ruby wrote as `:name`; empty for anything else."""
    found = data.items() if isinstance(data, dict) else ()
    return {str(key).removeprefix(":"): value for key, value in found}


GRADESCOPE = System("gradescope", _PARTS, "submission_11111111", _read, _own)
