"""Makes modules from notebooks and texts: `work.ipynb` is checked, and handed in, as `work.py`."""

from collections.abc import Iterable
from pathlib import Path

from grader.inside.notebook.layout import is_made_of
from grader.inside.notebook.reading import module_text
from grader.inside.text_modules import module_of
from grader.student.checking.assignment import HandoutModule
from grader.student.handing_in.decoding import decode
from grader.student.handing_in.listing import UNKNOWN, Handout


def make_modules(
    folder: Path, modules: Iterable[HandoutModule], handout: Handout = UNKNOWN
) -> list[str]:
    """Write the modules made from notebooks or texts; returns what is wrong with those.

    A module that somebody wrote by hand is left alone, even beside a notebook.
    """
    made = [
        _make_of_text(folder, module) if module.is_text else _make(folder, module, handout)
        for module in modules
    ]
    return [fault for fault in made if fault]


def _make_of_text(folder: Path, module: HandoutModule) -> str:
    text, made = folder / module.shown, folder / module.file
    try:
        if not text.exists():
            return _without_text(text.name, made)
        content = module_of(text.name, decode(text.read_bytes()))
        made.write_text(content, "utf-8", newline="\n")
    except (OSError, ValueError) as error:
        return f"{text.name} can't be read: {error}"
    return ""


def _without_text(text: str, made: Path) -> str:
    """Remove what was made from a text that is gone; or a message about a module in its place."""
    if made.exists() and not is_made_of(made.read_bytes(), text):
        return f"{made.name} is not looked at: write {text}"
    made.unlink(missing_ok=True)
    return ""


def _make(folder: Path, module: HandoutModule, handout: Handout) -> str:
    notebook, made = folder / module.notebook, folder / module.file
    if not notebook.exists():
        return ""
    content = made.read_bytes() if made.exists() else b""
    if content.strip() and not is_made_of(content, notebook.name):
        return _not_looked_at(folder, module, handout)
    try:
        text = module_text(notebook.name, notebook.read_bytes())
        made.write_text(text, "utf-8", newline="\n")
    except (OSError, ValueError) as error:
        return f"{module.notebook} can't be read: {error}"
    return ""


def _not_looked_at(folder: Path, module: HandoutModule, handout: Handout) -> str:
    """Says which one counts if both exist; empty if the notebook is as it was handed out."""
    if handout.has_untouched(folder, module.notebook):
        return ""
    if handout.has_untouched(folder, module.file):
        return (
            f"! {module.notebook} is not looked at: {module.file}, as it was handed out, counts. "
            f"If your work is the notebook, delete {module.file}."
        )
    return (
        f"! {module.notebook} is not looked at: {module.file} counts. "
        f"If it should, delete {module.file}."
    )
