"""How the arguments of AlphaBeta's methods vary."""

from reference.checks.domains import searches

OWNER = "alphabeta.AlphaBeta"
DOMAINS = (
    searches.update_ab(OWNER),
    searches.value_for(OWNER),
    searches.check_bounds(OWNER),
    searches.evaluate(OWNER, pairs=(("state: is", "value: place"),)),
    searches.search(OWNER),
    searches.next_move(OWNER),
)
