"""Evidence as lines of text for a terminal."""

import unicodedata
from collections.abc import Iterator

from grader.student.evidence import Evidence, PictureNode, TreePicture

LABEL_WIDTH = 11
HIDDEN_CATEGORIES = ("Cc", "Cf", "Cs", "Co", "Zl", "Zp")


def plain(text: str) -> str:
    """Text in which every character shows: control and invisible ones as escapes."""
    if text.isascii() and text.isprintable():
        return text
    return "".join(_visible(character) for character in text)


def _visible(character: str) -> str:
    if unicodedata.category(character) not in HIDDEN_CATEGORIES:
        return character
    return character.encode("unicode_escape").decode("ascii")


def evidence_lines(evidence: Evidence, indent: str = "      ") -> list[str]:
    """What happened, what was due, and why: a block of lines under the check's own."""
    lines: list[str] = []
    for label, text in _parts(evidence):
        head, *rest = [plain(line) for line in text.splitlines()] or [""]
        lines.append(f"{indent}{label:<{LABEL_WIDTH}}{head}")
        lines += [f"{indent}{'':<{LABEL_WIDTH}}{line}" for line in rest]
    if isinstance(evidence.picture, TreePicture):
        lines += [f"{indent}{line}" for line in tree_lines(evidence.picture)]
    return lines


def _parts(evidence: Evidence) -> Iterator[tuple[str, str]]:
    yield "why", evidence.message
    for label, text in (
        ("call", evidence.call),
        ("got", evidence.got),
        ("due", evidence.due),
        ("first", evidence.difference if evidence.difference not in evidence.message else ""),
        ("hint", evidence.hint),
    ):
        if text:
            yield label, text
    for frame in evidence.frames:
        yield "at", f"{frame.file}, line {frame.line}, in {frame.function}"
    if evidence.output:
        yield "printed", _ends(evidence.output)


def _ends(output: str, most: int = 12) -> str:
    lines = output.splitlines()
    if len(lines) <= most:
        return output
    left = len(lines) - most
    return "\n".join([*lines[: most // 2], f"[… {left} lines …]", *lines[-most // 2 :]])


def tree_lines(picture: TreePicture) -> list[str]:
    """The tree, a node a line; each terminal says whether it was visited and was due."""
    return list(_node_lines(picture.root, picture, 0))


def _node_lines(node: PictureNode, picture: TreePicture, depth: int) -> Iterator[str]:
    if node.kind == "leaf":
        mark = MARKS[node.label in picture.visited, node.label in picture.due]
        yield f"{'  ' * depth}{node.label} {node.value}  {mark}".rstrip()
        return
    yield f"{'  ' * depth}{node.label} ({node.player or node.kind})"
    for child in node.children:
        yield from _node_lines(child, picture, depth + 1)


MARKS = {
    (True, True): "visited",
    (True, False): "VISITED, but not due",
    (False, True): "MISSED: due, but not visited",
    (False, False): "pruned",
}
