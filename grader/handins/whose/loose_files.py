"""Files that a student handed in one by one: their own names, of which the last one counts."""

import re
from collections.abc import Iterable, Sequence

_AGAIN = re.compile(r"(?P<stem>.+?)-(?P<number>[0-9]{1,3})(?P<ending>\.[A-Za-z.]+)")


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
