"""Attacks gain nothing in another assignment: some of them here, all by `make attacks`."""

from bench.ported import MODULE, grade, port, ported
from grader.running.session import choose_tier
from grader.sandbox.tiers import Tier

APART = 10


def test_most_of_the_corpus_can_be_ported() -> None:
    assert len(ported()) > 150


def test_an_attack_keeps_its_text() -> None:
    text = port(b"from gametree import Seq\nimport gametree\nSeq.empty()\n")
    assert text.startswith("from loot import Seq\nimport loot as gametree\nSeq.empty()\n")


def test_no_ported_attack_gains_anything_and_none_costs_anybody() -> None:
    corpus = ported()[::APART]
    verdicts = grade(corpus, choose_tier(Tier.CONFINED))
    assert len([v for v in verdicts if v.specimen.kind == "hostile"]) == len(corpus)
    assert [(v.specimen.name, v.surprises) for v in verdicts if v.surprises] == []
    assert {name for v in verdicts for name in v.specimen.unit.modules} == {MODULE}
