"""Jamboree with a thread pool at every node."""

from concurrent.futures import ThreadPoolExecutor

import sequential
from gametree import Seq


class Jamboree(sequential.Jamboree):
    def search(self, depth, ab, state, abmoves, mmmoves):
        if len(abmoves):
            return super().search(depth, ab, state, abmoves, mmmoves)

        def look(move):
            return self.evaluate(depth - 1, ab, self.game.make_move(state, move), move)

        with ThreadPoolExecutor() as pool:
            results = Seq.from_list(list(pool.map(look, mmmoves)))
        return self.combine(ab, state, results)
