"""Runs the public checks on a folder, without storing anything."""

from dataclasses import replace
from pathlib import Path

from grader.assignment.config import Assignment
from grader.handins.inspection import inspector
from grader.handins.opening import open_handin
from grader.judging.unit import Unit
from grader.results import HandinResult, ModuleResult
from grader.running.job import result_of
from grader.running.session import Session, choose_tier, open_session
from grader.sandbox.tiers import Tier
from grader.scoring.score import Scored, score


def check_folder(assignment: Assignment, folder: Path) -> tuple[HandinResult, Scored]:
    """The results of a folder's files, with whatever isolation this machine gives.

    Raises `HandinError` if there is nothing in it that can be checked.
    """
    handin = open_handin(folder, assignment.intake, assignment.known_files)
    modules = tuple([module.name for module in assignment.modules])
    found: list[ModuleResult] = []

    def body(session: Session) -> None:
        unit = Unit(handin.student, handin.files, handin.problems, modules)
        for _, results in session.grade([unit], 1):
            found.extend(results)

    open_session(assignment, modules, choose_tier(Tier.NONE), body, public_only=True)
    [(_, findings)] = inspector(assignment).inspect([(handin.digest, handin.files)])
    result = replace(result_of(handin, found), findings=findings)
    return result, score(assignment, result)
