"""Writes what staff say about one hand-in to `rubric.yaml`, and leaves everything else as it is.

The file stays staff's own: comments, order and layout of other parts are kept, since only the text
of one entry is replaced. The new text is parsed before it replaces the old file; if it doesn't say
exactly what it should, the old file stays.
"""

import fcntl
import os
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

import yaml
from yaml.nodes import CollectionNode, MappingNode, Node, SequenceNode

from grader.assignment.yaml_records import nodes_of
from grader.course.cells import clean_id
from grader.course.roster import read_roster
from grader.course.table import ByStudent
from grader.errors import ConfigError, OutputError, writing
from grader.scoring.rubric import FILE, OWN, Words, read_rubric, sheets_of_staff
from grader.student.atomic_file import replacing

# Texts that every version of YAML reads as themselves without quotes.
_BARE = re.compile(r"[A-Za-z][A-Za-z0-9_./-]*")
_NOT_TEXT = {"true", "false", "yes", "no", "on", "off", "null", "y", "n"}


def change_words(folder: Path, student: str, change: Callable[[Words], Words]) -> Words:
    """Replace the words on a hand-in by what `change` makes of those currently in the file.

    One process at a time can do so. Raises what `change` raises, `ConfigError` if the files beside
    the hand-ins have faults, `OutputError` if they can't be written; then nothing is changed.
    """
    with _alone_with(folder):
        before = read_rubric(folder)
        student = before.words.written(student)
        words = change(before.of(student))
        if words == before.of(student):
            return words
        own = folder / f"{student}{OWN}"
        path = own if own.is_file() else folder / FILE
        text = path.read_text("utf-8") if path.is_file() else ""
        new = _sheet(words) if path == own else with_entry(text, student, words)
        _prove(folder, path, new, student, words)
        with writing(path), replacing(path, durable=True) as file:
            file.write(new.encode())
        return words


@contextmanager
def _alone_with(folder: Path) -> Iterator[None]:
    descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX)
        yield
    finally:
        os.close(descriptor)


def _prove(folder: Path, path: Path, text: str, student: str, words: Words) -> None:
    """Raise `OutputError` unless the new text says what it should, and keeps all other entries."""
    with TemporaryDirectory() as name:
        copy = Path(name)
        for each in [folder / FILE, *folder.glob(f"*{OWN}")]:
            if each.is_file():
                (copy / each.name).write_bytes(each.read_bytes())
        (copy / path.name).write_text(text, "utf-8")
        try:
            # Judge names by the real folder: there are no hand-ins beside the copies.
            after = read_rubric(copy, sheets_of_staff(folder, read_roster(folder))).words
        except ConfigError:
            after = ByStudent()
    expected = {**read_rubric(folder).words, student: words}
    if {s: w for s, w in after.items() if w != Words()} != {
        s: w for s, w in expected.items() if w != Words()
    }:
        raise OutputError(f"{path}: it is laid out so that it can't be changed; nothing is written")


def with_entry(text: str, student: str, words: Words) -> str:
    """The text of a `rubric.yaml` with this entry in place of the student's old one."""
    root = nodes_of(text)
    entries = _entries(root)
    if entries is None or not entries.value:
        return _with_first(text, root, entries, _entry(student, words, 4))
    if entries.flow_style:
        rest = [_source(text, node) for node in entries.value if _student_of(node) != student]
        lines = "".join(f"\n  - {' '.join(source.split())}" for source in rest)
        block = f"{lines}\n{_entry(student, words, 4)}".rstrip("\n")
        return text[: _start(entries)] + block + text[_end(entries) :]
    column = entries.value[0].start_mark.column
    for node in entries.value:
        if _student_of(node) == student:
            block = _entry(student, words, column).lstrip(" -").rstrip("\n")
            return text[: _start(node)] + block + text[_end(node) :]
    end = _end(entries.value[-1])
    line_end = text.find("\n", end)
    end = len(text) if line_end < 0 else line_end
    return f"{text[:end]}\n{_entry(student, words, column).rstrip()}{text[end:] or chr(10)}"


def _with_first(text: str, root: Node | None, entries: Node | None, block: str) -> str:
    """The text with a list of hand-ins, which it doesn't have yet."""
    if entries is not None:
        return f"{text[: _start(entries)].rstrip()}\n{block.rstrip()}{text[_end(entries) :]}"
    if isinstance(root, MappingNode) and root.flow_style:
        raise OutputError("rubric.yaml: it is in braces; write its keys at the begin of lines")
    lines = f"{text.rstrip()}\n" if text.strip() else ""
    return f"{lines}handins:\n{block}"


def _entries(root: Node | None) -> SequenceNode | None:
    for key, value in root.value if isinstance(root, MappingNode) else ():
        if key.value == "handins" and isinstance(value, SequenceNode):
            return value
    return None


def _student_of(entry: Node) -> str:
    pairs = entry.value if isinstance(entry, MappingNode) else ()
    found = next((str(value.value) for key, value in pairs if key.value == "student"), "")
    return clean_id(found)


def _start(node: Node) -> int:
    return int(node.start_mark.index)


def _end(node: Node) -> int:
    """The end of a node's content; its own end mark comes after comments and empty lines."""
    if isinstance(node, CollectionNode) and not node.flow_style and node.value:
        last = node.value[-1]
        return _end(last[1] if isinstance(last, tuple) else last)
    return int(node.end_mark.index)


def _source(text: str, node: Node) -> str:
    return text[_start(node) : _end(node)]


def _entry(student: str, words: Words, column: int) -> str:
    """An entry of the list, with its dash before `column`."""
    pad = " " * column
    return f"{' ' * (column - 2)}- student: {scalar(student)}\n" + "".join(
        f"{pad}{line}\n" for line in _lines(words)
    )


def _sheet(words: Words) -> str:
    return "".join(f"{line}\n" for line in _lines(words)) or "marks: []\n"


def _lines(words: Words) -> Iterator[str]:
    if words.marks:
        yield "marks:"
    for mark in words.marks:
        said = f", comment: {scalar(mark.comment)}" if mark.comment else ""
        points = f"{mark.points:.10g}"
        yield f"  - {{item: {scalar(mark.item.id)}, points: {points}{said}}}"
    if words.comments:
        yield "comments:"
    for remark in words.comments:
        where = f"file: {scalar(remark.file)}, " if remark.file else ""
        where += f"line: {remark.line}, " if remark.line is not None else ""
        yield f"  - {{{where}text: {scalar(remark.text)}}}"


def scalar(text: str) -> str:
    """A text as YAML on one line.

    >>> scalar("one.py"), scalar("no"), scalar("a: b\\n")
    ('one.py', '"no"', '"a: b\\\\n"')
    """
    if _BARE.fullmatch(text) and text.lower() not in _NOT_TEXT:
        return text
    dumped: str = yaml.safe_dump(text, default_style='"', width=1 << 30, allow_unicode=False)
    return dumped.strip()
