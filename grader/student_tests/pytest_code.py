"""pytest as code that can be sent to a nursery, which has no folder of installed packages.

The nursery runs the same version of Python and trusts this process; so compiled code travels as it
is, and nothing has to be compiled there.
"""

import base64
import marshal
from collections.abc import Iterator
from importlib.machinery import SourceFileLoader
from importlib.util import find_spec
from pathlib import Path

from grader.errors import BrokenGrader
from grader.inside.sources import module_name

PACKAGES = ("pytest", "_pytest", "py", "pluggy", "iniconfig", "packaging")
# Of pygments only what pytest imports; the whole has hundreds of files.
PYGMENTS = (
    *("", "console", "filter", "filters", "formatter", "formatters", "formatters._mapping"),
    *("formatters.terminal", "lexer", "lexers", "lexers._mapping", "lexers.diff"),
    *("lexers.python", "modeline", "plugin", "regexopt", "style", "styles", "styles._mapping"),
    *("token", "unistring", "util"),
)


def pytest_code() -> dict[str, str]:
    """The modules that pytest is made of, by file name: their code, marshalled, in base64.

    Raises `BrokenGrader` if a package is missing.
    """
    files = [pair for package in PACKAGES for pair in _files(package)]
    wanted = {f"pygments.{name}".rstrip(".") for name in PYGMENTS}
    files += [pair for pair in _files("pygments") if module_name(pair[0]) in wanted]
    return {file: _code(module_name(file), path) for file, path in files}


def _files(package: str) -> Iterator[tuple[str, Path]]:
    """The files of a package, or of a module, by their names where packages are installed."""
    spec = find_spec(package)
    if spec is None or spec.origin is None:
        raise BrokenGrader(f"the package {package} is not installed")
    origin = Path(spec.origin)
    if spec.submodule_search_locations is None:
        yield origin.name, origin
        return
    for path in sorted(origin.parent.rglob("*.py")):
        yield path.relative_to(origin.parents[1]).as_posix(), path


def _code(name: str, path: Path) -> str:
    code = SourceFileLoader(name, str(path)).get_code(name)
    return base64.b64encode(marshal.dumps(code)).decode("ascii")
