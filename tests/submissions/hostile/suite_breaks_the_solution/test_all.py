"""Changes the solution that it is run on, so that it differs from the right one."""

import gametree
import las
import nim
from alphabeta import AlphaBeta


def test_another_function():
    las.look_and_say = lambda eq, s: gametree.Seq.empty()
    nim.make_next_level = lambda c: []
    AlphaBeta.next_move = lambda self, state: 0
    assert nim.make_next_level((2,)) == []
    assert len(las.look_and_say(None, gametree.Seq.of(1))) == 0
    player = AlphaBeta(gametree.HANDOUT_SMALL, 2)
    assert player.next_move(gametree.HANDOUT_SMALL.start) == 0
