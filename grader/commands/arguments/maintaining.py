"""The arguments of commands for an assignment and a machine: new, verify, doctor and pack."""

from pathlib import Path

from grader.commands.arguments.shared import Verb, add_jobs


def add_maintaining(verb: Verb) -> None:
    """Declare these commands and their arguments."""
    begun = verb("new", "maintaining.run_new", "Begin an assignment that works", "grader new bank")
    begun.add_argument("name", metavar="NAME", help="its name, in small letters")
    begun.add_argument(
        "--to", type=Path, metavar="DIR", help="where to write it (default: assignments/NAME)"
    )

    prove = verb(
        "verify",
        "maintaining.run_verify",
        "Check the assignment against hand-ins with known verdicts",
        "grader verify --only faulty/nim_",
    )
    add_jobs(prove)
    prove.add_argument(
        "--only", metavar="TEXT", default="", help="only hand-ins with TEXT in KIND/NAME"
    )
    prove.add_argument(
        "--as-graded",
        action="store_true",
        help="ask only the examples that are asked of students' hand-ins",
    )
    prove.add_argument(
        "--domains",
        action="store_true",
        help="instead, list what the checks ask each function, and what nobody asks",
    )

    health = verb(
        "doctor",
        "maintaining.run_doctor",
        "Show how strong the box is on this machine, and what is missing",
        "grader doctor --prove",
    )
    health.add_argument(
        "--prove", action="store_true", help="also grade hand-ins with known verdicts here"
    )

    pack = verb(
        "pack", "maintaining.run_pack", "Pack the handout for students", "grader pack handout.tgz"
    )
    pack.add_argument("archive", type=Path, metavar="FILE", help="the archive to write (.tgz)")
