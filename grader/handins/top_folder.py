"""The folder of a hand-in in which its graded files are; if they are in several, the best guess."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from warnings import catch_warnings

from grader.assignment.sources import with_imported
from grader.handins.reading.names import plain
from grader.results import IN_SEVERAL_FOLDERS


@dataclass(frozen=True, slots=True)
class TopFolder:
    """The path of a folder, with a slash at its end, or nothing.

    `notes` say if it is a guess. It is `edited` if any graded file isn't as students got it.
    """

    path: str
    notes: tuple[str, ...]
    edited: bool


def top_folder_of(
    names: Sequence[str],
    known_files: Sequence[str],
    files: Mapping[str, str],
    starters: Mapping[str, str],
) -> TopFolder:
    """The folder with the most of the `known_files` among these names.

    `files` has the texts of those that can be read, `starters` those of what students got, by path:
    an unchanged module of the library is no graded file, though it may have the name of one.
    """
    library = {path: text for path, text in starters.items() if path not in known_files}
    own = [n for n in names if n not in files or not _is_as_given(n, files[n], library)]
    tops = _tops(own, known_files)
    edited = {
        top: some
        for top, some in tops.items()
        if any(is_work(files, top + one, starters.get(one)) for one in some)
    }
    tops = edited or tops
    if not tops:
        return TopFolder("", (), edited=False)
    # At equal numbers the shallowest folder, then the first by name.
    first, *others = sorted(tops, key=lambda top: (-len(tops[top]), top.count("/"), top))
    used = _imported(first, tops[first], files) if others else ()
    rivals = [top for top in others if not all(top + one in used for one in tops[top])]
    shown = [plain(top) or "the top" for top in (first, *rivals)]
    guess = f"{IN_SEVERAL_FOLDERS}{' and '.join(shown[:4])}; those in {shown[0]} are graded"
    return TopFolder(first, (guess,) if rivals else (), bool(edited))


def is_work(files: Mapping[str, str], name: str, starter: str | None) -> bool:
    """Whether a file isn't empty, nor as students got it; one that can't be read may be."""
    return name not in files or files[name].split() not in ([], (starter or "").split())


def _is_as_given(name: str, text: str, given: Mapping[str, str]) -> bool:
    """Whether a file is one of those that are given, in whatever folder they all are."""
    paths = [path for path in _ends(name) if path in given]
    return any(given[path].split() == text.split() for path in paths)


def _ends(name: str) -> Iterator[str]:
    while name:
        yield name
        name = name.partition("/")[2]


def _tops(names: Sequence[str], known_files: Sequence[str]) -> Mapping[str, Sequence[str]]:
    """The folders in which graded files are, each with the names of these."""
    tops: dict[str, list[str]] = {}
    for name in names:
        for known in known_files:
            if name == known or name.endswith("/" + known):
                tops.setdefault(name.removesuffix(known), []).append(known)
    return tops


def _imported(top: str, graded: Sequence[str], files: Mapping[str, str]) -> Collection[str]:
    """The files below a folder that graded ones in it import, directly or not."""
    below = {name.removeprefix(top): text for name, text in files.items() if name.startswith(top)}
    # One that isn't Python is reported when it is imported.
    with (
        suppress(SyntaxError, ValueError, RecursionError, MemoryError),
        catch_warnings(action="ignore"),
    ):
        return {top + name for name in with_imported(graded, below)}
    return ()
