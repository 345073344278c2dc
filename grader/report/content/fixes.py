"""The first part of a page: the mistakes in the order to fix them, and what is missing."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from grader.inside.module_names import file_of
from grader.report.content.absent import Gap
from grader.report.content.views import ModuleView, TaskView
from grader.student.plural import numbered
from grader.student.pythons.versions import blames_python


@dataclass(frozen=True, slots=True)
class Fix:
    """Tasks of a module that were lost for the same reason, or all of them by a fault in its file.

    `whole` if it is the file. `after` names an imported file that is wrong, if one is. `folded` if
    it may follow from one above it, in a file that it imports or in its own.
    """

    module: ModuleView
    tasks: tuple[TaskView, ...]
    headline: str
    whole: bool
    after: str = ""
    folded: bool = False

    @property
    def cost(self) -> float:
        """The required points that it costs; if all are `extra`, those."""
        return _cost([task for task in self.tasks if task.extra == self.extra])

    @property
    def extra(self) -> bool:
        return all(task.extra for task in self.tasks)


@dataclass(frozen=True, slots=True)
class MissingPart:
    """A file, or the function of a task, that isn't there; `anchor` is its place on the page."""

    name: str
    anchor: str
    cost: float
    extra: bool


@dataclass(frozen=True, slots=True)
class MissingParts:
    """Everything that is missing in the same way: one line of what to fix."""

    gap: Gap
    parts: tuple[MissingPart, ...]

    @property
    def cost(self) -> float:
        """The required points that it costs."""
        return sum(part.cost for part in self.parts if not part.extra)


def to_fix(modules: Sequence[ModuleView]) -> list[Fix]:
    """What to fix: first what needs another Python and files at fault, then by cost.

    What follows from another file comes after it, and extra credit last.
    """
    groups: dict[tuple[str, str, bool], list[TaskView]] = {}
    for module in modules:
        for task in module.tasks:
            if not (module.gap or task.gap or task.score.passed or task.score.broken):
                why = module.fault or task.headline
                apart = task.extra and not module.fault
                groups.setdefault((module.name, why, apart), []).append(task)
    named = {module.name: module for module in modules}
    wrong = {name: "which is wrong" for name, _, _ in groups}
    wrong |= {module.name: GAPS[module.gap] for module in modules if module.gap}
    fixes = [
        _fix(named[name], tuple(tasks), why, wrong) for (name, why, _), tasks in groups.items()
    ]
    return list(_with_folded(sorted(fixes, key=_urgency)))


def _with_folded(fixes: Sequence[Fix]) -> Iterator[Fix]:
    above: set[str] = set()
    for fix in fixes:
        causes = {fix.module.name, *(fix.module.imports if fix.after else ())}
        yield replace(fix, folded=not above.isdisjoint(causes))
        above.add(fix.module.name)


GAPS = {Gap.NOT_HANDED_IN: "which is missing", Gap.NOT_WRITTEN: "which isn't written yet"}


def _fix(
    module: ModuleView, tasks: tuple[TaskView, ...], why: str, wrong: Mapping[str, str]
) -> Fix:
    """What to fix in a module, unless an imported file is at fault; `wrong` says which are."""
    whole = bool(module.fault)
    causes = [name for name in module.imports if name in wrong]
    if whole:  # its own fault, unless that names another file
        causes = [name for name in causes if re.search(rf"\b{re.escape(name)}\b", why)]
    if not causes or blames_python(why):
        return Fix(module, tasks, why, whole)
    after = f"it imports {file_of(causes[0])}, {wrong[causes[0]]}"
    headline = f"{module.file} can't be run: {after}" if whole else why
    return Fix(module, tasks, headline, whole, after)


def in_short(fixes: Sequence[Fix]) -> list[Fix]:
    """What to fix, with at most one entry per module for what follows from another file."""
    merged: dict[tuple[object, ...], list[Fix]] = {}
    for number, fix in enumerate(fixes):
        key = (fix.module.name, fix.extra) if fix.after else (number,)
        merged.setdefault(key, []).append(fix)
    return [_merged(group) for group in merged.values()]


def _merged(group: Sequence[Fix]) -> Fix:
    first = group[0]
    if not first.after or first.whole:
        return first
    tasks = tuple([task for fix in group for task in fix.tasks])
    lost = f"{len(tasks)} of {numbered(len(first.module.tasks), 'task')}"
    return replace(first, tasks=tasks, headline=f"{lost} lost; {first.after}")


def _urgency(fix: Fix) -> tuple[bool, bool, bool, bool, float]:
    return fix.extra, not blames_python(fix.headline), bool(fix.after), not fix.whole, -fix.cost


def missing(modules: Sequence[ModuleView]) -> list[MissingParts]:
    """What is missing entirely, by how it is missing."""
    found = [(gap, part) for module in modules for gap, part in _missing_in(module)]
    by_gap = {gap: tuple([part for of, part in found if of is gap]) for gap in Gap}
    return [MissingParts(gap, parts) for gap, parts in by_gap.items() if parts]


def _missing_in(module: ModuleView) -> Iterator[tuple[Gap, MissingPart]]:
    if module.gap:
        extra = all(task.extra for task in module.tasks)
        anchor, cost = f"module-{module.name}", _cost(module.tasks)
        yield module.gap, MissingPart(module.file, anchor, cost, extra)
        return
    for task in module.tasks:
        if task.gap:
            yield task.gap, MissingPart(task.id, task.id, _cost([task]), task.extra)


def _cost(tasks: Sequence[TaskView]) -> float:
    return sum(task.score.max_points - task.score.points for task in tasks)
