"""Advice on planted mistakes: a sentence that fits a line or two, for every module.

That each gets its own advice, and nobody else does, is what `grader verify` asks of all of them.
"""

from grader.assignment.load import load
from grader.commands.authoring.verdicts import specimens
from tests.support import ROOT

ALL = list(specimens(load(ROOT / "config.yaml")))


def test_advice_is_one_sentence_that_fits_into_a_line_or_two() -> None:
    hints = {s.unit.student: s.expected.hint for s in ALL}
    assert [name for name, hint in hints.items() if len(hint) > 170 or hint.endswith(".")] == []


def test_the_commonest_mistakes_of_every_module_have_advice() -> None:
    modules = {module for s in ALL if s.expected.hint for module in s.unit.modules}
    assert {"las", "connect4", "alphabeta", "jamboree", "nim", "select_move", "popout"} <= modules
