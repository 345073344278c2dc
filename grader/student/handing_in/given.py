"""Given files that were changed; grading uses the originals."""

from collections.abc import Iterator
from pathlib import Path

from grader.inside.module_names import GIVEN
from grader.inside.shortening import listed
from grader.student.checking.assignment import HandoutAssignment
from grader.student.handing_in.listing import Handout

_NAMED = 3
# About a module that Python doesn't find, here as when graded, since a package of ours comes first.
TAKEN = "is not used: a package of ours has that name; rename it"


def differing(folder: Path, assignment: HandoutAssignment, handout: Handout) -> Iterator[str]:
    """Messages about given files (library, checks, others) that were changed or added to."""
    tops = tuple([f"{name}/" for name in (assignment.library, "checks") if name])
    changed = [
        name
        for name in handout.digests
        if name.endswith(".py") and (name.startswith(tops) or name in assignment.files)
        if (folder / name).exists() and not handout.has_untouched(folder, name)
    ]
    if changed:
        are = "isn't" if len(changed) == 1 else "aren't"
        yield f"! {listed(changed, _NAMED)} {are} as handed out; grading uses ours"
    if added := list(added_to(folder, assignment.library, handout)):
        are, they = ("isn't", "it isn't") if len(added) == 1 else ("aren't", "they aren't")
        yield f"! {listed(added, _NAMED)} {are} from the handout; {they} there when graded"
    for package in (*GIVEN, assignment.library):
        if package and (folder / f"{package}.py").exists():
            yield f"! {package}.py {TAKEN}"


def added_to(folder: Path, library: str, handout: Handout) -> Iterator[str]:
    """The modules in the library's folder that weren't handed out."""
    if not library or not any(name.startswith(f"{library}/") for name in handout.digests):
        return
    for path in sorted((folder / library).rglob("*.py")):
        name = path.relative_to(folder).as_posix()
        if name not in handout.digests:
            yield name
