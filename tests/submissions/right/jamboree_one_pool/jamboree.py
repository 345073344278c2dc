"""Jamboree with one thread pool for the moves at the root."""

from concurrent.futures import ThreadPoolExecutor, as_completed

import sequential
from gametree import Seq

POOL = ThreadPoolExecutor(max_workers=8)


class Jamboree(sequential.Jamboree):
    def search(self, depth, ab, state, abmoves, mmmoves):
        if len(abmoves) or depth != self.search_depth:
            return super().search(depth, ab, state, abmoves, mmmoves)

        def look(move):
            return self.evaluate(depth - 1, ab, self.game.make_move(state, move), move)

        futures = [POOL.submit(look, move) for move in mmmoves]
        results = Seq.from_list([f.result() for f in as_completed(futures)])
        return self.combine(ab, state, results)
