from gametree import (
    PARENT_PRUNE,
    PRUNED,
    BestEdge,
    Player,
    alpha_is_less_than,
    beta_is_greater_than,
    maxalpha,
    minbeta,
)


def with_value(player, ab, value):
    alpha, beta = ab
    return (maxalpha(alpha, value), beta) if player is Player.MAXIE else (alpha, minbeta(beta, value))


def own_bound(player, ab):
    alpha, beta = ab
    return alpha if player is Player.MAXIE else beta


def label(player, ab, move, est):
    alpha, beta = ab
    bad_for_maxie = not alpha_is_less_than(alpha, est)
    bad_for_minnie = not beta_is_greater_than(est, beta)
    bad = {Player.MAXIE: bad_for_maxie, Player.MINNIE: bad_for_minnie}
    if bad[player]:
        return PARENT_PRUNE
    if bad[player.other]:
        return PRUNED
    return BestEdge(move, est)
