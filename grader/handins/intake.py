"""Hand-ins, opened safely: folders, archives and single files become texts in memory.

THEORY OF OPERATION

A hand-in is written by somebody who may want more than a grade. So nothing of it is ever extracted
to disk, nothing that isn't a regular file is ever opened, and names in archives are only labels:
names that no import can use, with `..` or with a leading `/` are left out (see `is_plain`). Only
the folder that holds the hand-in may have any name, which is taken off. What is read is counted
while it is read, since sizes in headers are only claims. Only `.py` files are modules, by the
encoding that they declare, and notebooks, whose code cells are a module. Their text is passed on,
not the file, so that no declared encoding can make Python see other code than the checks and the
staff do. Small files of other kinds that a module names are data, passed on as bytes: they are
written to a box's folder and nowhere else, and nothing on this side looks into them.

Archives in a hand-in are opened, too; their first bytes tell which kind they are. If the same file
is there several times, one outside of archives counts, then that of the archive with the most
graded files; what holds only starter files comes last. What no course wants (environments, caches,
version control) is passed over.

One unusable file costs only its own module (`problems`); a hand-in that can't be opened at all
raises `HandinError`, and so does one whose archive is damaged where a graded file is: a download
may have done that. All of this happens in a process of its own: `grader.handins.opening`.
"""

import ast
import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from hashlib import sha256
from types import MappingProxyType
from unicodedata import normalize
from warnings import catch_warnings

from grader.assignment.config import Intake
from grader.errors import HandinError
from grader.handins.parcels import Parcel, read_parcel, without_ending
from grader.handins.reading.archives import LOST
from grader.handins.reading.names import is_plain, plain
from grader.handins.reading.unwanted import OURS, SILENT, SYSTEM
from grader.handins.top_folder import is_work, top_folder_of
from grader.handins.unpack import Entries, UnreadHandin
from grader.inside.module_names import GIVEN, imported_instead
from grader.inside.notebook.layout import ENDING, is_made_of, notebook_of, tree_of
from grader.inside.notebook.reading import module_text
from grader.inside.shortening import listed
from grader.inside.text_modules import is_text, module_file, module_of
from grader.results import CANT_BE_OPENED, MISNAMED, TWIN
from grader.student.handing_in.data_files import fitting, may_be_data, named
from grader.student.handing_in.decoding import decode
from grader.student.handing_in.given import TAKEN
from grader.student.handing_in.meant import meant_name
from grader.student.pythons.versions import packing_notes

MOST_NAMES = 5
_MOST_LOOKED_AT = 1_000  # names of files that are not read: there may be any number
# Begins the digests of hand-ins: which form of digest it is.
_FORM = "2"
_NUMBER = re.compile(r"[-_ (]v?([0-9]{1,9})\)?$")  # of an archive that was handed in again


@dataclass(frozen=True, slots=True)
class Handin:
    """What was handed in: file names to texts, and what isn't right about the rest.

    `data` are files that its code may read, each as its bytes in hex. `problems` maps files that
    can't be used to the reason; `notes` are remarks for the student. `digest` is that of files,
    problems and data, all that a judge gets: it doesn't depend on how they were packed, and results
    are stored under it.
    """

    student: str
    digest: str
    files: Mapping[str, str]
    notes: tuple[str, ...] = ()
    problems: Mapping[str, str] = field(default_factory=dict)
    data: Mapping[str, str] = field(default_factory=dict)


def open_parcel(
    parcel: Parcel,
    limits: Intake,
    known_files: Sequence[str],
    starters: Mapping[str, str] = MappingProxyType({}),
    handed_out: Collection[str] = (),
) -> Handin:
    """Everything gradable in a hand-in, even if it is in several pieces.

    Of folders and archives, those that hold nothing but `starters`, modules as students get them,
    come last. What was `handed_out` is no data of theirs. Raises `HandinError` if there is nothing
    that can be graded.
    """
    texts = frozenset(filter(is_text, known_files))
    entries = read_parcel(parcel, limits, texts)
    return _handin(parcel.student, entries, known_files, starters, handed_out)


def noting_changed(handin: Handin, given: Mapping[str, str]) -> Handin:
    """A hand-in with a note on each file that its course gives, but that it has changed."""
    own = {**handin.files, **dict.fromkeys(handin.problems, "")}
    changed = [name for name, text in given.items() if own.get(name, text) != text]
    notes = [f"{name} is graded as it is in the handout" for name in changed]
    return replace(handin, notes=(*handin.notes, *notes))


def noting_taken(handin: Handin, packages: Iterable[str]) -> Handin:
    """A hand-in with a note on each module that has the name of a package of ours."""
    taken = [f"{name}.py" for name in packages if f"{name}.py" in handin.files]
    return replace(handin, notes=(*handin.notes, *[f"{name} {TAKEN}" for name in taken]))


@dataclass(frozen=True, slots=True)
class _Part:
    """What the files of a hand-in, or of an archive in it, come to, with texts as modules.

    `place` names the archive, `others` what is no module. Each file that may be data has its name
    in `data`, beside its content.
    """

    place: str
    files: Mapping[str, str]
    problems: Mapping[str, str]
    notes: Sequence[str]
    others: Sequence[str]
    data: Mapping[str, tuple[str, bytes | UnreadHandin]]
    known: frozenset[str]
    edited: bool

    @property
    def worth(self) -> int:
        """0 without graded files, 1 if students got all of these so, else 2."""
        return 2 if self.edited else int(bool(self.known))


def _handin(
    student: str,
    entries: Entries,
    wanted: Sequence[str],
    starters: Mapping[str, str],
    handed_out: Collection[str],
) -> Handin:
    known_files = tuple(map(module_file, wanted))
    texts = {module_file(name): name for name in wanted if is_text(name)}
    loose, *inner = [
        _part(place, e, known_files, texts, starters) for place, e in _everywhere(entries)
    ]
    # Files outside of archives come first, unless only archives hold graded or edited ones.
    parts = [loose] if loose.worth >= max([part.worth for part in inner], default=0) else []
    notes = [note for part in parts for note in part.notes]
    files, problems = _taken(parts)
    for part in sorted(inner, key=_rank, reverse=True):
        other = _other_work(part, files, starters) if parts else []
        if not part.known <= _there(files, problems):
            if files or problems:
                new = ", ".join(sorted(part.known - {*files, *problems}))
                notes += [f"from {plain(part.place)}: {new}"]
            notes += part.notes
            parts.append(part)
            files, problems = _taken(parts)
        elif not other and not any(one.place.startswith(f"{part.place}/") for one in parts):
            notes += [f"not looked at: {plain(part.place)}"]
        notes += other
    data = _data([*parts, loose], files, problems, handed_out)
    others = [name for part in parts for name in part.others]
    if loose not in parts:
        others += [*map(plain, loose.files), *entries.others]
    unread = [
        one for part in (*parts, loose) for name, one in part.data.items() if name not in data
    ]
    notes += _other_notes([*others, *dict.fromkeys(plain(name) for name, _ in unread)])
    notes += [f"for your code to read: {listed([*map(plain, data)], MOST_NAMES)}"] if data else []
    passed = [name for _, each in _everywhere(entries) for name in each.passed]
    notes += [*_passed_notes(entries), *packing_notes(passed)]
    unopened = [
        (_joined(place, name), why)
        for place, each in _everywhere(entries)
        for name, why in each.unopened
    ]
    notes += _lost_notes(files, problems, known_files)
    there = {texts.get(name, name) for name in (*files, *problems)}
    for name, error in entries.shut.items():
        if not there.issuperset(wanted):
            raise error  # what is missing may be in there
        notes.append(f"{plain(name)} {CANT_BE_OPENED}{str(error).rpartition(': ')[2]}")
    _refuse_unknown(entries, unopened, there, wanted)
    notes += [f"{plain(name)} {CANT_BE_OPENED}{why}" for name, why in unopened]
    notes += [
        f"{name} {TWIN}{package}, which Python imports instead"
        for name in known_files
        if name in files and (package := imported_instead(name, files))
    ]
    notes += [f"{name} {MISNAMED}{known}" for name, known in _misnamed(entries, there, wanted)]
    digest = _digest(files, problems, data)
    return Handin(student, digest, dict(sorted(files.items())), tuple(notes), problems, data)


def _other_work(part: _Part, taken: Mapping[str, str], starters: Mapping[str, str]) -> list[str]:
    """A note on each graded file that an archive holds, too, with other work in it."""
    return [
        f"{plain(f'{part.place}/{name}')} {TWIN}{name}, which is graded"
        for name in sorted(part.known & taken.keys())
        if part.files.get(name) != taken[name] and is_work(part.files, name, starters.get(name))
    ]


def _lost_notes(
    files: Mapping[str, str], problems: Mapping[str, str], known_files: Sequence[str]
) -> list[str]:
    """A note on each file that its archive has lost; raises `HandinError` if it is graded."""
    notes = []
    for name, why in problems.items():
        if why.startswith(LOST):
            module = f"{name.removesuffix(ENDING)}.py" if name.endswith(ENDING) else name
            if module in known_files and module not in files:
                raise HandinError(f"{name}, which is in the hand-in, {why.removeprefix('it ')}")
            notes.append(f"{plain(name)} {CANT_BE_OPENED}{why.removeprefix(LOST)}")
    return notes


def _taken(parts: Sequence[_Part]) -> tuple[dict[str, str], dict[str, str]]:
    """The files of some parts; if several have the same name, that of the first part."""
    files: dict[str, str] = {}
    problems: dict[str, str] = {}
    for part in parts:
        there = _there(files, problems)
        files |= {name: text for name, text in part.files.items() if name not in there}
        problems |= {name: why for name, why in part.problems.items() if name not in there}
    return files, {name: why for name, why in problems.items() if name not in files}


def _there(files: Mapping[str, str], problems: Mapping[str, str]) -> set[str]:
    """The names of files that are there, good or bad: not those that an archive has lost."""
    return {*files, *[name for name, why in problems.items() if not why.startswith(LOST)]}


def _everywhere(entries: Entries, place: str = "") -> Iterator[tuple[str, Entries]]:
    """What was found outside of archives, then in each archive, at any depth, by its place."""
    yield place, entries
    for name, inner in entries.archives:
        yield from _everywhere(inner, _joined(place, name))


def _joined(place: str, name: str) -> str:
    return f"{place}/{name}" if place else name


def _rank(part: _Part) -> tuple[int, int, int, str]:
    """Archives with more of the graded files last; among equals, those numbered higher."""
    number = _NUMBER.search(without_ending(part.place))
    return part.worth, len(part.known), int(number[1]) if number else 0, part.place


def _part(
    place: str,
    found: Entries,
    known_files: Sequence[str],
    texts: Mapping[str, str],
    starters: Mapping[str, str],
) -> _Part:
    # A folder that was packed twice into one archive has each file twice.
    whole = dict(found.contents)
    refused = [(n, why) for n, why in found.refused if not (n in whole and why.startswith(LOST))]
    found = replace(found, contents=[*dict.fromkeys(found.contents)], refused=refused)
    found, notes = _with_written(found)
    entries = _with_texts(_with_modules(found), texts)
    names = [name for name, _ in (*entries.contents, *entries.refused)]
    problems = _twice(names)
    problems |= {name: why for name, why in entries.refused if name not in problems}
    files: dict[str, str] = {}
    for name, content in entries.contents:
        if name not in problems:
            try:
                files[name] = decode(content)
            except ValueError as error:
                problems[name] = str(error)
    found_top = top_folder_of(names, known_files, files, starters)
    top, notes = found_top.path, [*notes, *found_top.notes]
    outside = sorted({name for name in names if not _is_within(name, top)})
    inside = {name.removeprefix(top): text for name, text in files.items() if _is_within(name, top)}
    faults = {
        name.removeprefix(top): why for name, why in problems.items() if _is_within(name, top)
    }
    known = frozenset(known_files) & {*inside, *faults}
    # Nothing imports these, so no error would tell that they are there.
    loose = dict.fromkeys(found.data)
    unused = [
        *entries.others,
        *[plain(name) for name, _ in loose],
        *[plain(name) for name in names if not _last(name)[:-3].isidentifier()],
    ]
    pairs = [(name, _twin(name, top, known)) for name in unused[:_MOST_LOOKED_AT]]
    twins = dict([pair for pair in pairs if pair[1]][:MOST_NAMES])
    notes += [f"{name} {TWIN}{module}, which is graded" for name, module in twins.items()]
    twice = _twice([*names, *[name for name, _ in loose]])
    data = {
        name.removeprefix(top): (name, content)
        for name, content in loose
        if name.startswith(top) and may_be_data(name.removeprefix(top)) and name not in twice
        if plain(name) not in twins
    }
    outside += [name for name, _ in loose if name.removeprefix(top) not in data]
    others = [name for name in (*map(plain, outside), *entries.others) if name not in twins]
    return _Part(place, inside, faults, notes, others, data, known, found_top.edited)


def _data(
    parts: Sequence[_Part],
    files: Mapping[str, str],
    problems: Collection[str],
    handed_out: Collection[str],
) -> dict[str, str]:
    """The data files that the modules name, in hex; of equal names, that of the first part."""
    found: dict[str, bytes | UnreadHandin] = {}
    for part in parts:
        found |= {name: one for name, (_, one) in part.data.items() if name not in found}
    names = found.keys() - handed_out
    sizes: dict[str, int] = {}
    for name in named(names, _trees(files)) if names else ():
        content = found[name]
        if isinstance(content, UnreadHandin):
            raise content
        sizes[name] = len(content)
    given = fitting(sizes, {*files, *problems})
    return {name: one.hex() for name in given if isinstance(one := found[name], bytes)}


def _trees(files: Mapping[str, str]) -> Iterator[ast.AST]:
    for name, text in files.items():
        # A file that isn't Python is reported when it is imported.
        with suppress(SyntaxError, ValueError, RecursionError):
            yield _tree(name, text)


def _tree(name: str, text: str) -> ast.AST:
    try:
        with catch_warnings(action="ignore"):
            return tree_of(name, text)
    except MemoryError:  # it is nested too deep, or this machine lacks memory: all is one string
        return ast.Constant(text)


def _twin(name: str, top: str, known: Collection[str]) -> str:
    """The graded file that a notebook would be, or that a file may be a copy of; else empty."""
    made = f"{name.removesuffix(ENDING)}.py".removeprefix(top)
    if name.endswith(ENDING) and made in known:
        return made
    others = [file for file in sorted(known) if _last(file) != _last(name)]
    is_given = not {*GIVEN}.isdisjoint(name.split("/"))
    return "" if is_given else next((file for file in others if meant_name(name, file)), "")


def _with_written(entries: Entries) -> tuple[Entries, list[str]]:
    """What was found, with the files that cells of notebooks write, and a note on each of these.

    A file that was handed in takes precedence.
    """
    written = entries.written
    kept = [each for each in entries.contents if each[0] not in written or each[1].strip()]
    there = {name for name, _ in (*kept, *entries.refused)}
    new = {name: one for name, one in written.items() if name not in there}
    notes = [
        f"{plain(name)} is what a cell of {plain(one)} writes" for name, (one, _) in new.items()
    ]
    contents = [*kept, *[(name, content) for name, (_, content) in new.items()]]
    return replace(entries, contents=contents), notes


def _beside(name: str, other: str) -> str:
    """The path of another file in the same folder."""
    return name.removesuffix(_last(name)) + other


def _with_modules(entries: Entries) -> Entries:
    """What was found, with modules in place of notebooks; hand-written ones take precedence."""
    notebooks = {name for name, _ in entries.contents if name.endswith(ENDING)}
    contents = [
        (name, content)
        for name, content in entries.contents
        # One made from the notebook may be older than that, and an empty one is nobody's work.
        if notebook_of(name) not in notebooks
        or (content.strip() and not is_made_of(content, _last(notebook_of(name))))
    ]
    there = {name for name, _ in (*contents, *entries.refused)}
    made = replace(entries, contents=[], refused=list(entries.refused), others=[*entries.others])
    for name, content in contents:
        module = f"{name.removesuffix(ENDING)}.py"
        if not name.endswith(ENDING):
            made.contents.append((name, content))
        elif module in there:
            made.others.append(plain(name))
        else:
            try:
                text = module_text(_last(name), content)
                made.contents.append((module, text.encode()))
            except ValueError as error:
                made.refused.append((module, str(error)))
    return made


def _with_texts(entries: Entries, texts: Mapping[str, str]) -> Entries:
    """What was found, with modules in place of `texts`; no other module counts as one of these."""
    made = replace(entries, contents=[], refused=[], others=[*entries.others])
    for name, why in entries.refused:
        made.refused.append((_of_text(name, texts), why))
    for name, content in entries.contents:
        if _of_text(name, texts) != name:
            try:
                module = module_of(_last(name), decode(content))
                made.contents.append((_of_text(name, texts), module.encode()))
            except ValueError as error:
                made.refused.append((_of_text(name, texts), str(error)))
        elif _last(name) not in texts:
            made.contents.append((name, content))
        else:
            made.others.append(plain(name))
    return made


def _of_text(name: str, texts: Mapping[str, str]) -> str:
    """The name of the module that is made from a file, if it is one of `texts`; else its own."""
    if _last(name) not in texts.values():
        return name
    return _beside(name, module_file(_last(name)))


def _last(name: str) -> str:
    return name.rpartition("/")[2]


def _is_within(name: str, top: str) -> bool:
    """Whether a file counts: it is in the folder of the hand-in, by a name that can be imported."""
    return name.startswith(top) and is_plain(name.removeprefix(top))


def _twice(names: Sequence[str]) -> dict[str, str]:
    same: dict[str, list[str]] = {}
    for name in names:
        # On some systems such names mean the same file.
        same.setdefault(normalize("NFC", name).casefold(), []).append(name)
    return {
        name: f"it is there more than once ({plain(', '.join(group[:4]))}); keep one"
        for group in same.values()
        if len(group) > 1
        for name in group
    }


def _other_notes(others: Sequence[str]) -> list[str]:
    if not others:
        return []
    return [f"not looked at: {listed(sorted(others), MOST_NAMES)}"]


def _passed_notes(entries: Entries) -> list[str]:
    passed = _passed_over(entries, SILENT)
    return [f"passed over: {passed}"] if passed else []


def _passed_over(entries: Entries, silent: Sequence[str]) -> str:
    shown = [f"{name} ({kind})" for name, kind in entries.passed.items() if kind not in silent]
    return listed(sorted(shown), MOST_NAMES)


def _misnamed(
    entries: Entries, there: set[str], known_files: Sequence[str]
) -> Iterator[tuple[str, str]]:
    """Files whose names are almost those of missing graded files, with these names."""
    missing = [file for file in known_files if file not in there]
    asked = tuple([f"/{one}" for file in known_files for one in (file, notebook_of(file))])
    for name in sorted(map(plain, _all_names(entries))):
        is_other = f"/{name}".endswith(asked) or not {*GIVEN}.isdisjoint(name.split("/")[:-1])
        meant = [] if is_other else [meant_name(name, file) for file in missing]
        if one := next(filter(None, meant), ""):
            yield name, one


def _refuse_unknown(
    entries: Entries,
    unopened: Sequence[tuple[str, str]],
    found: set[str],
    known_files: Sequence[str],
) -> None:
    if not found.isdisjoint(known_files):
        return
    names = list(_all_names(entries))
    if unopened:
        name, why = unopened[0]
        raise HandinError(f"{plain(name)}, which is in the hand-in, can't be opened: {why}")
    if not names:
        passed = _passed_over(entries, ())
        only = f": it holds only what is passed over, {passed}" if passed else ""
        raise HandinError(f"the hand-in is empty{only}")
    passed = _passed_over(entries, (SYSTEM, OURS))
    names = sorted(names)
    found_names = listed([_visible(name) for name in names], MOST_NAMES)
    expected = ", ".join(known_files)
    misnamed = list(_misnamed(entries, found, known_files))
    names_wanted = [f"; {_visible(name)} must be named {known}" for name, known in misnamed[:5]]
    if any("//" in f"/{name}" or "/../" in f"/{name}" for name in names):
        names_wanted.append("; a name with / or .. in front is of no file in the hand-in")
    raise HandinError(
        f"none of the files that are graded ({expected}) is in the hand-in; found: {found_names}"
        f"{''.join(names_wanted)}{f'; passed over: {passed}' if passed else ''}"
    )


def _visible(name: str) -> str:
    """A name, in quotes if it begins or ends with a blank."""
    shown = plain(name)
    return f"'{shown}'" if shown != shown.strip() else shown


def _all_names(entries: Entries) -> Iterator[str]:
    for place, each in _everywhere(entries):
        read = (*each.contents, *each.refused, *each.data)
        for name in (*[name for name, _ in read], *each.others):
            yield _joined(place, name)


def _digest(files: Mapping[str, str], problems: Mapping[str, str], data: Mapping[str, str]) -> str:
    total = sha256()
    for kind, texts in (("file", files), ("problem", problems), ("data", data)):
        for name, text in sorted(texts.items()):
            # A declared encoding may yield lone surrogates.
            content = text.encode("utf-8", "surrogatepass")
            total.update(f"{kind} {name}\n{len(content)}\n".encode() + content)
    return f"{_FORM}-{total.hexdigest()}"
