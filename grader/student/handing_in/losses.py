"""What a hand-in loses with whole files: the last lines of packing, so that nobody misses them."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from grader.student.checking.assignment import HandoutAssignment, HandoutModule
from grader.student.checking.files import Files
from grader.student.checking.misplaced import Misplaced, misplaced
from grader.student.handing_in.listing import Handout
from grader.student.pythons.notice import unreadable


@dataclass(frozen=True, slots=True)
class Losses:
    """What is known of the folder that is handed in.

    `broken` says of modules that couldn't be checked which file is at fault.
    """

    folder: Path
    files: Files
    assignment: HandoutAssignment
    handout: Handout
    broken: Mapping[str, str]

    def lines(self) -> Iterator[str]:
        """Every module that gets no points, the largest loss first."""
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

    def _why(self, module: HandoutModule, instead: Misplaced | None) -> str:
        if instead is not None:
            state = "it is as handed out" if self._is_there(module) else "it is missing"
            return f"{state}; {instead.words}"
        # Tests are run with other solutions in place of the student's own modules.
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
