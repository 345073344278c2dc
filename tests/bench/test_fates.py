"""What is said of mutants: killed, alive, noticed by others, or equivalent."""

from pathlib import Path

from bench.fates import Equivalent, Fate, Mutant, Tally, briefly, lines_of, read_equivalents
from grader.assignment.load import load
from tests import small_assignment

LESS = Mutant("a.py", "f", "return n < 1", "return n <= 1", "")
MORE = Mutant("a.py", "f", "return n < 1", "return n > 1", "")
OTHER = Mutant("a.py", "g", "pass", "return", "")
OWN = frozenset({"a.f"})
KNOWN = Equivalent("a.py", "g", "pass", "return", "Both end it.")


def fate(mutant: Mutant, *lost: str, broken: tuple[str, ...] = ()) -> Fate:
    return Fate(mutant, OWN, frozenset(lost), broken)


def test_a_mutant_is_killed_by_its_own_task_alone() -> None:
    assert fate(LESS, "a.f", "a.g").killed
    assert not fate(LESS, "a.g").killed
    assert not fate(LESS).killed


def test_survivors_are_shown_with_their_lines() -> None:
    found = Tally("a", (fate(LESS), fate(MORE, "a.g")), ())
    assert list(found.faults()) == [
        "a.py: f: alive\n  - return n < 1\n  + return n <= 1",
        "a.py: f: killed only by a.g\n  - return n < 1\n  + return n > 1",
    ]


def test_an_equivalent_mutant_may_live_and_is_not_counted() -> None:
    found = Tally("a", (fate(LESS, "a.f"), fate(OTHER)), (KNOWN,))
    assert (found.killed, len(found.judged), list(found.faults())) == (1, 1, [])
    assert list(lines_of(found)) == ["a: 1 of 1 killed, 1 equivalent", "     1 of    1  f"]


def test_a_wrong_claim_of_equivalence_is_a_fault() -> None:
    found = Tally("a", (fate(OTHER, "a.f"),), (KNOWN,))
    assert list(found.faults()) == ["a.py: g: not equivalent: a.f noticed it"]
    gone = Tally("a", (fate(LESS, "a.f"),), (KNOWN,))
    assert list(gone.faults()) == ["a.py: g: no mutant is 'return' any more"]


def test_a_check_that_breaks_is_a_fault() -> None:
    found = Tally("a", (fate(LESS, "a.f", broken=("a.f/hidden/x",)),), ())
    assert list(found.faults()) == ["a.py: f: the check a.f/hidden/x broke"]


def test_an_entry_may_list_several_mutants_of_the_same_lines(tmp_path: Path) -> None:
    file = tmp_path / "equivalent.toml"
    file.write_text(
        '[[mutant]]\nfile = "a.py"\nfunction = "g"\nreason = "Both end it."\n'
        "was = '''\ncase 1:\npass'''\nbecomes = [\"\", \"return\"]\n"
    )
    assert read_equivalents(file) == (
        Equivalent("a.py", "g", "case 1:\npass", "", "Both end it."),
        Equivalent("a.py", "g", "case 1:\npass", "return", "Both end it."),
    )


def test_mutants_get_little_time_and_no_advice(tmp_path: Path) -> None:
    assignment = load(small_assignment.make(tmp_path))
    brief = briefly(assignment)
    assert brief.limits.cpu_seconds < assignment.limits.cpu_seconds
    assert not brief.mistakes.exists()
    assert brief.tasks == assignment.tasks
