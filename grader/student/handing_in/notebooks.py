"""Makes modules of notebooks: `work.ipynb` is checked, and handed in, as `work.py`."""

from collections.abc import Iterable
from pathlib import Path

from grader.inside.notebook import ENDING, module_text

HEADER = "# Made of {}.ipynb whenever the checks are run: edit the notebook.\n"


def make_modules(folder: Path, names: Iterable[str]) -> list[str]:
    """Write the modules of these names that are notebooks; what can't be said of them.

    A module that somebody wrote by hand is left alone.
    """
    return [fault for name in names if (fault := _make(folder, name))]


def _make(folder: Path, name: str) -> str:
    notebook, module = folder / f"{name}{ENDING}", folder / f"{name}.py"
    header = HEADER.format(name)
    if not notebook.exists() or (module.exists() and not _is_made(module, header)):
        return ""
    try:
        module.write_text(header + module_text(notebook.read_bytes()), "utf-8")
    except (OSError, ValueError) as error:
        return f"{notebook.name} can't be read: {error}"
    return ""


def _is_made(module: Path, header: str) -> bool:
    return module.read_bytes().startswith(header.encode())
