"""Results of long runs, kept in `build/` until what they depend on changes.

So a run that was interrupted goes on where it was, and only what changed is done again. A file is a
pickle of our own results; its name is a hash of all that decides them.
"""

import os
import pickle
from collections.abc import Callable, Iterable
from hashlib import sha256
from pathlib import Path
from typing import TypeVar

from grader.assignment.config import Assignment
from grader.assignment.digest import module_digests

FOLDER = Path("build/kept")
Result = TypeVar("Result")


def kept(root: Path, name: str, depends_on: Iterable[str], make: Callable[[], Result]) -> Result:
    """What `make` returns, or returned when `depends_on` was the same."""
    digest = sha256("\n".join(depends_on).encode()).hexdigest()
    file = root / FOLDER / f"{name}-{digest[:16]}.pickle"
    if file.exists():
        found: Result = pickle.loads(file.read_bytes())
        return found
    made = make()
    file.parent.mkdir(parents=True, exist_ok=True)
    part = file.with_suffix(f".{os.getpid()}")
    part.write_bytes(pickle.dumps(made))
    part.replace(file)
    return made


def digests(assignment: Assignment, module: str, *files: str) -> list[str]:
    """What the fates of a module's mutants depend on: its verdicts, and these files of bench."""
    own = Path(__file__).parent
    texts = [(own / file).read_text("utf-8") for file in files]
    return [module_digests(assignment)[module], *texts]
