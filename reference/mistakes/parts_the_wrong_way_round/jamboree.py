from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

from alphabeta import AlphaBeta, Option, Position
from gametree import PARENT_PRUNE, PRUNED, Bounds, Definitely, Over, Result, Seq, Value


@dataclass
class Jamboree(AlphaBeta):
    rules: Any
    plies: int
    share: float
    trace: bool = False

    def evaluate(self, plies: int, window: Bounds, here: Position, via: Option) -> Result:
        match self.rules.status(here):
            case Over(outcome):
                return self.check_bounds(window, here, via, Definitely(outcome))
            case _ if plies == 0:
                return self.check_bounds(window, here, via, self.rules.estimate(here))
            case _:
                return self.relabel(window, here, via, self.search(plies, window, here, *self.shares(here)))

    def shares(self, here: Position) -> tuple[Seq[Option], Seq[Option]]:
        first, second = [], []
        options = self.rules.moves(here)
        limit = math.floor(self.share * len(options))
        for number, option in enumerate(options, 1):
            (first if number <= limit else second).append(option)
        return Seq.from_list(second), Seq.from_list(first)

    def search(
        self, plies: int, window: Bounds, here: Position, ordered: Seq[Option], unordered: Seq[Option]
    ) -> Value:
        for option in ordered:
            result = self.evaluate(plies - 1, window, self.rules.make_move(here, option), option)
            if result is PARENT_PRUNE:
                return PRUNED
            window = self.update_ab(here, window, result)
        found = [
            self.evaluate(plies - 1, window, self.rules.make_move(here, option), option)
            for option in unordered
        ]
        for value in found:
            if value is PARENT_PRUNE:
                return PRUNED
            window = self.update_ab(here, window, value)
        return self.value_for(here, window)

    def next_move(self, here: Position) -> Option:
        return self.search(self.plies, (PRUNED, PRUNED), here, *self.shares(here)).move
