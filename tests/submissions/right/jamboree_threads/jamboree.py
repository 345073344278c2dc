"""Jamboree with a thread for every parallel move."""

import threading

import sequential
from gametree import PRUNED, Seq


class Jamboree(sequential.Jamboree):
    def search(self, depth, ab, state, abmoves, mmmoves):
        if len(abmoves):
            return super().search(depth, ab, state, abmoves, mmmoves)
        moves = mmmoves.to_list()
        found = [PRUNED] * len(moves)

        def look(i, move):
            found[i] = self.evaluate(depth - 1, ab, self.game.make_move(state, move), move)

        threads = [threading.Thread(target=look, args=pair) for pair in enumerate(moves)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        return self.combine(ab, state, Seq.from_list(found))
