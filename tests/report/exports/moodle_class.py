"""A class of two as Moodle knows it."""

from dataclasses import replace

from grader.course.roster import Person
from grader.results import HandinResult
from grader.scoring.score import HandinScore
from grader.statuses import Status
from tests.report.report_samples import check, good_checks, handin, lost_checks, scored

ADA = Person("ada", "Ada_L Lovelace", "ada@x.edu", ids={"moodle": "2345678"})
BO = Person("bo", "Bo Li", "bo@x.edu", ids={"moodle": "2345679"})


def graded(person: Person, result: HandinResult) -> tuple[HandinResult, HandinScore]:
    return result, replace(scored(result), person=person)


CLASS = [graded(ADA, handin("ada", good_checks())), graded(BO, handin("bo", lost_checks()))]
BROKEN = graded(BO, handin("bo", [check("las.look_and_say", "x", Status.BROKEN)]))
