"""Hand-ins, opened safely: folders, archives and single files become texts in memory.

THEORY OF OPERATION

A hand-in is written by somebody who may want more than a grade. So nothing of it is ever extracted
to disk, nothing that isn't a regular file is ever opened, and names in archives are only labels:
those with a character outside `[A-Za-z0-9_./-]`, with `..` or with a leading `/` are left out. Only
the folder that holds the hand-in may have any name, which is taken off. What is read is counted
while it is read, since sizes in headers are claims. Only `.py` files are read, by the encoding that
they declare; their text, not the file, goes on, so that no declared encoding can make Python see
other code than the checks and the staff do.

One unusable file costs only its own module (`problems`); a hand-in that can't be opened at all
raises `HandinError`.
"""

import io
import os
import tokenize
from codecs import lookup
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path
from unicodedata import normalize

from grader.assignment.config import Intake
from grader.errors import HandinError, UsageError
from grader.handins.unpack import ENDINGS, Entries, is_plain, is_stray, plain, read

UTF_8 = "utf-8-sig"
# What Python can decode too, but which takes long for some bytes, or is meant for other things.
NO_SOURCES = ("idna", "punycode", "raw-unicode-escape", "undefined", "unicode-escape")
NO_ENCODING = "its '# coding' line names no encoding of text; save it as UTF-8 and delete that line"

# Refused with a clear line rather than overlooked, since a student has handed them in.
_FOREIGN = (".tar.xz", ".tar.bz2", ".tar", ".gz", ".xz", ".bz2", ".rar", ".7z", ".ipynb")


@dataclass(frozen=True, slots=True)
class Handin:
    """What was handed in: file names to texts, and what isn't right about the rest.

    `digest` depends on the names and bytes of the Python files alone. `problems` maps files that
    can't be used to the reason; `notes` are remarks for the student.
    """

    student: str
    digest: str
    files: Mapping[str, str]
    notes: tuple[str, ...] = ()
    problems: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Found:
    """The hand-ins of a folder, sorted by student.

    `problems` maps the ids that can't be graded to why; `ignored` names what is no hand-in.
    """

    handins: tuple[Path, ...]
    problems: Mapping[str, str]
    ignored: tuple[str, ...] = ()


# -- which hand-ins there are ----------------------------------------------------------------


def student_of(path: Path) -> str:
    """The student's id: the name without the ending."""
    name = path.name
    for ending in (*ENDINGS, *_FOREIGN):
        if name.lower().endswith(ending) and len(name) > len(ending):
            return normalize("NFC", name[: -len(ending)])
    return normalize("NFC", name)


def find_handins(folder: Path) -> Found:
    """The hand-ins of a folder, one folder or archive each; raises `UsageError`.

    Two hand-ins of one id are both left out, and named.
    """
    entries = [entry for entry in _scan(folder) if not is_stray(entry.name)]
    by_student: dict[str, list[os.DirEntry[str]]] = {}
    for entry in entries:
        if _is_handin(entry):
            by_student.setdefault(student_of(Path(entry.name)), []).append(entry)
    faults = {student: _fault(student, group) for student, group in by_student.items()}
    return Found(
        tuple([Path(by_student[s][0].path) for s in sorted(by_student) if not faults[s]]),
        {plain(student): why for student, why in sorted(faults.items()) if why},
        tuple([plain(entry.name) for entry in entries if not _is_handin(entry)]),
    )


def _scan(folder: Path) -> list[os.DirEntry[str]]:
    try:
        return sorted(os.scandir(folder), key=lambda entry: entry.name)
    except OSError as error:
        raise UsageError(f"{folder}: can't be opened: {error.strerror}") from None


def _fault(student: str, group: Sequence[os.DirEntry[str]]) -> str:
    names = " and ".join([plain(entry.name) for entry in group])
    if len(group) > 1:
        return f"there are two hand-ins of one student, {names}; keep one of them"
    if not student.isprintable():
        return f"{names}: rename it; there are characters in it that can't be printed"
    if group[0].is_symlink():
        return f"{names} is a link; put the hand-in itself there"
    return ""


def _is_handin(entry: os.DirEntry[str]) -> bool:
    return entry.is_dir() or entry.name.lower().endswith((*ENDINGS, *_FOREIGN))


# -- one hand-in ------------------------------------------------------------------------------


def open_handin(path: Path, limits: Intake, known_files: Sequence[str]) -> Handin:
    """Everything gradable in a folder, an archive or a single file.

    Raises `HandinError` if there is nothing that can be graded, `UsageError` if nothing is there.
    """
    if not path.exists() and not path.is_symlink():
        raise UsageError(f"{path}: there is no such file or folder")
    entries = read(path, limits)
    return _handin(student_of(Path(os.path.abspath(path))), entries, known_files)


def _handin(student: str, entries: Entries, known_files: Sequence[str]) -> Handin:
    names = [name for name, _ in (*entries.contents, *entries.refused)]
    top, notes = _top_folder(names, known_files)
    problems = _twice(names)
    problems |= {name: why for name, why in entries.refused if name not in problems}
    files: dict[str, str] = {}
    for name, content in entries.contents:
        if name not in problems:
            try:
                files[name] = decode(content)
            except ValueError as error:
                problems[name] = str(error)
    outside = sorted({name for name in names if not _is_within(name, top)})
    notes += _other_notes([*map(plain, outside), *entries.others])
    inside = {name.removeprefix(top): text for name, text in files.items() if _is_within(name, top)}
    faults = {
        name.removeprefix(top): why for name, why in problems.items() if _is_within(name, top)
    }
    _refuse_unknown(names, entries.others, {*inside, *faults}, known_files)
    notes += _case_notes({*inside, *faults}, known_files)
    return Handin(
        student, _digest(entries, top), dict(sorted(inside.items())), tuple(notes), faults
    )


def _is_within(name: str, top: str) -> bool:
    """Whether a file counts: it is in the folder of the hand-in, by a name that can be imported."""
    return name.startswith(top) and is_plain(name.removeprefix(top))


def decode(content: bytes) -> str:
    """The text of a Python file; raises `ValueError` with what to do about one that has none.

    A file is UTF-8, unless its coding line names another encoding that Python reads.
    """
    encoding = _encoding_of(content)
    try:
        text = content.decode(encoding)
        text.encode()  # some encodings can say half a surrogate pair, which can't go on
    except UnicodeEncodeError:
        raise ValueError(f"it isn't text in {encoding}; save it as UTF-8 text") from None
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        raise ValueError(f"line {line} is not {_not_in(encoding)}") from None
    if "\0" in text:
        raise ValueError("it holds NUL bytes; save it as UTF-8 text")
    return text


def _not_in(encoding: str) -> str:
    if encoding == UTF_8:
        return "UTF-8; save the file as UTF-8, or name its encoding in a '# coding' line"
    return f"{encoding}, which the '# coding' line names; save the file as UTF-8, without that line"


def _encoding_of(content: bytes) -> str:
    """By which encoding Python reads a file; raises `ValueError` if by none."""
    try:
        named, _ = tokenize.detect_encoding(io.BytesIO(content).readline)
        encoding = lookup(named).name
        b"#".decode(encoding)  # fails for what makes bytes of bytes
    except (SyntaxError, LookupError) as error:
        if str(error) == "invalid or missing encoding declaration":
            return UTF_8  # which reading it tells, with the line
        raise ValueError(NO_ENCODING) from None
    if encoding in NO_SOURCES:
        raise ValueError(NO_ENCODING)
    return UTF_8 if encoding in ("utf-8", "ascii") else encoding


def _top_folder(names: Sequence[str], known_files: Sequence[str]) -> tuple[str, list[str]]:
    """The folder of the hand-in in which the graded files are, and a note if that is a guess."""
    tops = Counter(
        name.removesuffix(known)
        for name in names
        for known in known_files
        if name == known or name.endswith("/" + known)
    )
    if not tops:
        return "", []
    # At equal numbers the shallowest folder, then the first by name.
    ranked = sorted(tops, key=lambda top: (-tops[top], top.count("/"), top))
    if len(ranked) == 1:
        return ranked[0], []
    shown = [plain(top) or "the top" for top in ranked]
    return ranked[0], [
        f"graded files are in {' and '.join(shown[:4])}; those in {shown[0]} are graded"
    ]


def _twice(names: Sequence[str]) -> dict[str, str]:
    same: dict[str, list[str]] = {}
    for name in names:
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
    more = f" and {len(others) - 5:,} more" if len(others) > 5 else ""
    return [f"not looked at: {', '.join(others[:5])}{more}"]


def _case_notes(names: Iterable[str], known_files: Sequence[str]) -> list[str]:
    known = {file.casefold(): file for file in known_files}
    return [
        f"{name} is not graded; its name must be {known[name.casefold()]}"
        for name in sorted(names)
        if name.casefold() in known and name not in known.values()
    ]


def _refuse_unknown(
    names: Sequence[str], others: Sequence[str], found: set[str], known_files: Sequence[str]
) -> None:
    if not found.isdisjoint(known_files):
        return
    if not names and not others:
        raise HandinError("the hand-in is empty")
    shown = [*names, *others]
    listed = ", ".join(map(plain, shown[:5])) + (", …" if len(shown) > 5 else "")
    expected = ", ".join(known_files)
    raise HandinError(
        f"none of the files that are graded ({expected}) is in the hand-in; found: {listed}"
    )


def _digest(entries: Entries, top: str) -> str:
    total = sha256()
    refused = [(name, why.encode()) for name, why in entries.refused]
    for name, content in sorted([*entries.contents, *refused]):
        if _is_within(name, top):
            label = name.removeprefix(top)
            total.update(f"{label}\n{len(content)}\n".encode())
            total.update(content)
    return total.hexdigest()
