"""Which remarks on style aren't about a student's work, but about what a starter file prescribes.

The names of its functions and classes, their parameters, and whatever the linter says about the
starter file itself were there before the student wrote a line.
"""

import ast
import re
from collections.abc import Iterator, Mapping, Sequence

from grader.results import Finding
from grader.student.evidence import CheckFailed
from grader.student.source import Function, Source

Head = Function | ast.ClassDef

QUOTED = re.compile("`([^`]+)`")
LAYOUT = ("E", "W")  # rules about how a line is typed, with no name in what they say


def own_findings(
    found: Sequence[Finding],
    files: Mapping[str, str],
    of_starter: Sequence[Finding],
    starter: Mapping[str, str],
) -> list[Finding]:
    """The findings in a hand-in's files without those about what the starter files prescribe.

    `of_starter` is what the linter finds in those.
    """
    given, own = _lines_of(of_starter, starter), _lines_of(found, files)
    prescribed = {_in_words(finding, given) for finding in of_starter}
    rest = [one for one in found if _in_words(one, own) not in prescribed]
    heads = {
        file: list(_prescribed_heads(file, Source(files), Source(starter)))
        for file in {one.file for one in rest} & starter.keys()
    }
    return [
        one for one in rest if not any(_is_about(one, *pair) for pair in heads.get(one.file, ()))
    ]


def _lines_of(found: Sequence[Finding], files: Mapping[str, str]) -> dict[str, list[str]]:
    """The lines of all files with findings, split once: a file may have thousands of findings."""
    return {name: files[name].splitlines() for name in {one.file for one in found} & files.keys()}


def _in_words(finding: Finding, files: Mapping[str, Sequence[str]]) -> tuple[str, str, str, str]:
    """A finding by the text of its line, whatever number that has."""
    lines = files.get(finding.file, ())
    line = lines[finding.line - 1].strip() if 0 < finding.line <= len(lines) else ""
    return finding.file, finding.kind, finding.message, line


def _prescribed_heads(file: str, handin: Source, starter: Source) -> Iterator[tuple[Head, Head]]:
    """The definitions of a file that the starter file has as well, each with the starter's."""
    module = file.removesuffix(".py")
    try:
        expected = dict(_definitions(starter.tree(module)))
        own = list(_definitions(handin.tree(module)))
    except (CheckFailed, RecursionError):
        return
    yield from [(node, expected[name]) for name, node in own if name in expected]


def _definitions(tree: ast.Module | ast.ClassDef, within: str = "") -> Iterator[tuple[str, Head]]:
    for node in tree.body:
        if isinstance(node, Head):
            yield f"{within}{node.name}", node
        if isinstance(node, ast.ClassDef):
            yield from _definitions(node, f"{within}{node.name}.")


def _is_about(finding: Finding, own: Head, starter: Head) -> bool:
    """Whether a finding is about a name or a parameter that a definition takes from the starter."""
    if not own.lineno <= finding.line < max(own.body[0].lineno, own.lineno + 1):
        return False
    quoted = QUOTED.search(finding.message)
    if quoted:
        return quoted[1] in _names(own) & _names(starter)
    return not finding.kind.startswith(LAYOUT) and _head(own) == _head(starter)


def _names(head: Head) -> set[str]:
    arguments = set() if isinstance(head, ast.ClassDef) else set(ast.walk(head.args))
    return {head.name, *[node.arg for node in arguments if isinstance(node, ast.arg)]}


def _head(head: Head) -> str:
    parts = head.bases if isinstance(head, ast.ClassDef) else [head.args]
    return ", ".join(map(ast.unparse, parts))
