"""Modules that the library no longer has, which code for an older Python may import."""

import ast
from collections.abc import Collection, Iterator

from grader.student.pythons.library import without_a_way_round
from grader.student.pythons.versions import minor

# By the version in which they are gone; 3.14 has all that 3.13 has.
REMOVED = {
    "3.12": ("asynchat", "asyncore", "distutils", "imp", "smtpd"),
    "3.13": (
        *("aifc", "audioop", "cgi", "cgitb", "chunk", "crypt", "imghdr", "lib2to3", "mailcap"),
        *("msilib", "nis", "nntplib", "ossaudiodev", "pipes", "sndhdr", "spwd", "sunau"),
        *("telnetlib", "uu", "xdrlib"),
    ),
}


def removed_modules(
    tree: ast.Module, grading: str, own: Collection[str] = ()
) -> Iterator[tuple[int, str, str]]:
    """Imports of what `grading` no longer has: line, module, the version that removed it.

    `own` are modules of the hand-in, which hide those of the library.
    """
    for node in without_a_way_round(tree):
        for name in _imported(node):
            version = next((v for v, names in REMOVED.items() if name in names), "")
            if 0 < minor(version) <= minor(grading) and name not in own:
                yield getattr(node, "lineno", 0), name, version


def _imported(node: ast.AST) -> Iterator[str]:
    match node:
        case ast.Import(names=names):
            yield from (alias.name.partition(".")[0] for alias in names)
        case ast.ImportFrom(module=str(source), level=0):
            yield source.partition(".")[0]
