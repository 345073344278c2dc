"""Drawings of explicit game trees, to look at beside a trace.

>>> from gametree import HANDOUT_SMALL
>>> print(tree_picture(HANDOUT_SMALL.tree))
                           a
        +------------------+------------------+
        b                  f                  j
  +-----+-----+      +-----+-----+      +-----+------+
c[3]  d[6]  e[-2]  g[6]  h[4]  i[10]  k[1]  l[30]  m[9]
"""

from __future__ import annotations

from dataclasses import dataclass

from gametree.explicit import ExplicitTree, TreeLeaf, TreeNode
from gametree.vocabulary import Draw, Outcome, Winner

_GAP = 2


@dataclass(frozen=True)
class _Drawing:
    """Lines of equal length; ``stem`` is the column where a line from above meets the first one."""

    lines: tuple[str, ...]
    stem: int

    @property
    def width(self) -> int:
        return len(self.lines[0])

    def widened(self, left: int, right: int) -> _Drawing:
        """Return this drawing with columns of blanks added on its two sides."""
        lines = tuple(" " * left + line + " " * right for line in self.lines)
        return _Drawing(lines, self.stem + left)


def tree_picture(tree: ExplicitTree) -> str:
    """Return a drawing of ``tree``, the root at the top, without blanks at the ends of lines.

    A leaf is drawn as its label and its value, as ``estimate`` prints it.

    >>> print(tree_picture(TreeNode("a", [TreeLeaf("b", 3), TreeLeaf("c", -2)])))
         a
      +--+--+
    b[3]  c[-2]
    """
    return "\n".join(line.rstrip() for line in _draw(tree).lines)


def _draw(tree: ExplicitTree) -> _Drawing:
    match tree:
        case TreeLeaf(label, value):
            text = f"{label}[{_value_text(value)}]"
            return _Drawing((text,), len(text) // 2)
        case TreeNode(label, children):
            return _hang(label, [_draw(child) for child in children])


def _value_text(value: int | Outcome) -> str:
    match value:
        case Winner(player):
            return f"{player} wins"
        case Draw():
            return "draw"
        case guess:
            return str(guess)


def _hang(label: str, children: list[_Drawing]) -> _Drawing:
    """Draw ``label`` above the middle of its children, and lines down to each of them."""
    below, stems = _side_by_side(children)
    stem = (stems[0] + stems[-1]) // 2
    branch = "".join(_branch_at(x, stem, stems) for x in range(len(below[0])))
    drawing = _Drawing((branch, *below), stem)
    drawing = drawing.widened(
        max(0, len(label) // 2 - stem),
        max(0, stem - len(label) // 2 + len(label) - drawing.width),
    )
    start = drawing.stem - len(label) // 2
    top = (" " * start + label).ljust(drawing.width)
    return _Drawing((top, *drawing.lines), drawing.stem)


def _branch_at(x: int, stem: int, stems: list[int]) -> str:
    if len(stems) == 1:
        return "|" if x == stem else " "
    if x == stem or x in stems:
        return "+"
    return "-" if stems[0] < x < stems[-1] else " "


def _side_by_side(drawings: list[_Drawing]) -> tuple[list[str], list[int]]:
    """Put drawings beside each other; return the lines, and where the stems have come to."""
    height = max(len(drawing.lines) for drawing in drawings)
    lines = [""] * height
    stems = []
    for drawing in drawings:
        gap = " " * _GAP if lines[0] else ""
        stems.append(len(lines[0]) + len(gap) + drawing.stem)
        blank = (" " * drawing.width,) * (height - len(drawing.lines))
        rows = (*drawing.lines, *blank)
        lines = [line + gap + row for line, row in zip(lines, rows, strict=True)]
    return lines, stems
