"""Makes modules of notebooks: `work.ipynb` is checked, and handed in, as `work.py`."""

from collections.abc import Iterable
from pathlib import Path

from grader.inside.notebook.layout import ENDING, is_made_of
from grader.inside.notebook.reading import module_text


def make_modules(folder: Path, names: Iterable[str]) -> list[str]:
    """Write the modules of these names that are notebooks; what can't be said of them.

    A module that somebody wrote by hand is left alone.
    """
    return [fault for name in names if (fault := _make(folder, name))]


def _make(folder: Path, name: str) -> str:
    notebook, module = folder / f"{name}{ENDING}", folder / f"{name}.py"
    if not notebook.exists() or (
        module.exists() and not is_made_of(module.read_bytes(), notebook.name)
    ):
        return ""
    try:
        text = module_text(notebook.name, notebook.read_bytes())
        module.write_text(text, "utf-8", newline="\n")
    except (OSError, ValueError) as error:
        return f"{notebook.name} can't be read: {error}"
    return ""
