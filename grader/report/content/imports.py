"""Which modules of the assignment a file imports, so that a page shows what causes what.

Imports are found by their lines and not by a parser: a file that isn't Python has them, too.
"""

import re
from collections.abc import Collection, Iterator, Mapping

from grader.inside.module_names import file_of, files_of

IMPORT = re.compile(
    r"^[ \t]*(?:from[ \t]+([\w.]+)[ \t]+import\b|import[ \t]+([\w.]+(?:[ \t]*,[ \t]*[\w.]+)*))",
    re.MULTILINE,
)


def imported_modules(
    sources: Mapping[str, str], module: str, modules: Collection[str]
) -> tuple[str, ...]:
    """Those of the `modules` that one of them needs, also through other files of the hand-in."""
    by_file = {file_of(name): name for name in modules}
    found, todo = {file_of(module): None}, [file_of(module)]
    while todo:
        for file in _imported_files(sources.get(todo.pop(0), "")):
            if file not in found and (file in sources or file in by_file):
                found[file] = None
                todo.append(file)
    return tuple([by_file[file] for file in found if file in by_file and by_file[file] != module])


def _imported_files(text: str) -> Iterator[str]:
    for found in IMPORT.finditer(text):
        for name in (found[1] or found[2]).split(","):
            yield from files_of(name.strip())
