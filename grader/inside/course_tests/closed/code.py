"""Which code runs in the tests' box: the tests' own, Python's and that of packages.

THEORY OF OPERATION

Whatever is executed has first been compiled from a text, read from a compiled file, or loaded as a
library. Python announces each by audit events, which nothing in the process can suppress. So each
of these is checked for where it comes from:

- A text may be compiled if it is written in the tests, if one of Python's functions that does so
  by design made it (`MAKERS`), if it is in a folder that no box can write to, or if it only makes
  values (`plain_expressions.py`).
- Compiled code and libraries come from such folders, and from what the judge sent.
- Modules are found there, and among those that came with the tests (`own_modules.py`).
- A pickle, which is code too, makes values (`pickles.py`).

A refusal is a `PermissionError`, which the test raises.
"""

import ast
import os
import re
import sys
from collections.abc import Iterable, Mapping, Sequence
from types import FrameType
from typing import Any, NoReturn

from grader.inside.course_tests.closed.tools import close_tools
from grader.inside.course_tests.functions import hide_code, hide_sources
from grader.inside.course_tests.own_modules import InstalledFolders, OwnFile, close_folders
from grader.inside.course_tests.own_texts import OwnTexts
from grader.inside.course_tests.pickles import close_pickles
from grader.inside.course_tests.plain_expressions import MOST_TEXT, refused_in
from grader.inside.sources import read_code

# The modules that import, and the package of the one that unmarshals frozen modules.
IMPORTING = ("importlib._bootstrap", "importlib._bootstrap_external")
FROZEN = IMPORTING[0]
# Functions that compile texts of their own making, into which a hand-in can put only names, and
# one that compiles without running.
MAKERS = {
    ("ast", "parse"),
    ("attr._make", "_compile_and_eval"),
    ("collections", "namedtuple"),
    ("dataclasses", "_create_fn"),
    ("dataclasses", "add_fns_to_class"),
    ("hypothesis.internal.reflection", "source_exec_as_module"),
    ("inspect", "wrap_value"),
    ("unittest.mock", "_set_signature"),
}
# `timeit` puts the measured code between lines of its own template.
TIMING = ("timeit", "__init__")
MOST_SHOWN = 60
CODING = re.compile(r"\A(?:[^\n]*\n)?[^\n]*coding[:=]")


class ClosedCode:
    """The checks for each audit event; `own` is what is written in the tests."""

    def __init__(self, own: OwnTexts, installed: InstalledFolders) -> None:
        self._own = own
        self._installed = installed

    def compiles(self, frame: FrameType, event: tuple[Any, ...]) -> None:
        """A text is compiled, or a syntax tree, in a frame."""
        source, file = event
        place = frame.f_globals.get("__name__"), frame.f_code.co_name
        if place in MAKERS or (place[0] in IMPORTING and self._installed.holds(file)):
            return
        if isinstance(source, ast.AST):
            self._refuse_unless_plain(source, ast.unparse(source), frame)
            return
        text = _text(source, file)
        is_of_package = place[0] not in self._own.modules and text in frame.f_code.co_consts
        if is_of_package or self._own.hold(text):
            return
        if place == TIMING and all(map(self._is_timed, text.splitlines())):
            return
        if len(text) > MOST_TEXT or place[0] in IMPORTING:
            _refuse(text, file)
        self._refuse_unless_plain(ast.parse(text.strip()), text, frame)

    def _refuse_unless_plain(self, tree: ast.AST, text: str, frame: FrameType) -> None:
        if what := refused_in(tree, frame, self._own):
            _refuse(text, what)

    def _is_timed(self, line: str) -> bool:
        return line.strip() in _lines_of_timing() or self._own.hold(line)

    def reads(self, frame: FrameType, _event: tuple[object, ...]) -> None:
        """Compiled code is unmarshalled from bytes."""
        if frame.f_code in (read_code.__code__, OwnFile.get_code.__code__):
            return
        module, file = frame.f_globals.get("__name__"), frame.f_locals.get("bytecode_path")
        if module == FROZEN or (module in IMPORTING and self._installed.holds(file or "")):
            return
        raise PermissionError("compiled code is read: marshal is closed to hand-ins")

    def imports(self, _frame: FrameType, event: tuple[Any, ...]) -> None:
        """A module is looked for, or a library loaded, which has a file."""
        if (file := event[1]) is not None and not self._installed.holds(file):
            raise PermissionError(f"{file} is loaded: libraries are closed to hand-ins")

    def loads(self, _frame: FrameType, event: tuple[object, ...]) -> None:
        """A library is loaded by its name, or by a path."""
        file = event[0]
        if isinstance(file, str | bytes | os.PathLike) and os.path.dirname(file):
            self.imports(_frame, ("", os.fsdecode(file)))

    def extends(self, _frame: FrameType, _event: tuple[object, ...]) -> NoReturn:
        """A database may load libraries from now on."""
        raise PermissionError("libraries of databases are closed to hand-ins")


def _lines_of_timing() -> set[str]:
    template: str = vars(sys.modules["timeit"])["template"]
    setup, stmt = ", _setup=_setup", ", _stmt=_stmt"
    heads = [
        template.format(init=init, setup="_setup()", stmt="_stmt()")
        for init in ("", setup, stmt, setup + stmt)
    ]
    return {line.strip() for head in heads for line in head.splitlines()}


def _text(source: Any, file: object) -> str:
    text: str = source.decode() if isinstance(source, bytes) else source
    if CODING.search(text):  # it would be decoded in another way than here
        _refuse(text, file)
    return text


def _refuse(text: str, what: object) -> NoReturn:
    shown = " ".join(text.split())[:MOST_SHOWN]
    words = "a text of the hand-in's is evaluated, which may hold no more than values"
    raise PermissionError(f"{words}: {str(what)[:MOST_SHOWN]} in {shown}")


def close_code(root: str, files: Iterable[Sequence[object]], codes: Mapping[str, str]) -> None:
    """From now on run only code of the tests, of Python and of packages in this process.

    `files` are the tests as `unpack_data` takes them, in the folder `root`; `codes` is by name.
    """
    own, installed = OwnTexts(files), InstalledFolders(sys.path, root)
    looking = ClosedCode(own, installed)
    looks = {
        "compile": looking.compiles,
        "import": looking.imports,
        "ctypes.dlopen": looking.loads,
        "sqlite3.enable_load_extension": looking.extends,
        "marshal.load": looking.reads,
        "marshal.loads": looking.reads,
        "pickle.find_class": close_pickles(own),
        "object.__getattr__": hide_code,
    }
    close_folders(installed, root, {**dict.fromkeys(own.python, ""), **codes})
    close_tools(own)
    hide_sources()

    def hook(event: str, arguments: tuple[object, ...]) -> None:
        if (look := looks.get(event)) is not None:
            look(sys._getframe(1), arguments)

    sys.addaudithook(hook)
