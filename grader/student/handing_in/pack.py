"""Packs the hand-in: the files asked for, and the student's own that they import, or may read.

The archive is unpacked into an empty folder and checked there, as in grading: what passes only
because of another file in this folder fails here already.
"""

import io
import os
import shutil
import subprocess
import sys
import tarfile
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

from grader.student.atomic_file import replacing
from grader.student.checking.assignment import HandoutAssignment, HandoutModule
from grader.student.checking.misplaced import MisplacedFile, misplaced
from grader.student.checking.own_files import Files, own_names, read_files
from grader.student.checking.screen import Screen
from grader.student.handing_in.data_files import TOO_MUCH, data_among, named, others_in
from grader.student.handing_in.given import added_to, differing
from grader.student.handing_in.listing import Handout, read_listing
from grader.student.pythons.notice import unreadable
from grader.student.pythons.versions import PACKED_WITH, this_python

# A hidden file, which graders ignore: the version of the handout that the work is based on.
VERSION_FILE = ".handout-version"
ENGINE = Path(__file__).parents[3]
PARTS = ("grader/inside", "grader/student")
# Files of any handout that aren't student work.
USUAL = ("Makefile", "README.md")


def hand_in(
    checks: Path, assignment: HandoutAssignment, modules: Sequence[str], screen: Screen
) -> int:
    """Pack, check what was packed, and list what goes and what stays; the exit status is 0.

    It is 2, without a new archive, if the checks can't be run.
    """
    folder = Path.cwd()
    files = read_files(folder, assignment.library, assignment.tests)
    wanted = [module.file for module in assignment.modules]
    packed = files.closure(wanted)
    archive = folder / assignment.handin
    # A text goes in itself, instead of the module made from it.
    shown = {module.file: module.shown for module in assignment.modules}
    names = [shown.get(each, each) for each in packed if each not in assignment.files]
    handout = read_listing(checks)
    trees = {name: files.trees[name] for name in packed if name in files.trees}
    others = others_in(folder, assignment, handout)
    data = data_among(others, folder, trees)
    too_much = [name for name in named(others, trees.values()) if name not in data]
    goes = [*[name for name in names if (folder / name).exists()], *data]
    content = _archive(folder, goes, handout.version)
    added = list(added_to(folder, assignment.library, handout))
    status, broken = _check_apart(content, checks, modules, assignment, added)
    if status > 1:
        return status
    with replacing(archive, 0o666) as file:
        file.write(content)
    own = {name.partition(".")[0] for name in assignment.names}
    foreign = [name for name in files.foreign(packed) if name not in {*assignment.packages, *own}]
    given = {*packed, *goes, *handout.digests, *assignment.files}
    meant = misplaced(folder, assignment.modules, files.library, handout).values()
    known = {*given, *[name for one in meant for name in one.there], archive.name, *USUAL}
    here = own_names(folder, files.library)
    staying = [name for name in here if name not in known and not name.startswith(".")]
    lines = _report(list(shown.values()), goes, data, staying, foreign)
    for line in lines:
        screen.paragraph(line)
    for name in too_much:
        screen.paragraph(f"! {name} is named in your code, but {TOO_MUCH}", "bad")
    for line in differing(folder, assignment, handout):
        screen.paragraph(line, "bad")
    screen.line(f"Hand in {archive.name}.", "strong")
    for line in Losses(folder, files, assignment, handout, broken).lines():
        screen.paragraph(line, "bad")
    return 0


def _archive(folder: Path, names: Sequence[str], version: str) -> bytes:
    contents = {name: (folder / name).read_bytes() for name in sorted(names)}
    contents[VERSION_FILE] = f"{version}\n".encode()
    contents[f"{PACKED_WITH}{this_python()}"] = b""
    buffer = io.BytesIO()
    with tarfile.open(fileobj=buffer, mode="w:gz") as tar:
        for name, content in contents.items():
            member = tarfile.TarInfo(name)
            member.size, member.mode, member.mtime = len(content), 0o644, int(time.time())
            tar.addfile(member, io.BytesIO(content))
    return buffer.getvalue()


def _check_apart(
    archive: bytes,
    checks: Path,
    modules: Sequence[str],
    assignment: HandoutAssignment,
    added: Sequence[str],
) -> tuple[int, dict[str, str]]:
    """The exit status of the checks, and the file at fault for modules that can't be checked.

    Files that were `added` to the library are missing, as in grading.
    """
    library = assignment.library
    with TemporaryDirectory(prefix="handin-") as name:
        apart = Path(name)
        _unpack(archive, apart)
        ignored = shutil.ignore_patterns("__pycache__")
        if library:
            shutil.copytree(Path.cwd() / library, apart / library, ignore=ignored)
            for file in added:
                (apart / file).unlink()
        for file in assignment.files:
            (apart / file).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(Path.cwd() / file, apart / file)
        shutil.copytree(checks, apart / "checks", ignore=ignored)
        for part in PARTS:
            shutil.copytree(ENGINE / part, apart / part, ignore=ignored)
        shutil.copy(ENGINE / "grader/__init__.py", apart / "grader")
        broken = apart / ".broken"
        command = [sys.executable, "-m", "checks", "--broken", str(broken), *modules]
        environment = {k: v for k, v in os.environ.items() if k != "PYTHONPATH"}
        done = subprocess.run(command, cwd=apart, env=environment, check=False)
        lines = broken.read_text("utf-8").splitlines() if broken.exists() else ()
        return done.returncode, dict(line.split(" ", 1) for line in lines)


def _unpack(archive: bytes, folder: Path) -> None:
    with tarfile.open(fileobj=io.BytesIO(archive)) as tar:
        for member in tar.getmembers():
            content = tar.extractfile(member)
            assert content is not None
            target = folder / member.name
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(content.read())


def _report(
    wanted: Sequence[str],
    packed: Sequence[str],
    data: Sequence[str],
    staying: Sequence[str],
    foreign: Sequence[str],
) -> list[str]:
    helpers = [name for name in packed if name not in {*wanted, *data}]
    missing = [name for name in wanted if name not in packed]
    goes = ", ".join(name for name in packed if name in wanted)
    lines = ["", f"Packed, and checked in an empty folder: {goes}"]
    if helpers:
        lines.append(f"Packed too, because they are imported: {', '.join(helpers)}")
    if data:
        them = "them" if data[1:] else "it"
        lines.append(f"Packed too, because your code names {them}: {', '.join(data)}")
    if missing:
        lines.append(f"Not packed, because it is missing: {', '.join(missing)}")
    if staying:
        lines.append(f"Not packed, because nothing imports it: {', '.join(staying)}")
    lines += [
        f"! {name} is imported, but is not there when your files are graded" for name in foreign
    ]
    return lines


@dataclass(frozen=True, slots=True)
class Losses:
    """What is known about the folder that is handed in.

    `broken` has the file at fault for each module that couldn't be checked.
    """

    folder: Path
    files: Files
    assignment: HandoutAssignment
    handout: Handout
    broken: Mapping[str, str]

    def lines(self) -> Iterator[str]:
        """A message for each loss of points, the largest first."""
        modules = self.assignment.modules
        found = misplaced(self.folder, modules, self.files.library, self.handout)
        largest_first = sorted(modules, key=lambda one: -sum(task.points for task in one.tasks))
        missing = [m for m in largest_first if not self._is_there(m) and m.name not in found]
        untouched = []
        for module in largest_first:
            if module in missing:
                if module is missing[0]:
                    yield f"! Missing: {_with_points(missing)}."
            elif why := self._why(module, found.get(module.name)):
                yield f"! {module.shown} gets none of its {module.worth}: {why}."
            elif self.handout.has_untouched(self.folder, module.shown):
                untouched.append(module)
        if untouched:
            yield f"! Nothing is written yet in {_with_points(untouched)}."

    def _why(self, module: HandoutModule, instead: MisplacedFile | None) -> str:
        if instead is not None:
            state = "it is as handed out" if self._is_there(module) else "it is missing"
            return f"{state}; {instead.words}"
        # In grading, tests run with other solutions in place of the student's own modules.
        others = {other.file for other in self.assignment.modules} - {module.file}
        needed = self.files.closure([module.file], others if module.tests else ())
        if unread := [file for file in needed if file in self.files.faults]:
            return f"Python can't read {unread[0]}"
        for file in needed:
            if too_new := unreadable(self.folder, self.files, file, self.handout.python):
                return too_new
        at_fault = self.broken.get(module.name, "")
        if not at_fault or (module.tests and at_fault not in needed):
            return ""
        if at_fault not in self.files.names:
            return f"it needs {at_fault}, which is missing"
        return f"Python can't import {at_fault}"

    def _is_there(self, module: HandoutModule) -> bool:
        return module.file in self.files.names


def _with_points(modules: Sequence[HandoutModule]) -> str:
    return ", ".join(f"{module.shown} ({module.worth})" for module in modules)
