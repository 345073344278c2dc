"""The lines of a hand-in that a lost task is about, highlighted.

Of a long docstring, which most students have from the starter file, only the first line is shown.
Only what is shown is highlighted, since that costs more than all the rest of a page.
"""

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache, lru_cache
from itertools import product
from types import MappingProxyType

from markupsafe import Markup, escape
from pygments.lexers.python import PythonLexer
from pygments.token import Comment, Keyword, Name, Number, String, _TokenType, is_token_subtype

from grader.inside.notebook.layout import texts_of
from grader.inside.shortening import cut
from grader.report.content.function_lines import docstring_of, find_function, lines_of
from grader.report.sanitize import visible
from grader.scoring.rubric import Remark
from grader.student.evidence import MODULE, Frame
from grader.student.plural import numbered

# So few that a whole excerpt is visible: in a scrolling box, nobody sees the marked line.
MOST_LINES, AROUND, WIDTH = 20, 4, 200
MOST_OF_FILE = 3000
LONG_DOCSTRING = 4


@dataclass(frozen=True, slots=True)
class Line:
    """A line with its number; `marked` if evidence names it; comments by staff or a linter.

    The number 0 is for a line that replaces the rest of a docstring.
    """

    number: int
    html: Markup
    marked: bool
    comments: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Excerpt:
    """Some lines of one file; `more` counts those of the function that are left out.

    `folded` if other excerpts of the task say more.
    """

    file: str
    function: str
    lines: tuple[Line, ...]
    more: int = 0
    folded: bool = False

    @property
    def size(self) -> int:
        """About how many bytes it takes on a page."""
        return sum(len(line.html) + sum(map(len, line.comments)) + 60 for line in self.lines)

    @property
    def marked(self) -> bool:
        """Whether evidence names one of its lines."""
        return any(line.marked for line in self.lines)

    @property
    def html(self) -> Markup:
        """Its lines; a page has hundreds, which joining strings makes faster than a template."""
        return Markup("".join([_line_html(line) for line in self.lines]))


def _line_html(line: Line) -> str:
    here, concerned = (" here", '<span class="sr"> (concerned)</span>') if line.marked else ("", "")
    number = f'<span class="no">{line.number or ""}{concerned}</span>'
    comments = [
        f'<span class="comment"><span class="sr">Comment on line {line.number}: </span>'
        f"{escape(visible(comment))}\n</span>"
        for comment in line.comments
    ]
    return f'<span class="line{here}">{number}{line.html}\n</span>{"".join(comments)}'


def excerpts(
    sources: Mapping[str, str], file: str, functions: Sequence[str], frames: Sequence[Frame]
) -> Iterator[Excerpt]:
    """The task's functions in `file`, then the places of `frames` that are elsewhere.

    For a notebook's module, which no student has seen, the cells are shown.
    """
    shown: set[tuple[str, int]] = set()
    homes = [name for name, _ in texts_of({file: sources.get(file, "")})] or [file]
    sources = {**sources, **dict(texts_of(sources))}
    for function, home in product(functions, homes):
        span = find_function(sources.get(home, ""), function)
        if span:
            yield _excerpt(sources, home, function, span, frames)
            shown |= {(home, number) for number in range(span[0], span[1] + 1)}
    for frame in frames:
        text = sources.get(frame.file)
        if text is None or (frame.file, frame.line) in shown or frame.line < 1:
            continue
        span = _span_of(text, frame, shown)
        if span[0] <= span[1]:
            name = "" if frame.function == MODULE else cut(frame.function, WIDTH)
            yield _excerpt(sources, frame.file, name, span, frames)
            shown |= {(frame.file, number) for number in range(span[0], span[1] + 1)}


def _span_of(text: str, frame: Frame, shown: Collection[tuple[str, int]]) -> tuple[int, int]:
    """The function that a frame is in, or the lines around it that aren't shown yet."""
    span = find_function(text, frame.function)
    if span and span[0] <= frame.line <= span[1]:
        return span
    above = [n for n in range(frame.line - AROUND, frame.line) if (frame.file, n) in shown]
    below = [n for n in range(frame.line, frame.line + AROUND + 1) if (frame.file, n) in shown]
    first, last = max([0, *above]) + 1, min([len(lines_of(text)) + 1, *below]) - 1
    return max(first, frame.line - AROUND), min(last, frame.line + AROUND)


def with_folded(parts: Sequence[Excerpt], frames: Sequence[Frame]) -> list[Excerpt]:
    """The excerpts of a task; marked ones are open as long as they have few lines in total.

    Those of the first of `frames` are opened first. A single excerpt is open, marked or not.
    """
    left, opened = MOST_LINES, list[Excerpt]()
    for part in sorted(parts, key=lambda part: _rank(part, frames)):
        if (part.marked or len(parts) == 1) and len(part.lines) <= left:
            left -= len(part.lines)
            opened.append(part)
    return [replace(part, folded=part not in opened) for part in parts]


def _rank(part: Excerpt, frames: Sequence[Frame]) -> int:
    """The index of the first of `frames` that is in an excerpt; their number if none is."""
    lines = {line.number for line in part.lines}
    places = [part.file == frame.file and frame.line in lines for frame in frames]
    return [*places, True].index(True)


def commented(sources: Mapping[str, str], comments: Sequence[Remark]) -> Iterator[Excerpt]:
    """The lines on which staff comment, each with the lines around it and the comments below it.

    Comments on lines that the file doesn't have are left out; `has_line` says which.
    """
    by_file: dict[str, dict[int, list[str]]] = {}
    for comment in comments:
        if comment.line is not None and has_line(sources, comment):
            by_file.setdefault(comment.file, {}).setdefault(comment.line, []).append(comment.text)
    for file, by_line in sorted(by_file.items()):
        lines = lines_of(sources[file])
        for numbers in _near(sorted(by_line)):
            first, last = max(1, numbers[0] - AROUND), numbers[-1] + AROUND
            rows = list(enumerate(lines[first - 1 : last], start=first))
            yield Excerpt(file, "", _shown(lines, rows, comments=by_line))


def whole_file(file: str, text: str) -> Excerpt:
    """All lines of a file, as far as a page can show them."""
    lines = lines_of(text)
    rows = list(enumerate(lines[:MOST_OF_FILE], start=1))
    return Excerpt(file, "", _shown(lines, rows), len(lines) - len(rows))


def has_line(sources: Mapping[str, str], comment: Remark) -> bool:
    """Whether a comment is on a line that exists."""
    text = sources.get(comment.file)
    return text is not None and comment.line is not None and comment.line <= len(lines_of(text))


def _near(numbers: Sequence[int]) -> Iterator[list[int]]:
    """Line numbers in groups that fit into one excerpt each."""
    group: list[int] = []
    for number in numbers:
        if group and number - group[-1] > 2 * AROUND:
            yield group
            group = []
        group.append(number)
    yield group


def _excerpt(
    sources: Mapping[str, str],
    file: str,
    function: str,
    span: tuple[int, int],
    frames: Sequence[Frame],
) -> Excerpt:
    marks = {frame.line for frame in frames if frame.file == file}
    first, last = span
    lines = lines_of(sources[file])
    rows = _without_docstring(list(enumerate(lines[first - 1 : last], start=first)), marks)
    window = _window(rows, marks)
    return Excerpt(file, function, _shown(lines, window, marks), len(rows) - len(window))


NumberedLines = list[tuple[int, str]]


def _shown(
    lines: Sequence[str],
    rows: NumberedLines,
    marks: Collection[int] = (),
    comments: Mapping[int, Sequence[str]] = MappingProxyType({}),
) -> tuple[Line, ...]:
    """Some of a file's lines, with marks and comments."""
    before = lines[: _first_number(rows) - 1]
    html = highlighted_in(before, [visible(cut(line, WIDTH)) for _, line in rows])
    return tuple(
        [
            Line(number, line, number in marks, tuple(comments.get(number, ())))
            for (number, _), line in zip(rows, html, strict=True)
        ]
    )


def _first_number(rows: NumberedLines) -> int:
    """The number of the first line; for the rest of a docstring, that of its last line."""
    number = rows[0][0] if rows else 1
    return number or (rows[1][0] - 1 if rows[1:] else 1)


def _without_docstring(rows: NumberedLines, marks: set[int]) -> NumberedLines:
    """A function's lines; a long docstring is its first line and one without a number."""
    found = docstring_of([line for _, line in rows])
    if found is None or len(found) < LONG_DOCSTRING or marks & {rows[at][0] for at in found}:
        return rows
    last = rows[found[-1]][1]
    indent = last[: len(last) - len(last.lstrip())]
    quotes = '"""' if '"""' in last else "'''"  # which also close the string for the highlighter
    rest = f"{indent}… {numbered(len(found) - 1, 'more line')} {quotes}"
    return [*rows[: found[0] + 1], (0, rest), *rows[found[-1] + 1 :]]


def _window(rows: NumberedLines, marks: set[int]) -> NumberedLines:
    """At most `MOST_LINES` of the lines, around the last marked one."""
    marked = [at for at, (number, _) in enumerate(rows) if number in marks]
    middle = marked[-1] if marked else 0
    first = max(0, min(middle - MOST_LINES // 2, len(rows) - MOST_LINES))
    return rows[first : first + MOST_LINES]


# -- in colour ------------------------------------------------------------------------------------


# Many hand in the same lines: those of the starter files that they haven't changed.
KEPT_EXCERPTS = 1000
KINDS: tuple[tuple[_TokenType, str], ...] = (
    (Comment, "tc"),
    (String, "ts"),
    (Number, "tn"),
    (Keyword, "tk"),
    (Name.Function, "tf"),
    (Name.Class, "tf"),
)


# Comments and strings; of long strings only the beginning, since inside them nothing else counts.
# An unclosed one matches as well, so that none of it is scanned twice.
_QUOTED = re.compile(
    r"""#[^\n]*|(?P<long>"{3}|'{3})|"(?:\\.|[^"\\\n])*+"?|'(?:\\.|[^'\\\n])*+'?""", re.DOTALL
)
_ENDS = {
    quotes: re.compile(rf"(?:\\.|[^\\])*?{quotes}", re.DOTALL) for quotes in ('"' * 3, "'" * 3)
}


def highlighted_in(before: Sequence[str], lines: Sequence[str]) -> tuple[Markup, ...]:
    """Lines of a file as HTML, one each; `before` are the lines above them.

    If they begin inside a long string, text and code would be confused without its beginning.
    """
    if quotes := open_quotes("\n".join(before)):
        return highlighted((quotes, *lines))[1:]
    return highlighted(tuple(lines))


def open_quotes(text: str) -> str:
    """The quotes of a long string that is still open at the end of a text; empty if none is."""
    at = 0
    while found := _QUOTED.search(text, at):
        at = found.end()
        if quotes := found["long"]:
            end = _ENDS[quotes].match(text, at)
            if end is None:
                return quotes
            at = end.end()
    return ""


@lru_cache(maxsize=KEPT_EXCERPTS)
def highlighted(lines: tuple[str, ...]) -> tuple[Markup, ...]:
    """Lines of Python as HTML, one each, with classes for five kinds of words."""
    done: list[list[str]] = [[]]
    for kind, text in PythonLexer(stripnl=False, ensurenl=False).get_tokens("\n".join(lines)):
        name = _class(kind)
        first, *rest = text.split("\n")
        done[-1].append(_span(name, first))
        done += [[_span(name, piece)] for piece in rest]
    return tuple([Markup("".join(pieces)) for pieces in done])


@cache
def _class(kind: _TokenType) -> str:
    return next((name for parent, name in KINDS if is_token_subtype(kind, parent)), "")


def _span(name: str, text: str) -> str:
    if not text or not name:
        return escape(text)
    return f'<span class="{name}">{escape(text)}</span>'
