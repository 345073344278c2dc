"""Two players of one game, and calls of all their methods, on states all over its tree.

The players look another number of moves ahead, and Jamboree's have other shares. What a player
leaves in itself or in the game, another one or another method reads.
"""

from collections.abc import Callable, Container, Sequence
from dataclasses import dataclass
from itertools import count
from random import Random
from typing import Any

from hypothesis import strategies as st

from gametree import BestEdge, Est, ExplicitGame, Guess, Player, TreeNode
from gametree.grading.watched_games import WatchedGame
from gametree.paths import PathGame
from grader.judging.properties import Placed
from reference.checks.interleaved import aside
from reference.checks.rng import generators
from reference.checks.searches import (
    FRACTIONS,
    NAMES,
    OPEN,
    Searched,
    Window,
    made,
    move_verdict,
    result_verdict,
    search_verdict,
    update_verdict,
)
from reference.checks.sequences import (
    PLIES,
    Ask,
    below,
    cut_off,
    drawn_selection,
    drawn_window,
    grown,
)
from reference.checks.trees import Position, state_at
from reference.checks.verdicts import is_tuple, same_verdict

CALLS = 24
BOUNDS = "update_ab", "value_for", "check_bounds"
SEARCHES = "evaluate", "search"
METHODS = (*BOUNDS, *SEARCHES, "next_move")
# How many moves ahead the two players look.
DEPTHS = ((1, 2), (2, 1), (1, 3), (3, 1), (2, 3), (3, 2))

Make = Callable[[ExplicitGame, int, float], Any]
Split = Callable[[Searched], Sequence[Any]]


@dataclass(frozen=True, slots=True)
class PlayerCall:
    """A call of a method of one of two players, with an estimate where it takes one."""

    method: str
    ask: Ask
    est: Est


@dataclass(frozen=True, slots=True)
class TwoPlayers:
    """Two players of one game, made one after the other, and calls of them in turn."""

    game: PathGame
    depths: tuple[int, int]
    shares: tuple[float, float]
    calls: tuple[PlayerCall, ...]

    def asked(self, make: Make, split: Split, methods: Container[str]) -> tuple[Any, ...]:
        """The question for the answers of these methods; of other calls, what counts for nothing.

        `split` gives the moves that a search is given.
        """
        pairs = zip(self.depths, self.shares, strict=True)
        players = [make(self.game, depth, share) for depth, share in pairs]
        questions = [self._question(call, players[call.ask.player], split) for call in self.calls]
        return *made(*players), *[
            question if call.method in methods else aside(question)
            for call, question in zip(self.calls, questions, strict=True)
        ]

    def _question(self, call: PlayerCall, player: Any, split: Split) -> Any:
        ask, searched = call.ask, self.searched(call)
        state = state_at(self.game, ask.path)
        match call.method:
            case "update_ab":
                return player.update_ab(state, ask.window, self.window(call).value)
            case "value_for":
                return player.value_for(state, ask.window)
            case "check_bounds":
                return player.check_bounds(ask.window, state, self.game.names[0], call.est)
            case "evaluate":
                return player.evaluate(ask.depth, ask.window, state, self.game.names[0])
            case "search":
                return player.search(ask.depth, ask.window, state, *split(searched))
        return player.next_move(state)

    def searched(self, call: PlayerCall) -> Searched:
        """What a search looks at, as an example of its own."""
        ask = call.ask
        seen = cut_off(below(self.game.tree, ask.path), ask.depth)
        position = Position(seen, ask.depth, minnie=len(ask.path) % 2 == 1)
        share = self.shares[ask.player]
        if call.method == "next_move":
            return Searched(position, OPEN, self.game, share)
        return Searched(position, ask.window, self.game, share, None, ask.chosen, ask.in_sequence)

    def window(self, call: PlayerCall) -> Window:
        """The bounds of a call, with the value of a child."""
        mover = Player.MINNIE if len(call.ask.path) % 2 else Player.MAXIE
        value = BestEdge(self.game.names[1], call.est)
        return Window(mover, call.ask.window, value, game=self.game)

    def fault(self, call: PlayerCall, got: Any, expected: Any) -> str:
        """What is wrong with the answer to a call, by its own arguments."""
        match call.method:
            case "update_ab":
                return update_verdict(self.window(call), got, expected)
            case "evaluate":
                return result_verdict(None, got, expected)
            case "search":
                return search_verdict(self.searched(call), got, expected)
            case "next_move":
                return move_verdict(self.searched(call), got, expected)
        return same_verdict(call, got, expected)


def two_players(*methods: str) -> st.SearchStrategy[TwoPlayers]:
    """Calls of all methods of two players, more than half of them of these."""
    return generators.map(lambda rng: _two_players(methods, rng))


def _two_players(methods: Sequence[str], rng: Random) -> TwoPlayers:
    width = rng.choice((2, 3))
    game = PathGame(grown(rng, width, PLIES, map(str, count(10))), rng.choice(NAMES))
    depths, shares = rng.choice(DEPTHS), rng.sample(FRACTIONS, 2)
    names = [rng.choice((rng.choice(methods), rng.choice(METHODS))) for _ in range(CALLS)]
    calls = [_call(name, width, depths, rng) for name in names]
    return TwoPlayers(game, depths, (shares[0], shares[1]), tuple(calls))


def _call(method: str, width: int, depths: tuple[int, int], rng: Random) -> PlayerCall:
    player = rng.randrange(2)
    depth = depths[player]
    if method != "next_move":
        # As often as not that of the player.
        depth = rng.choice((depth, rng.randint(1, PLIES)))
    path = tuple([rng.randrange(width) for _ in range(rng.randint(0, PLIES - depth))])
    window = rng.choice((OPEN, drawn_window(rng)))
    ask = Ask(player, depth, window, path, *drawn_selection(rng, width))
    return PlayerCall(method, ask, Guess(rng.randrange(10)))


def two_players_verdict(*methods: str) -> Callable[[TwoPlayers, Any, Any], str]:
    """The verdict on the answers of these methods, each by its own arguments."""

    def judged(example: TwoPlayers, got: Any, expected: Any) -> str:
        if not is_tuple(got, len(expected)):
            return f"{len(expected)} answers are expected"
        for call, g, e in zip(example.calls, got[2:], expected[2:], strict=True):
            if call.method in methods and (words := example.fault(call, g, e)):
                place = f"{call.method} by one of two players of a game, after other calls"
                return Placed(place, words)
        return ""

    return judged


# -- two shares ----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class TwoShares:
    """Two players of one watched game with different shares, who each look at one of its halves."""

    game: WatchedGame
    shares: tuple[float, float]

    def asked(self, make: Make) -> tuple[Any, ...]:
        """The question for what each half is worth, once both players are there."""
        players = [make(self.game, 2, share) for share in self.shares]
        halves = [state_at(self.game, (half,)) for half in range(2)]
        results = [
            player.evaluate(2, OPEN, state, half)
            for half, (player, state) in enumerate(zip(players, halves, strict=True))
        ]
        return *made(*players), *results


def two_shares() -> st.SearchStrategy[TwoShares]:
    """Halves that are searched otherwise with the other player's share."""
    return generators.map(_two_shares)


def _two_shares(rng: Random) -> TwoShares:
    labels = map(str, count(10))
    halves = [grown(rng, 4, 2, labels) for _ in range(2)]
    game = WatchedGame(TreeNode("top", halves), ordered=False)
    # With a share of 0 nothing is pruned, with any other something nearly always.
    shares = [0.0, rng.choice((0.5, 1.0))]
    rng.shuffle(shares)
    return TwoShares(game, (shares[0], shares[1]))


def two_shares_verdict(_example: TwoShares, got: Any, expected: Any) -> str:
    """What the halves are worth; which leaves are visited is compared anyway."""
    if not is_tuple(got, 4):
        return "two results are expected"
    found = (result_verdict(None, g, e) for g, e in zip(got[2:], expected[2:], strict=True))
    return next(filter(None, found), "")
