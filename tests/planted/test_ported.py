"""Attacks gain nothing in another assignment: some of them here, all by `make attacks`."""

from pathlib import Path

import pytest

from bench.ported import CONFIG, MODULE, as_they_are, grade, port, ported
from grader.running.boxes import choose_tier
from grader.sandbox.tiers import Tier

APART = 20


def test_most_of_the_corpus_can_be_ported() -> None:
    assert len(ported()) > 150


def test_an_attack_keeps_its_text() -> None:
    text = port(b"from gametree import Seq\nimport gametree\nSeq.empty()\n")
    assert text.startswith("from loot import Seq\nimport loot as gametree\nSeq.empty()\n")


@pytest.mark.soak
@pytest.mark.parametrize(("begin", "as_it_is"), [(0, False), (APART // 2, True)])
def test_no_ported_attack_gains_anything_and_none_costs_anybody(
    begin: int, as_it_is: bool, tmp_path: Path
) -> None:
    corpus = ported()[begin::APART]
    config = as_they_are(tmp_path) if as_it_is else CONFIG
    verdicts = grade(corpus, choose_tier(Tier.CONFINED), config=config)
    assert len([v for v in verdicts if v.specimen.kind == "hostile"]) == len(corpus)
    assert [(v.specimen.unit.student, v.surprises) for v in verdicts if v.surprises] == []
    assert {name for v in verdicts for name in v.specimen.unit.modules} == {MODULE}
