"""The lines of a hand-in that a lost task is about, highlighted.

Functions are found by their lines and not by a parser: a file that isn't Python is shown too.
Only what is shown is highlighted, since that costs more than all the rest of a page.
"""

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import product

from markupsafe import Markup, escape
from pygments.lexers.python import PythonLexer
from pygments.token import Comment, Keyword, Name, Number, String, _TokenType, is_token_subtype

from grader.inside.notebook.layout import texts_of
from grader.inside.shortening import cut
from grader.report.sanitize import visible
from grader.scoring.rubric import Remark
from grader.student.evidence import MODULE, Frame

MOST_LINES, AROUND, WIDTH = 36, 4, 200
MOST_OF_FILE = 3000
# Many hand in the same lines: those of the starter files that they have not touched.
KEPT_EXCERPTS = 1000
NAME = re.compile(r"[\w.]{1,200}")

KINDS: tuple[tuple[_TokenType, str], ...] = (
    (Comment, "tc"),
    (String, "ts"),
    (Number, "tn"),
    (Keyword, "tk"),
    (Name.Function, "tf"),
    (Name.Class, "tf"),
)


@dataclass(frozen=True, slots=True)
class Line:
    """A line with its number; `marked` if evidence names it; what staff or a linter say of it."""

    number: int
    html: Markup
    marked: bool
    comments: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Excerpt:
    """Some lines of one file; `more` counts those of the function that are left out."""

    file: str
    function: str
    lines: tuple[Line, ...]
    more: int = 0

    @property
    def size(self) -> int:
        """About how many bytes it takes on a page."""
        return sum(len(line.html) + sum(map(len, line.comments)) + 60 for line in self.lines)

    @property
    def html(self) -> Markup:
        """Its lines; a page has hundreds, which joined strings make faster than a template."""
        return Markup("".join([_line_html(line) for line in self.lines]))


def _line_html(line: Line) -> str:
    here, concerned = (" here", '<span class="sr"> (concerned)</span>') if line.marked else ("", "")
    number = f'<span class="no">{line.number}{concerned}</span>'
    comments = [
        f'<span class="comment"><span class="sr">Comment on line {line.number}: </span>'
        f"{escape(visible(comment))}\n</span>"
        for comment in line.comments
    ]
    return f'<span class="line{here}">{number}{line.html}\n</span>{"".join(comments)}'


def excerpts(
    sources: Mapping[str, str], file: str, functions: Sequence[str], frames: Sequence[Frame]
) -> Iterator[Excerpt]:
    """The task's functions in `file`, then the places of `frames` that lie elsewhere.

    Of a notebook's module, which no student has seen, the cells are shown.
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
    """The function that a frame is in, or the lines around it that are not shown yet."""
    span = find_function(text, frame.function)
    if span and span[0] <= frame.line <= span[1]:
        return span
    above = [n for n in range(frame.line - AROUND, frame.line) if (frame.file, n) in shown]
    below = [n for n in range(frame.line, frame.line + AROUND + 1) if (frame.file, n) in shown]
    first, last = max([0, *above]) + 1, min([len(_lines(text)) + 1, *below]) - 1
    return max(first, frame.line - AROUND), min(last, frame.line + AROUND)


def commented(sources: Mapping[str, str], comments: Sequence[Remark]) -> Iterator[Excerpt]:
    """The lines that staff comment, each with the lines around it and the comments below it.

    Comments on lines that the file doesn't have are not in it; `has_line` says which.
    """
    by_file: dict[str, dict[int, list[str]]] = {}
    for comment in comments:
        if comment.line is not None and has_line(sources, comment):
            by_file.setdefault(comment.file, {}).setdefault(comment.line, []).append(comment.text)
    for file, by_line in sorted(by_file.items()):
        for numbers in _near(sorted(by_line)):
            yield _with_comments(sources[file], file, numbers, by_line)


def whole_file(file: str, text: str) -> Excerpt:
    """All lines of a file, as far as a page can show it."""
    lines = _lines(text)
    shown = [visible(cut(line, WIDTH)) for line in lines[:MOST_OF_FILE]]
    rows = [Line(n, html, False) for n, html in enumerate(highlighted(tuple(shown)), start=1)]
    return Excerpt(file, "", tuple(rows), len(lines) - len(rows))


def has_line(sources: Mapping[str, str], comment: Remark) -> bool:
    """Whether a comment is to a line that is there."""
    text = sources.get(comment.file)
    return text is not None and comment.line is not None and comment.line <= len(_lines(text))


def _near(numbers: Sequence[int]) -> Iterator[list[int]]:
    """Numbers of lines in groups that one excerpt shows."""
    group: list[int] = []
    for number in numbers:
        if group and number - group[-1] > 2 * AROUND:
            yield group
            group = []
        group.append(number)
    yield group


def _with_comments(
    text: str, file: str, numbers: Sequence[int], by_line: Mapping[int, Sequence[str]]
) -> Excerpt:
    lines = _lines(text)
    first, last = max(1, numbers[0] - AROUND), min(numbers[-1] + AROUND, len(lines))
    shown = [visible(cut(line, WIDTH)) for line in lines[first - 1 : last]]
    rows = [
        Line(number, html, False, tuple(by_line.get(number, ())))
        for number, html in enumerate(highlighted(tuple(shown)), start=first)
    ]
    return Excerpt(file, "", tuple(rows))


def find_function(text: str, dotted: str) -> tuple[int, int] | None:
    """First and last line (from 1) of `name` or `Class.name`; `None` if it isn't there."""
    if not NAME.fullmatch(dotted):  # code may give its functions names of any length and kind
        return None
    lines = _lines(text)
    span = (1, len(lines))
    for name in dotted.split("."):
        found = _find(lines, name, span)
        if found is None:
            return None
        span = found
    return span


def _lines(text: str) -> list[str]:
    # `splitlines` knows more ends of lines than Python's own numbering does.
    return [line.removesuffix("\r") for line in text.removesuffix("\n").split("\n")]


def _find(lines: list[str], name: str, span: tuple[int, int]) -> tuple[int, int] | None:
    head = _head(name)
    for number in range(span[0], span[1] + 1):
        match = head.match(lines[number - 1])
        if match:
            return number, _end(lines, number, len(match[1]), span[1])
    return None


@cache
def _head(name: str) -> re.Pattern[str]:
    return re.compile(rf"([ \t]*)(?:async[ \t]+def|def|class)[ \t]+{re.escape(name)}\b")


def _end(lines: list[str], start: int, indent: int, last: int) -> int:
    end = start
    for number in range(start + 1, last + 1):
        line = lines[number - 1]
        body = line.lstrip()
        if not body or body.startswith("#"):
            continue
        # A signature over several lines closes at the indentation of its `def`.
        if len(line) - len(body) <= indent and not body.startswith(")"):
            break
        end = number
    return end


def _excerpt(
    sources: Mapping[str, str],
    file: str,
    function: str,
    span: tuple[int, int],
    frames: Sequence[Frame],
) -> Excerpt:
    marks = {frame.line for frame in frames if frame.file == file}
    first, last = _window(span, marks)
    text = _lines(sources[file])[first - 1 : last]
    shown = [visible(cut(line, WIDTH)) for line in text]
    lines = [
        Line(number, html, number in marks)
        for number, html in enumerate(highlighted(tuple(shown)), start=first)
    ]
    return Excerpt(file, function, tuple(lines), (span[1] - span[0]) - (last - first))


def _window(span: tuple[int, int], marks: set[int]) -> tuple[int, int]:
    """At most `MOST_LINES` lines of the span, around the last marked one."""
    first, last = span
    inside = [mark for mark in marks if first <= mark <= last]
    if inside:
        first = max(first, min(max(inside) - MOST_LINES // 2, last - MOST_LINES + 1))
    return first, min(last, first + MOST_LINES - 1)


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
