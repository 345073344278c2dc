"""Files that are nearly what is asked for: in another folder, or under another name.

`src/work.py`, `Work.py`, `work (1).py` and `work.py.txt` are all meant as `work.py`, if that
doesn't exist or is still as it was handed out.
"""

from collections.abc import Collection
from dataclasses import dataclass
from pathlib import Path

from grader.student.checking.assignment import HandoutModule
from grader.student.checking.own_files import own_names
from grader.student.handing_in.listing import Handout
from grader.student.handing_in.meant import meant_name


@dataclass(frozen=True, slots=True)
class MisplacedFile:
    """The file that is asked for, and those that may be meant as it."""

    wanted: str
    there: tuple[str, ...]

    @property
    def words(self) -> str:
        """Which files there are instead, and what to do about them."""
        shown = [_quoted(name) for name in self.there]
        if len(shown) > 1:
            start = "there are" if shown[2:] else "there is"
            return f"{start} {', '.join(shown[:-1])} and {shown[-1]}: one must be {self.wanted}"
        return f"there is {shown[0]}: {self.remedy}"

    @property
    def remedy(self) -> str:
        """What to do about a single file."""
        name = self.there[0]
        if name.rpartition("/")[2] == self.wanted:
            return "move it here"
        if "/" in name:
            return f"move it here, as {self.wanted}"
        return f"rename it to {self.wanted}"


def _quoted(name: str) -> str:
    return f"'{name}'" if " " in name else name


def misplaced(
    folder: Path, modules: Collection[HandoutModule], library: str, handout: Handout
) -> dict[str, MisplacedFile]:
    """By module name: the files that may be meant where the module's own isn't written."""
    names = {one for module in modules for one in (module.shown, module.notebook)}
    others = [name for name in own_names(folder, library) if name not in names]
    written = [name for name in others if not _is_copy(folder, name, handout)]
    found = {}
    for module in modules:
        if (folder / module.notebook).exists() or not _is_open(folder, module.shown, handout):
            continue
        for wanted in (module.shown, module.notebook):
            if there := [one for one in written if meant_name(one, module.shown) == wanted]:
                found[module.name] = MisplacedFile(wanted, tuple(there))
                break
    return found


def _is_open(folder: Path, name: str, handout: Handout) -> bool:
    """Whether nothing has been written in a file that is asked for."""
    return not (folder / name).exists() or handout.has_untouched(folder, name)


def _is_copy(folder: Path, name: str, handout: Handout) -> bool:
    """Whether a file is exactly as one of that name was handed out, in whatever folder."""
    return handout.is_untouched(name.rpartition("/")[2], (folder / name).read_bytes())
