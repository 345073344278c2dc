"""What options that several commands take lead to: an assignment, a tier, a folder."""

import argparse
import os
from contextlib import suppress
from pathlib import Path
from tempfile import TemporaryFile

from grader.assignment.config import Assignment, MinimumTier
from grader.assignment.load import load
from grader.commands.usage.terminal import Terminal
from grader.errors import UsageError
from grader.publishing.log import FILE as LOG
from grader.publishing.run import CSV, JSON, RUN
from grader.publishing.targets import refuse_in_assignment
from grader.report.pages.page_files import INDEX, STUDENTS
from grader.sandbox import doctor
from grader.sandbox.tiers import IsolationReport, Tier, probe
from grader.sandbox.walls.packages import installed
from grader.store.writer import FILE

_ANOTHER = "another folder with --out"
_REPORT = (JSON, CSV, INDEX, STUDENTS, RUN, LOG)
_TIERS = {
    MinimumTier.NONE: Tier.NONE,
    MinimumTier.CONFINED: Tier.CONFINED,
    MinimumTier.NAMESPACES: Tier.NAMESPACED,
    MinimumTier.METERED: Tier.METERED,
}


def minimum_of(assignment: Assignment) -> Tier:
    """The weakest isolation that the assignment accepts."""
    return _TIERS[assignment.isolation.minimum]


def tier_for(assignment: Assignment, machine: IsolationReport | None = None) -> Tier:
    """The tier for grading on this machine; announces an installation of packages."""
    tier = doctor.tier_of(machine or probe(), minimum_of(assignment))
    if assignment.lock is not None and installed(assignment.lock, tier) is None:
        names = ", ".join(assignment.imports)
        Terminal().note(f"installing {names} for boxes, once, as {assignment.lock} pins it …")
    return tier


def load_for(handin: Path, options: argparse.Namespace) -> Assignment:
    """The assignment; nothing inside the hand-in may decide which code grades it."""
    if _is_in(handin, options.config):
        raise UsageError(
            f"{options.config}: it is in the hand-in; go to the assignment's folder, "
            "or name the assignment's file with --config"
        )
    return load(options.config)


def refuse_within(handins: Path, out: Path) -> None:
    """Raise `UsageError` for results inside a hand-in: they might be the student's own."""
    if _is_in(handins, out):
        raise UsageError(f"{out}: it is in what is handed in; choose a folder outside with --out")


def refuse_unusable_out(assignment: Assignment, out: Path) -> None:
    """Raise `UsageError` if results can't be written there; leaves no folder behind.

    Also if a file is there that isn't a report's, but would be replaced by one, or the
    assignment.
    """
    refuse_in_assignment(assignment, out, _ANOTHER)
    if assignment.root != Path() and os.path.realpath(out) == os.path.realpath(assignment.root):
        raise UsageError(f"{out}: the assignment itself is in it; choose {_ANOTHER}")
    for name in _REPORT if not (out / FILE).exists() else ():
        if (out / name).exists():
            is_ours = (out / RUN).exists()
            ours = f"its {FILE} is missing; restore it"
            fault = ours if is_ours else "no grader wrote it; move it away"
            raise UsageError(f"{out / name}: {fault}, or choose {_ANOTHER}")
    made = [path for path in (out, *out.parents) if not path.exists()]
    try:
        out.mkdir(parents=True, exist_ok=True)
        with TemporaryFile(dir=out):
            pass
    except (OSError, ValueError) as error:
        nowhere = os.path.islink(out) and not out.exists()
        why = "its link leads nowhere" if nowhere else getattr(error, "strerror", None) or error
        raise UsageError(f"{out}: can't be written: {why}; choose another with --out") from None
    finally:
        for path in made:
            with suppress(OSError):
                path.rmdir()


def _is_in(folder: Path, path: Path) -> bool:
    return Path(os.path.realpath(path)).is_relative_to(os.path.realpath(folder))
