"""Alpha-beta pruning behind a metaclass, run in an event loop."""

import asyncio

import plain


class Meta(type):
    def __call__(cls, *args):
        return super().__call__(*args)


class AlphaBeta(plain.AlphaBeta, metaclass=Meta):
    """Everything by delegation."""

    def __getattribute__(self, name):
        return super().__getattribute__(name)

    async def _look(self, depth, ab, state, move):
        return super().evaluate(depth, ab, state, move)

    def evaluate(self, depth, ab, state, move):
        if depth == self.search_depth - 1:
            return asyncio.run(self._look(depth, ab, state, move))
        return super().evaluate(depth, ab, state, move)
