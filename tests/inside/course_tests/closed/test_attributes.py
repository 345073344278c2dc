"""What is written of an object says no more to a hand-in than its attributes do."""

from collections import deque
from dataclasses import dataclass, field
from types import SimpleNamespace

import pytest

from grader.inside.course_tests.closed.attributes import tells_more


@dataclass(frozen=True)
class Card:
    value: int = 1
    _secret: int = 42


@dataclass(frozen=True)
class OpenCard:
    value: int = 1
    _secret: int = field(default=42, repr=False)


@dataclass
class Deck:
    cards: object


class OwnWords(list):
    def __repr__(self) -> str:
        return "cards"


class Marked(ValueError):
    pass


@pytest.mark.parametrize(
    "holding",
    [
        lambda card: card,
        lambda card: [1, (card,)],
        lambda card: {card},
        lambda card: frozenset([card]),
        lambda card: {"a": [card]},
        lambda card: {card: 1},
        lambda card: deque([card]),
        lambda card: SimpleNamespace(cards=[card]),
        lambda card: Marked("no", card),
        lambda card: [Deck([Deck([Deck([Deck([Deck([Deck([card])])])])])])],
    ],
)
def test_what_is_in_a_field_is_written_with_it(holding) -> None:  # type: ignore[no-untyped-def]
    assert tells_more(Deck(holding(Card())))
    assert tells_more(holding(Card()))
    assert not tells_more(Deck(holding(OpenCard())))


def test_what_a_class_writes_itself_is_its_own_affair() -> None:
    assert not tells_more(Deck(OwnWords([Card()])))


def test_what_holds_itself_is_looked_at_once() -> None:
    deck = Deck([])
    deck.cards = [deck, {"deck": deck}]
    assert not tells_more(deck)


def test_a_function_in_a_container_is_closed() -> None:
    assert tells_more(Deck([len]))
