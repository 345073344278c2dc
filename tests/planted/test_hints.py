"""Advice on planted mistakes: a sentence that fits a line or two, for every module.

That each gets its own advice, and nobody else does, is what `grader verify` asks of all of them.
"""

import pytest

from grader.assignment.load import load
from grader.commands.authoring.verdicts import specimens
from grader.running.specimens import Specimen
from tests.support import ROOT


@pytest.fixture(scope="module")
def faulty() -> list[Specimen]:
    """All known mistakes, and planted hand-ins with one."""
    return list(specimens(load(ROOT / "config.yaml"), "faulty/"))


def test_advice_is_one_sentence_that_fits_into_a_line_or_two(faulty: list[Specimen]) -> None:
    hints = {s.unit.student: s.expected.hint for s in faulty}
    assert hints
    assert [name for name, hint in hints.items() if len(hint) > 170 or hint.endswith(".")] == []


def test_the_commonest_mistakes_of_every_module_have_advice(faulty: list[Specimen]) -> None:
    modules = {module for s in faulty if s.expected.hint for module in s.unit.modules}
    assert {"las", "connect4", "alphabeta", "jamboree", "nim", "select_move", "popout"} <= modules
