"""Pictures in evidence as SVG, each with the same contents in words."""

from collections.abc import Iterator
from itertools import zip_longest

from markupsafe import Markup

from grader.inside.shortening import cut_end, listed
from grader.report.pictures import svg
from grader.report.pictures.trees import tree_story, tree_svg
from grader.student.evidence import BoardPicture, Picture, RunsPicture, TextPicture, TreePicture
from grader.student.plural import numbered

CELL = 34.0
LINE, COLUMN = 19.0, 8.5
BLOCK, MOST_BLOCKS = 46.0, 40
LETTER, NAMES = 7.6, 74.0  # about the width of a label's letter; space for "expected"


def picture_svg(picture: Picture) -> Markup:
    """One SVG element."""
    match picture:
        case TreePicture():
            return tree_svg(picture)
        case BoardPicture():
            return board_svg(picture)
        case RunsPicture():
            return runs_svg(picture)
        case TextPicture():
            return text_svg(picture)


def picture_story(picture: Picture) -> str:
    """What the picture shows, in sentences."""
    match picture:
        case TreePicture():
            return tree_story(picture)
        case BoardPicture():
            return board_story(picture)
        case RunsPicture():
            return runs_story(picture)
        case TextPicture():
            return "What was returned, line by line, beside what was expected."


# -- lines -----------------------------------------------------------------------------------


def text_svg(picture: TextPicture) -> Markup:
    """The lines in a monospaced font, with marked ones highlighted."""
    columns = max(map(len, picture.lines), default=0)
    drawn = [
        svg.element(
            "text",
            line.replace(" ", "\u00a0"),
            x=1,
            y=LINE * number + 14,
            class_="mono differs" if "<-" in line else "mono",
        )
        for number, line in enumerate(picture.lines)
    ]
    height = LINE * len(picture.lines) + 4
    return svg.picture(COLUMN * columns + 2, height, drawn, picture_story(picture))


# -- boards ----------------------------------------------------------------------------------


def board_svg(picture: BoardPicture) -> Markup:
    """The board and, if another is expected, that one beside it; cells that differ are framed."""
    differing = set(_differing(picture))
    boards = [picture.rows] + ([picture.expected_rows] if picture.expected_rows else [])
    names = [cut_end(picture.caption, 28) or "board", "expected"] if picture.expected_rows else [""]
    sizes = [CELL * max(map(len, rows), default=0) for rows in boards]
    widths = [max(size, LETTER * len(name)) for size, name in zip(sizes, names, strict=True)]
    drawn: list[Markup] = []
    left = 1.0
    for rows, name, size, width in zip(boards, names, sizes, widths, strict=True):
        drawn += _board(rows, left + (width - size) / 2, differing)
        drawn.append(svg.text(left + width / 2, CELL * len(rows) + 22, name, "label"))
        left += width + CELL
    height = CELL * max(map(len, boards)) + (32 if picture.expected_rows else 4)
    return svg.picture(left - CELL + 2, height, drawn, board_story(picture))


def _board(rows: tuple[str, ...], left: float, differing: set[tuple[int, int]]) -> Iterator[Markup]:
    yield _grid(left, max(map(len, rows), default=0), len(rows))
    for r, row in enumerate(rows):
        for c, cell in enumerate(row):
            x, y = left + CELL * c, 1 + CELL * r
            if (r, c) in differing:
                yield svg.element("rect", x=x, y=y, width=CELL, height=CELL, class_="differs")
            yield from _piece(cell, x + CELL / 2, y + CELL / 2)


def _grid(left: float, columns: int, rows: int) -> Markup:
    """The lines between cells, as one element since a page may hold many boards."""
    across = [f"M{left:g} {1 + CELL * r:g}h{CELL * columns:g}" for r in range(rows + 1)]
    down = [f"M{left + CELL * c:g} 1v{CELL * rows:g}" for c in range(columns + 1)]
    return svg.element("path", d="".join(across + down), class_="grid")


def _piece(cell: str, x: float, y: float) -> Iterator[Markup]:
    match cell:
        case " " | "." | "_":
            return
        case "X":
            yield svg.element("circle", cx=x, cy=y, r=13, class_="piece solid")
        case "O":
            yield svg.element("circle", cx=x, cy=y, r=12, class_="piece hollow")
        case "1" | "2" | "3" | "4":
            yield svg.element(
                "rect", x=x - 15, y=y - 15, width=30, height=30, class_=f"block l{cell}"
            )
    yield svg.text(x, y + 4.5, cell, "value on" if cell in "X1234" else "value")


def _differing(picture: BoardPicture) -> Iterator[tuple[int, int]]:
    if not picture.expected_rows:
        return
    for r, (row, expected) in enumerate(
        zip_longest(picture.rows, picture.expected_rows, fillvalue="")
    ):
        for c, (cell, expected_cell) in enumerate(zip_longest(row, expected)):
            if cell != expected_cell:
                yield r, c


def board_story(picture: BoardPicture) -> str:
    """The rows in words, and where they differ."""
    sentences = [f"{picture.caption.rstrip('.')}."] if picture.caption else []
    sentences.append(
        f"A board of {numbered(len(picture.rows), 'row')}, from the top: {_rows(picture.rows)}."
    )
    if picture.expected_rows:
        sentences.append(f"Expected: {_rows(picture.expected_rows)}.")
        cells = [f"row {r + 1} from the top, column {c}" for r, c in _differing(picture)]
        sentences.append(f"They differ at {'; '.join(cells[:6])}." if cells else "They are equal.")
    return " ".join(sentences)


def _rows(rows: tuple[str, ...]) -> str:
    return " / ".join("".join("." if cell in " _" else cell for cell in row) for row in rows)


# -- runs ------------------------------------------------------------------------------------


def runs_svg(picture: RunsPicture) -> Markup:
    """The sequence twice: split into the actual runs, and into the expected ones."""
    count = min(len(picture.elements), MOST_BLOCKS)
    drawn = [
        *_runs(picture, picture.got, "yours", 0.0),
        *_runs(picture, picture.expected, "expected", 74.0),
    ]
    width = NAMES + BLOCK * count + (70 if count < len(picture.elements) else 4)
    return svg.picture(width, 140, drawn, runs_story(picture))


def _runs(picture: RunsPicture, lengths: tuple[int, ...], name: str, y: float) -> Iterator[Markup]:
    yield svg.text(NAMES / 2 - 4, y + 30, name, "label")
    for number, (start, end) in enumerate(_spans(lengths, min(len(picture.elements), MOST_BLOCKS))):
        x, width = NAMES + BLOCK * start, BLOCK * (end - start)
        kind = f"run r{number % 2}"
        yield svg.element("rect", x=x + 1, y=y + 8, width=width - 2, height=34, rx=4, class_=kind)
        yield svg.text(x + width / 2, y + 58, f"× {end - start}", "fate")
        for at in range(start, end):
            yield svg.text(
                NAMES + BLOCK * (at + 0.5), y + 29, cut_end(picture.elements[at], 6), "value"
            )
    left = len(picture.elements) - MOST_BLOCKS
    if left > 0:
        yield svg.text(NAMES + BLOCK * MOST_BLOCKS + 34, y + 29, f"… {left} more", "fate")


def _spans(lengths: tuple[int, ...], end: int) -> Iterator[tuple[int, int]]:
    """Start and end of each run, as far as the sequence is drawn."""
    start = 0
    for length in lengths:
        stop = min(start + max(length, 0), end)
        if stop > start:
            yield start, stop
        start = stop


def runs_story(picture: RunsPicture) -> str:
    """Both lists of runs in words."""
    elements = listed(picture.elements, 16)
    return (
        f"The sequence {elements or 'without elements'}. Your runs have the lengths "
        f"{_lengths(picture.got)}; expected: {_lengths(picture.expected)}."
    )


def _lengths(lengths: tuple[int, ...]) -> str:
    return listed([str(length) for length in lengths], 24) or "none"
