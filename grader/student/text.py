"""Evidence as lines of text for a terminal."""

import textwrap
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import zip_longest

from grader.inside.shortening import cut_end, cut_lines
from grader.student.compare import around
from grader.student.evidence import (
    BoardPicture,
    Evidence,
    Fate,
    Frame,
    PictureNode,
    TextPicture,
    TreePicture,
    at,
)

LABEL_WIDTH = 11
MOST_PRINTED = 12
HIDDEN_CATEGORIES = ("Cc", "Cf", "Cs", "Co", "Zl", "Zp")


def plain(text: str) -> str:
    """Text in which every character is visible: control and invisible ones as escapes."""
    if text.isascii() and text.isprintable():
        return text
    return "".join(_visible(character) for character in text)


def _visible(character: str) -> str:
    if unicodedata.category(character) not in HIDDEN_CATEGORIES:
        return character
    return character.encode("unicode_escape").decode("ascii")


@dataclass(frozen=True, slots=True)
class Sizes:
    """The available room: columns, lines of one part, lines of a picture; 0 means no limit."""

    width: int = 0
    part_lines: int = 0
    picture_lines: int = 0


UNLIMITED = Sizes()
INDENT = "      "
HINT, AT = "hint", "at"


def evidence_lines(
    evidence: Evidence, indent: str = INDENT, *, sizes: Sizes = UNLIMITED, brief: bool = False
) -> list[str]:
    """What happened, what was expected, and why: a block of lines under the check's own.

    If `brief`, a hint and the lines of code, each cut to one line, follow what happened; the call
    has no imports, and long values show only the surroundings of the first difference, or nothing
    if a picture shows it. Calls that lead to the wrong one are shown in full: a check run alone
    doesn't show them.
    """
    lines: list[str] = []
    room = sizes.width - len(indent) - LABEL_WIDTH if sizes.width else 0
    shown = _briefly(evidence, room * (sizes.part_lines - 1)) if brief else evidence
    for label, text in _brief_parts(shown, room) if brief else _parts(shown, MOST_PRINTED):
        fitting = _fitting([plain(line) for line in text.splitlines()] or [""], room)
        whole = label == "printed" or (label == "call" and evidence.after)
        kept = 0 if whole else sizes.part_lines
        head, *rest = _first(fitting, kept)
        lines.append(f"{indent}{label:<{LABEL_WIDTH}}{head}")
        lines += [f"{indent}{'':<{LABEL_WIDTH}}{line}" for line in rest]
    return lines + [f"{indent}{line}" for line in _picture_lines(evidence, sizes.picture_lines)]


def _briefly(evidence: Evidence, characters: int) -> Evidence:
    imports = () if evidence.after else ("from ", "import ")
    call = [line for line in evidence.call.splitlines() if not line.startswith(imports)]
    got, expected = evidence.got, evidence.expected
    if expected and characters:
        got, expected = around(got, expected, characters), around(expected, got, characters)
    board = evidence.picture
    if isinstance(board, BoardPicture) and board.expected_rows not in ((), board.rows):
        got = expected = ""
    return replace(
        evidence,
        message=_without_place(evidence),
        call="\n".join(filter(None, call)),
        got=got,
        expected=expected,
    )


def _without_place(evidence: Evidence) -> str:
    """The message without a place at its end that is shown on its own line."""
    last = evidence.frames[-1] if evidence.frames else None
    if last is None or not last.text:
        return evidence.message
    return evidence.message.removesuffix(f" ({last.file}, line {last.line})")


def _fitting(lines: list[str], room: int) -> list[str]:
    if not room:
        return lines
    return [piece for line in lines for piece in textwrap.wrap(line, room) or [""]]


def _first(lines: list[str], most: int) -> list[str]:
    return lines if not most or len(lines) <= most else [*lines[: most - 1], "…"]


def _picture_lines(evidence: Evidence, most: int) -> list[str]:
    match evidence.picture:
        case TreePicture() as tree:
            return _first(tree_lines(tree), most)
        case BoardPicture() as board:
            return [plain(line) for line in board_lines(board)]
        case TextPicture(lines):
            return _first([plain(line) for line in lines], most)
    return []


def _brief_parts(evidence: Evidence, room: int) -> Iterator[tuple[str, str]]:
    first, *others = _parts(evidence, MOST_PRINTED // 3)
    yield first
    yield from (part for part in others if part[0] == HINT)
    file = ""
    for frame in _frames(evidence):
        place = f"line {frame.line}" if frame.file == file else f"{frame.file}, line {frame.line}"
        file = frame.file
        line = f"{place}: {frame.text}" if frame.text else at(frame)
        yield AT, cut_end(line, room or len(line))
    yield from (part for part in others if part[0] not in (HINT, AT))


def _parts(evidence: Evidence, most_printed: int) -> Iterator[tuple[str, str]]:
    yield "why", evidence.headline
    for label, text in (
        ("call", evidence.call),
        ("got", evidence.got),
        ("expected", evidence.expected),
        ("first", evidence.difference if evidence.difference not in evidence.message else ""),
        (HINT, evidence.hint),
    ):
        if text:
            yield label, text
    for frame in _frames(evidence):
        yield AT, at(frame) + (f": {frame.text}" if frame.text else "")
    if evidence.output:
        yield "printed", "\n".join(cut_lines(evidence.output.splitlines(), most_printed))


def _frames(evidence: Evidence) -> Iterator[Frame]:
    """The frames that say more than the message."""
    # A comprehension, or a recursive call in one line, has several frames in that line.
    lines = {(frame.file, frame.line): frame for frame in reversed(evidence.frames)}
    for frame in reversed(lines.values()):
        if frame.text or at(frame) not in evidence.message:
            yield frame


def board_lines(picture: BoardPicture) -> list[str]:
    """The board, one line per row, with the expected one beside it if there is one."""
    rows = [f"|{row}|" for row in picture.rows]
    if not picture.expected_rows:
        return [*rows, picture.caption] if picture.caption else rows
    width = max(map(len, [*rows, BOARDS[0]]))
    pairs = zip_longest(rows, [f"|{row}|" for row in picture.expected_rows], fillvalue="")
    return [f"{left:<{width}}   {right}" for left, right in [BOARDS, *pairs]]


BOARDS = ("board", "expected")


def tree_lines(picture: TreePicture) -> list[str]:
    """The tree, one line per node; each terminal says whether it was visited and expected.

    A subtree in which all is as expected takes one line.
    """
    return list(_node_lines(picture.root, picture, 0))


def _node_lines(node: PictureNode, picture: TreePicture, depth: int) -> Iterator[str]:
    if node.kind == "leaf":
        yield f"{'  ' * depth}{node.label} {node.value}  {_mark(node, picture)}".rstrip()
        return
    name = f"{'  ' * depth}{node.label} ({node.player or node.kind})"
    leaves = [one for one in node.nodes() if one.kind == "leaf"]
    if (
        depth
        and len(leaves) > 1
        and all(picture.fate(leaf.label) in AS_EXPECTED for leaf in leaves)
    ):
        visited = [leaf.label for leaf in leaves if leaf.label in picture.visited]
        yield f"{name}: {', '.join(visited) or 'nothing'} visited, as expected"
        return
    yield name
    for child in node.children:
        yield from _node_lines(child, picture, depth + 1)


AS_EXPECTED = (Fate.VISITED, Fate.PRUNED)
MARKS = {
    Fate.VISITED: "visited",
    Fate.WRONG: "VISITED, but not expected",
    Fate.MISSED: "MISSED: expected, but not visited",
    Fate.SELDOM: "VISITED once",
    Fate.PRUNED: "pruned",
}


def _mark(leaf: PictureNode, picture: TreePicture) -> str:
    fate, times = picture.fate(leaf.label), picture.visited.count(leaf.label)
    if times > 1 and fate not in AS_EXPECTED:
        return f"VISITED {times} times"
    return MARKS[fate]
