"""What archives among the hand-ins of a class hold, by name, before any of them is opened.

They are strangers' work, so a forked child looks at them. Of one that can't be looked at nothing
is known here; the reason is told when it is opened.
"""

from collections.abc import Callable, Sequence
from itertools import islice
from typing import TypeVar

from grader.handins.contents import Content, contents_of_names
from grader.handins.reading.archives import OPENED, UNREADABLE, members
from grader.sandbox.kernel.forked import ChildFailed, bound_cpu, bound_memory, each_apart

Stranger = TypeVar("Stranger")
_CPU_SECONDS, _MEMORY = 10, 512 << 20
_MOST_NAMES = 20_000


def is_archive(content: Content) -> bool:
    """Whether it is called as an archive that can be opened."""
    return not content.folder and content.name.lower().endswith(OPENED)


def entries_of(content: Content) -> list[Content]:
    """What is in a folder or an archive; nothing if it is neither, or can't be looked at."""
    if not is_archive(content) or content.link:
        return content.entries()
    names = seen_apart(_names, content)
    return contents_of_names(content.path / content.base, content.name, names)


def seen_apart(names_in: Callable[[Stranger], Sequence[str]], thing: Stranger) -> list[str]:
    """The names that are in a stranger's file or folder, as a child says; none if that fails."""

    def bounded(things: Sequence[Stranger]) -> list[Sequence[str]]:
        bound_memory(_MEMORY)
        bound_cpu(_CPU_SECONDS)
        return [names_in(one) for one in things]

    [(_, names)] = each_apart(bounded, [thing])
    return [] if isinstance(names, ChildFailed) else list(names)


def _names(archive: Content) -> list[str]:
    try:
        with archive.opened() as stream:
            found = islice(members(archive.base, stream, lambda _size: None), _MOST_NAMES)
            return [one.name for one in found]
    except UNREADABLE:
        return []
