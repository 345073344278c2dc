"""A notebook's cell as plain Python: finds what only IPython understands, as IPython does.

Whether a line is an escape (`%magic`, `!command`, `?name`, `name?`, `,f x`, `x = !command`) is
decided by its tokens, so never inside a string, a bracket or a continued expression. Each is
replaced by its effect without a shell or a screen. The number of lines doesn't change.
"""

import ast
import re
import tokenize
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from textwrap import dedent

# Magics followed by Python code that may define names: the rest of the cell, or of the line.
OF_PYTHON = ("capture", "ipytest", "prun", "time")
CLASSIC_PROMPT = re.compile(r"(>>>|\.\.\.)( |$)")
PROMPT = re.compile(r"( ?In \[\d+\]: |\s*\.{3,}: ?)")
ESCAPE = re.compile(r"\s*(!!|\?\?|[%!](?!=)|[?,;]|/(?![/=]))")
HELP = re.compile(r"(?!\d)[\w*]+(\.(?!\d)[\w*]+|\[-?\d+\])*\?\??$")
OPENING, CLOSING = ("(", "[", "{"), (")", "]", "}")
# A cell that doesn't match has no escapes, and needn't be tokenized.
MAY_ESCAPE = re.compile(r"(?m)^([^\S\n]*([%!?,;/]|>>>|\.{3,}:)| ?In \[)|\?[ \t]*$|=[\s\\]*[%!]")


@dataclass(frozen=True, slots=True)
class StatementEnd:
    """Where a statement ends, as the number of the line after it.

    `assigned` is the position of an escape that it assigns, `asks` whether its last token is a `?`.
    """

    end: int
    assigned: tuple[int, int] | None = None
    asks: bool = False


def python_of(text: str) -> str:
    """The Python of a cell, line by line."""
    if not MAY_ESCAPE.search(text):
        return dedent(text)
    lines = _without_prompts(dedent(text).split("\n"))
    name = _cell_magic(lines)
    if name is None:
        return "\n".join(_plain(lines))
    # A cell in another language defines nothing that is known here.
    end = _first(lines, 0) + 1 if name in OF_PYTHON else len(lines)
    body = [python_of("\n".join(lines[end:]))] if lines[end:] else []
    return "\n".join([*map(_comment, lines[:end]), *body])


def _first(lines: Sequence[str], begin: int) -> int:
    return next((n for n in range(begin, len(lines)) if lines[n].strip()), len(lines))


def _cell_magic(lines: Sequence[str]) -> str | None:
    """The magic that a cell begins with, or None; `%%name?` only asks for help."""
    line = next((line for line in lines if line.strip()), "")
    if not line.startswith("%%") or re.match(r"%%\w+\?", line):
        return None
    return line[2:].rstrip().partition(" ")[0]


def _without_prompts(lines: list[str]) -> list[str]:
    """The lines of a cell without the prompts that they were copied with."""
    first = _first(lines, 0)
    for prompt in (CLASSIC_PROMPT, PROMPT):
        begins = prompt.match(lines[first]) if first < len(lines) else None
        if begins and not begins[0].startswith("..."):
            lines = [prompt.sub("", line, count=1) for line in lines]
    return lines


def _comment(line: str) -> str:
    return f"# {line}" if line.strip() else line


def _plain(lines: list[str]) -> list[str]:
    done: list[str] = []
    while len(done) < len(lines):
        begin = len(done)
        end, found = _escape(lines, begin)
        if not end:  # not tokenizable, so neither is the rest
            return [*done, *lines[begin:]]
        done += [found, *map(_comment, lines[begin + 1 : end])] if found else lines[begin:end]
    return done


def _escape(lines: list[str], begin: int) -> tuple[int, str]:
    """The end of the statement that begins in a line, and its replacement if it is an escape."""
    if ESCAPE.match(lines[begin]):
        end = _continued(lines, begin)
        asks = _statement(lines[begin:end], 0).asks
        return end, _of_line(lines, begin, end, asks=asks)
    statement = _statement(lines, begin)
    if statement.assigned is not None:
        return _of_assignment(lines, begin, *statement.assigned)
    content = "\n".join(lines[begin : statement.end]).rstrip()
    is_help = statement.asks and HELP.search(content)
    return statement.end, _nothing(lines[begin]) if is_help else ""


def _statement(lines: Sequence[str], begin: int) -> StatementEnd:
    """The statement that begins in a line; its end is 0 if the tokens stop before."""
    depth, last, equals = 0, "", False
    for kind, text, (row, column) in _tokens(lines, begin):
        at = begin + row - 1
        if kind == tokenize.NEWLINE or (kind == tokenize.NL and depth == 0):
            return StatementEnd(at + 1, asks=last == "?")
        if last == "=" and not equals:
            if _is_assigned(text, lines[at][column + 1 :]):
                return StatementEnd(at + 1, (at, column))
            equals = True  # only the first `=` of a statement counts
        if kind == tokenize.OP:
            depth = max(0, depth + (text in OPENING) - (text in CLOSING))
        # Within brackets `=` belongs to a keyword argument.
        last = "" if text == "=" and depth else text
    return StatementEnd(0)


def _tokens(lines: Sequence[str], begin: int) -> Iterator[tuple[int, str, tuple[int, int]]]:
    """The tokens from a line on, without whitespace, as far as tokenizing works."""
    following = (f"{lines[n]}\n" for n in range(begin, len(lines)))
    with suppress(tokenize.TokenError, SyntaxError):
        for kind, text, start, *_ in tokenize.generate_tokens(following.__next__):
            if text.strip() or kind in (tokenize.NEWLINE, tokenize.NL):
                yield kind, text, start


def _is_assigned(token: str, rest: str) -> bool:
    return token == "!" or (token == "%" and rest[:1].isidentifier())


def _continued(lines: Sequence[str], begin: int) -> int:
    end = begin
    while end < len(lines) - 1 and lines[end].endswith("\\"):
        end += 1
    return end + 1


def _joined(lines: Sequence[str], begin: int, column: int, end: int) -> str:
    parts = [lines[begin][column:], *lines[begin + 1 : end]]
    return " ".join([*[part.rstrip()[:-1] for part in parts[:-1]], parts[-1].rstrip()])


def _indent(line: str) -> str:
    return line[: len(line) - len(line.lstrip())]


def _nothing(line: str) -> str:
    return f"{_indent(line)}pass  # {line.strip()}"


def _of_line(lines: Sequence[str], begin: int, end: int, *, asks: bool) -> str:
    """The replacement for a line that begins with an escape."""
    indent = _indent(lines[begin])
    content = _joined(lines, begin, len(indent), end)
    sign, name, rest = content[0], *_halves(content[1:])
    if asks and HELP.search(content):
        return _nothing(lines[begin])
    if sign == "%" and name == "time" and _is_python(rest):
        return indent + _plain([rest])[0]
    if sign == ",":
        return indent + '{}("{}")'.format(name, '", "'.join(rest.split()))
    if sign == ";":
        return f'{indent}{name}("{rest}")'
    if sign == "/":
        # A lone slash is no escape (and no Python).
        return f"{indent}{name}({', '.join(rest.split())})" if name else lines[begin]
    return _nothing(lines[begin])


def _of_assignment(lines: Sequence[str], begin: int, at: int, column: int) -> tuple[int, str]:
    """The end of a statement that assigns an escape, and its replacement on the first line."""
    end = _continued(lines, at)
    sign, name, rest = lines[at][column], *_halves(_joined(lines, at, column + 1, end))
    value, first = "[]" if sign == "!" else "None", ""
    if sign == "%" and name == "time" and _is_python(rest):
        if _is_expression(rest):
            value = rest
        else:  # a statement: it runs, and has no value
            first = f"{_indent(lines[begin])}{rest}; "
    before = [*lines[begin:at], lines[at][:column]]
    target = " ".join([line.removesuffix(chr(92)) for line in before])
    return end, f"{first}{target.lstrip() if first else target}{value}"


def _halves(content: str) -> tuple[str, str]:
    name, _, rest = content.partition(" ")
    return name, rest


def _is_expression(text: str) -> bool:
    with suppress(SyntaxError):
        ast.parse(text.strip(), mode="eval")
        return True
    return False


def _is_python(rest: str) -> bool:
    """Whether a magic's name is followed by a statement, not by an option or escape."""
    return bool(rest.strip()) and not rest.lstrip().startswith("-") and not ESCAPE.match(rest)
