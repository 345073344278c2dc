from __future__ import annotations

from dataclasses import dataclass
from typing import Any, TypeAlias

from gametree import (
    PARENT_PRUNE,
    PRUNED,
    BestEdge,
    Bounds,
    Definitely,
    Est,
    Over,
    Player,
    Result,
    Seq,
    Value,
    alpha_is_less_than,
    beta_is_greater_than,
    maxalpha,
    minbeta,
)

Position: TypeAlias = Any
Option: TypeAlias = Any


@dataclass(frozen=True)
class Window:
    low: Value
    high: Value

    @classmethod
    def of(cls, pair: Bounds | Window) -> Window:
        return pair if isinstance(pair, cls) else cls(*pair)

    def __iter__(self):
        yield self.low
        yield self.high

    def raise_low(self, v: Value) -> Window:
        return Window(maxalpha(self.low, v), self.high)

    def lower_high(self, v: Value) -> Window:
        return Window(self.low, minbeta(self.high, v))

    def pair(self) -> Bounds:
        return (self.low, self.high)

    def place(self, e: Est) -> int:
        """-1 below or on low, 1 above or on high, 0 inside."""
        if not alpha_is_less_than(self.low, e):
            return -1
        return 0 if beta_is_greater_than(e, self.high) else 1


class AlphaBeta:
    def __init__(self, rules: Any, plies: int, trace: bool = False) -> None:
        self.rules = rules
        self.plies = plies
        self.trace = trace

    def sign(self, here: Position) -> int:
        return {Player.MAXIE: 1, Player.MINNIE: -1}[self.rules.player(here)]

    def update_ab(self, here: Position, window: Bounds, found: Value) -> Bounds:
        old = Window.of(window)
        new = old.raise_low(found) if self.sign(here) > 0 else old.lower_high(found)
        return new.pair()

    def value_for(self, here: Position, window: Bounds) -> Value:
        known = Window.of(window)
        return known.low if self.sign(here) > 0 else known.high

    def check_bounds(self, window: Bounds, here: Position, via: Option, worth: Est) -> Result:
        where = Window.of(window).place(worth)
        if where == 0:
            return BestEdge(via, worth)
        return PRUNED if where == self.sign(here) else PARENT_PRUNE

    def evaluate(self, plies: int, window: Bounds, here: Position, via: Option) -> Result:
        match self.rules.status(here):
            case Over(outcome):
                return self.check_bounds(window, here, via, Definitely(outcome))
            case _ if plies == 0:
                return self.check_bounds(window, here, via, self.rules.estimate(here))
            case _:
                return self.relabel(window, here, via, self.search(plies, window, here, self.rules.moves(here)))

    def relabel(self, window: Bounds, here: Position, via: Option, found: Value) -> Result:
        match found:
            case BestEdge(est=worth):
                return self.check_bounds(window, here, via, worth)
        return found

    def search(self, plies: int, window: Bounds, here: Position, options: Seq[Option]) -> Value:
        for option in options:
            there = self.rules.make_move(here, option)
            result = self.evaluate(plies - 1, window, there, option)
            if result is PARENT_PRUNE:
                return PRUNED
            window = self.update_ab(here, window, result)
        return self.value_for(here, window)

    def next_move(self, here: Position) -> Option:
        return self.search(self.plies, (PRUNED, PRUNED), here, self.rules.moves(here)).move
