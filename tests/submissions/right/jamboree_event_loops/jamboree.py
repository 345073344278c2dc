"""Jamboree with an event loop at every node."""

import asyncio

import sequential
from gametree import Seq


class Jamboree(sequential.Jamboree):
    def search(self, depth, ab, state, abmoves, mmmoves):
        if len(abmoves):
            return super().search(depth, ab, state, abmoves, mmmoves)

        async def look(move):
            child = self.game.make_move(state, move)
            return await asyncio.to_thread(self.evaluate, depth - 1, ab, child, move)

        async def all_of_them():
            return list(await asyncio.gather(*map(look, mmmoves)))

        return self.combine(ab, state, Seq.from_list(asyncio.run(all_of_them())))
