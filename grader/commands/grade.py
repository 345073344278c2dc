"""Grades one hand-in without storing anything: all checks, or only the public ones."""

from pathlib import Path

from grader.assignment.config import Assignment
from grader.handins.inspection import inspector
from grader.handins.intake import open_handin
from grader.judging.unit import Unit
from grader.results import HandinResult, ModuleResult
from grader.running.certificate import keys_here
from grader.running.proof import prove
from grader.running.session import Session, choose_tier, open_session
from grader.sandbox.tiers import Tier
from grader.scoring.score import Scored, score


def grade_one(
    assignment: Assignment, path: Path, tier: Tier, *, public_only: bool = False
) -> tuple[HandinResult, Scored]:
    """Grade one hand-in; raises `HandinError` if it can't be opened.

    Before that known ones must get their known verdicts (`ProofFailed`), except for practice.
    """
    handin = open_handin(path, assignment.intake, assignment.known_files)
    modules = tuple([module.name for module in assignment.modules])
    found: list[ModuleResult] = []

    def body(session: Session) -> None:
        if not public_only:
            prove(assignment, session, keys_here(assignment, tier), 1)
        unit = Unit(handin.student, handin.files, handin.problems, modules)
        for _, results in session.grade([unit], 1):
            found.extend(results)

    open_session(assignment, modules, tier, body, public_only=public_only)
    [(_, findings)] = inspector(assignment).inspect([(handin.digest, handin.files)])
    result = HandinResult(
        student=handin.student,
        digest=handin.digest,
        modules=tuple(found),
        notes=handin.notes,
        sources=handin.files,
        findings=findings,
    )
    return result, score(assignment, result)


def check_folder(assignment: Assignment, folder: Path) -> tuple[HandinResult, Scored]:
    """The public checks on a folder, with whatever isolation this machine gives."""
    return grade_one(assignment, folder, choose_tier(Tier.NONE), public_only=True)
