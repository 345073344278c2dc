import copy
import json

from gametree import (
    PARENT_PRUNE,
    PRUNED,
    BestEdge,
    Definitely,
    InPlay,
    Over,
    Player,
    Seq,
    alpha_is_less_than,
    beta_is_greater_than,
    est_compare,
    maxalpha,
    minbeta,
)


class AlphaBeta:
    """Alpha-beta pruning that trusts nobody."""

    def __init__(self, game, search_depth):
        self.game = game
        self.search_depth = search_depth
        self.log = []

    def note(self, what, **details):
        """Remember a step as text, so that it can be printed afterwards."""
        words = {name: repr(value) for name, value in sorted(details.items())}
        self.log.append(json.dumps([what, words], indent=2))

    def assert_window(self, ab):
        alpha, beta = copy.deepcopy(ab)
        assert alpha is ab[0] or alpha == ab[0]
        if isinstance(alpha, BestEdge) and isinstance(beta, BestEdge):
            assert est_compare(alpha.est, beta.est) < 0, "empty window"

    def update_ab(self, state, ab, value):
        for _ in range(5):
            if self.game.player(state) == Player.MAXIE:
                new = (maxalpha(ab[0], value), ab[1])
            else:
                new = (ab[0], minbeta(ab[1], value))
        self.note("update", old=ab, new=new)
        return new

    def value_for(self, state, ab):
        by_player = {Player.MAXIE: ab[0], Player.MINNIE: ab[1]}
        return by_player[self.game.player(state)]

    def check_bounds(self, ab, state, incoming_move, est):
        self.note("check", ab=ab, est=est)
        table = []
        for player in Player:
            for above in (True, False):
                for below in (True, False):
                    if above and below:
                        result = BestEdge(incoming_move, est)
                    elif player == Player.MAXIE:
                        result = PRUNED if above else PARENT_PRUNE
                    else:
                        result = PARENT_PRUNE if above else PRUNED
                    table.append(((player, above, below), result))
        key = (
            self.game.player(state),
            alpha_is_less_than(ab[0], est),
            beta_is_greater_than(est, ab[1]),
        )
        [answer] = [result for entry, result in table if entry == key]
        return answer

    def evaluate(self, depth, ab, state, incoming_move):
        self.note("evaluate", depth=depth, ab=ab, move=incoming_move)
        self.assert_window(ab)
        statuses = [self.game.status(state) for _ in range(2)]
        assert statuses[0] == statuses[1]
        match statuses[0]:
            case Over(outcome):
                result = self.check_bounds(ab, state, incoming_move, Definitely(outcome))
            case InPlay() if depth == 0:
                result = self.check_bounds(ab, state, incoming_move, self.game.estimate(state))
            case InPlay():
                value = self.search(depth, ab, state, self.game.moves(state))
                result = PRUNED
                if isinstance(value, BestEdge):
                    result = self.check_bounds(ab, state, incoming_move, value.est)
        self.note("result", result=result)
        return result

    def search(self, depth, ab, state, moves):
        done = Seq.empty()
        remaining = Seq.from_list(list(moves))
        while len(remaining) > 0:
            self.assert_window(ab)
            view = remaining.showl()
            children = [self.game.make_move(state, move) for move in moves]
            child = children[len(done)]
            result = self.evaluate(depth - 1, ab, child, view.head)
            if result == PARENT_PRUNE:
                return PRUNED
            ab = self.update_ab(state, ab, result)
            done, remaining = done.append(Seq.singleton(view.head)), view.tail
        assert done == moves
        return self.value_for(state, ab)

    def next_move(self, state):
        self.log.clear()
        edge = self.search(self.search_depth, (PRUNED, PRUNED), state, self.game.moves(state))
        assert "\n".join(self.log)
        return edge.move
