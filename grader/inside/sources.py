"""Imports modules from text in memory, whatever happens to the files where code runs."""

import ast
import base64
import marshal
import os
import sys
from collections.abc import Container, Iterable, Mapping, Sequence
from contextlib import suppress
from importlib import import_module
from importlib.abc import InspectLoader, MetaPathFinder
from importlib.machinery import ModuleSpec, SourceFileLoader
from io import BytesIO
from tokenize import detect_encoding
from types import CodeType, MappingProxyType, ModuleType
from typing import Any

# At most so much of a hand-in is also written as files.
MOST_FILES, MOST_BYTES = 200, 2 << 20
# When data files that were handed in were last changed, until code writes them: the year 2000.
UNTOUCHED = 946_684_800


def is_pythons(name: str) -> bool:
    """Whether a module of Python's library has this name.

    >>> is_pythons("operator"), is_pythons("work")
    (True, False)
    """
    return name in sys.stdlib_module_names


def module_name(file: str) -> str:
    """The dotted name of a source file: "a/b.py" is "a.b", "a/__init__.py" is "a"."""
    return file.removesuffix(".py").removesuffix("/__init__").replace("/", ".")


def pack_data(
    texts: Mapping[str, str],
    data: Mapping[str, bytes],
    handed_in: Mapping[str, bytes] = MappingProxyType({}),
) -> list[list[Any]]:
    """Texts, data, and data that was handed in, by name, in the form that `unpack_data` takes."""
    files = [[name, content.hex(), True] for name, content in data.items()]
    files += [[name, content.hex(), False] for name, content in handed_in.items()]
    return [*[[name, text] for name, text in texts.items()], *files]


def unpack_data(files: Iterable[Sequence[Any]]) -> tuple[dict[str, str], dict[str, bytes]]:
    """Texts and data by name, from the judge's form; data files are written to this folder.

    A text is `[file, text]`, a data file that code may read `[file, its bytes in hex, True]`; one
    that was handed in, with False, is only written (see `put_down_data`).
    """
    texts: dict[str, str] = {}
    data: dict[str, bytes] = {}
    for name, content, *more in files:
        if not more:
            texts[name] = content
        elif more[0]:
            data[name] = bytes.fromhex(content)
            os.makedirs(os.path.dirname(name) or ".", exist_ok=True)
            with open(name, "wb") as file:
                file.write(data[name])
    put_down_data(handed_in(files))
    return texts, data


def handed_in(files: Iterable[Sequence[Any]]) -> dict[str, bytes]:
    """The data files in the judge's form that were handed in."""
    return {name: bytes.fromhex(content) for name, content, *more in files if more == [False]}


def put_down_data(handed_in: Mapping[str, bytes], folder: str = "") -> None:
    """Write data files that were handed in to a folder, where no other file is.

    They are older than any file that code writes: what a program leaves behind is compared.
    """
    for name, content in handed_in.items():
        path = os.path.join(folder, name)
        with suppress(OSError):
            os.makedirs(os.path.dirname(path) or ".", exist_ok=True)
            with open(path, "xb") as file:
                file.write(content)
            os.utime(path, (UNTOUCHED, UNTOUCHED))


def is_untouched(name: str, folder: str, handed_in: Container[str]) -> bool:
    """Whether a file in a folder was `handed_in`, and hasn't been written since."""
    return name in handed_in and os.stat(os.path.join(folder, name)).st_mtime == UNTOUCHED


def put_down(texts: Mapping[str, str]) -> None:
    """Write source files where they seem to be, in this folder, so that code can read its own text.

    Everything is imported from memory; so if there are very many, the deepest are left out, as are
    existing files, and code keeps room for files of its own.
    """
    left = MOST_BYTES
    for file in sorted(texts, key=lambda name: (name.count("/"), name))[:MOST_FILES]:
        content = _in_its_encoding(texts[file])
        left -= len(content)
        if left < 0:
            return
        with suppress(OSError):
            os.makedirs(os.path.dirname(file) or ".", exist_ok=True)
            with open(file, "xb") as stream:
                stream.write(content)


def _in_its_encoding(text: str) -> bytes:
    # Python reads a file in the encoding of its "# coding" line.
    content = text.encode()
    try:
        named, _ = detect_encoding(BytesIO(content).readline)
        return content if named == "utf-8" else text.encode(named)
    except (SyntaxError, UnicodeError):
        return content


def code_of(file: str, module: str | ast.Module) -> str:
    """A file's code in `SourceFinder`'s form; raises what `compile` does."""
    code = compile(module, file, "exec", dont_inherit=True)
    return base64.b64encode(marshal.dumps(code)).decode("ascii")


def codes_of(modules: Mapping[str, str | ast.Module]) -> list[tuple[str, str]]:
    """The code of each Python file that compiles, by name."""
    found: list[tuple[str, str]] = []
    for file, module in modules.items():
        if file.endswith(".py"):
            # A faulty file is reported when it is imported.
            with suppress(SyntaxError, ValueError, RecursionError, MemoryError):
                found.append((file, code_of(file, module)))
    return found


class SourceFinder(MetaPathFinder, InspectLoader):
    """Finds and loads the modules that it holds; `files` maps file names to their text.

    The files seem to be in `folder`, where resource loaders look for them. `codes` maps file names
    to code, marshalled, in base64: for files whose text needn't be compiled then, and for some
    without text here. Only code compiled where no student code has run may come here: such bytes
    are trusted.
    """

    def __init__(
        self, files: Mapping[str, str], folder: str = "", codes: Mapping[str, str] | None = None
    ) -> None:
        self.files = dict(files)
        self.folder = folder
        self._codes = codes or {}
        # Of a package and a module with one name, Python takes the package.
        held = {**files, **self._codes}
        ordered = sorted(held, key=lambda file: file.endswith("/__init__.py"))
        self._file_of = {module_name(file): file for file in ordered}
        # Folders without __init__.py.
        self._folders = {
            ".".join(parents[:depth])
            for *parents, _ in (name.split(".") for name in self._file_of)
            for depth in range(1, len(parents) + 1)
        } - self._file_of.keys()
        # Modules that had these names before, and Python's own ones that were asked for.
        self._others: dict[str, ModuleType] = {}

    def file_of(self, fullname: str) -> str:
        """The file of one of its modules."""
        return self._file_of[fullname]

    def names(self) -> Sequence[str]:
        """The dotted names of its modules and their packages."""
        return (*self._file_of, *self._folders)

    def find_spec(
        self,
        fullname: str,
        path: Sequence[str] | None = None,  # noqa: ARG002  # the import system's signature
        target: ModuleType | None = None,  # noqa: ARG002
    ) -> ModuleSpec | None:
        file = self._file_of.get(fullname)
        if file is None:
            return self._folder_spec(fullname)
        origin, is_package = os.path.join(self.folder, file), file.endswith("__init__.py")
        spec = ModuleSpec(fullname, self, origin=origin, is_package=is_package)
        spec.has_location = True
        if is_package:
            spec.submodule_search_locations = [os.path.dirname(origin)]
        return spec

    def _folder_spec(self, fullname: str) -> ModuleSpec | None:
        # A folder without __init__.py is a package too, as on students' machines.
        if fullname in self._folders:
            spec = ModuleSpec(fullname, None, is_package=True)
            place = os.path.join(self.folder, fullname.replace(".", os.sep))
            spec.submodule_search_locations = [place]
            return spec
        return None

    def get_source(self, fullname: str) -> str:
        if (file := self._file_of[fullname]) in self.files:
            return self.files[file]
        raise ImportError(f"the source of {fullname} is not here")

    def get_code(self, fullname: str) -> CodeType:
        file = self._file_of[fullname]
        if file in self._codes:
            return read_code(self._codes[file])
        return compile(self.get_source(fullname), file, "exec", dont_inherit=True)

    def is_package(self, fullname: str) -> bool:
        return self._file_of[fullname].endswith("__init__.py")

    def get_filename(self, fullname: str) -> str:
        return os.path.join(self.folder, self._file_of[fullname])

    def get_data(self, path: str) -> bytes:
        """The bytes of a file beside the modules, for `pkgutil.get_data`."""
        with open(path, "rb") as file:
            return file.read()

    def get_resource_reader(self, fullname: str) -> object:
        """The reader that `importlib.resources` uses for a package's files."""
        return SourceFileLoader(fullname, self.get_filename(fullname)).get_resource_reader(fullname)

    def install(self) -> None:
        """Put these modules before all others, as a script's folder comes first in `sys.path`."""
        for name in self.names():
            if name in sys.modules:
                self._others[name] = sys.modules.pop(name)
        sys.meta_path.insert(0, self)

    def pythons_own(self, name: str) -> ModuleType:
        """Python's own module of a name that one of these modules shadows."""
        if name not in self._others:
            mine = {one: sys.modules.pop(one) for one in self.names() if one in sys.modules}
            sys.meta_path.remove(self)
            try:
                self._others[name] = import_module(name)
            finally:
                for one in self.names():
                    sys.modules.pop(one, None)
                sys.modules.update(mine)
                sys.meta_path.insert(0, self)
        return self._others[name]


def read_code(text: str) -> CodeType:
    """The code that `code_of` has encoded."""
    code: CodeType = marshal.loads(base64.b64decode(text))
    return code
