"""Calls of all methods of one object of a game, on boards that have nothing to do with each other.

What one method leaves in the object and another one reads shows where the next call is about
another board: who moved last, which column was filled, that somebody has won. A check compares the
answers of the methods that are its task's; what becomes of the other calls is of no account there.
"""

from collections.abc import Callable, Container, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import chain
from random import Random
from typing import Any

from hypothesis import strategies as st

from gametree import Drop
from grader.judging.properties import Placed
from grader.student.compare import same, short
from grader.student.question import CODE, within
from reference.checks.boards import Board, empty_board, in_play
from reference.checks.pops import Move, legal, match_on, played
from reference.checks.rng import generators
from reference.checks.verdicts import is_tuple, moves_verdict, same_verdict

SIZES = ((7, 6), (4, 4), (3, 2))
WITH_ROOM = ((7, 6), (4, 4), (5, 4))
# How many calls there are, and how often a move is made again and again.
CALLS, AGAIN = 28, 120
# Of checks with such calls; they cost the reference a tenth of a second.
AMONG: Mapping[str, Any] = {"alone": True, "among_others": True, "cpu_seconds": 3.0}


@dataclass(frozen=True, slots=True)
class Request:
    """A call of a method about a board; `many` makes one move again and again."""

    method: str
    board: Board
    argument: Any = None

    def of(self, game: Any) -> Any:
        """The question."""
        state = self.board.state
        match self.method:
            case "start":
                return game.start.board, game.start.player
            case "make_move":
                after = game.make_move(state, self.argument)
                return after.board, after.player
            case "many":
                states = CODE.itertools.repeat(state, AGAIN)
                made = CODE.builtins.map(
                    game.make_move, states, CODE.itertools.repeat(self.argument)
                )
                return CODE.collections.deque(made, 0)
            case "lowest_free_row" | "parse_move":
                return getattr(game, self.method)(state, self.argument)
        return getattr(game, self.method)(state)


def aside(question: object) -> Any:
    """The question asked without an answer that counts, even where it is refused."""
    manager = CODE.contextlib.suppress(CODE.builtins.Exception)
    return within(manager, lambda _: CODE.operator.is_(question, None))


@dataclass(frozen=True, slots=True)
class Interleaved:
    """Calls of games of several sizes, each one object."""

    requests: tuple[Request, ...]

    def asked(self, game: Callable[[Board], Any], methods: Container[str]) -> tuple[Any, ...]:
        """The question for the answers of these methods; of other calls, what counts for nothing.

        `game` is the game of a board's size.
        """
        games = {each.board.size: game(each.board) for each in self.requests}
        questions = [each.of(games[each.board.size]) for each in self.requests]
        pairs = zip(self.requests, questions, strict=True)
        return tuple([q if each.method in methods else aside(q) for each, q in pairs])

    @property
    def estimated(self) -> list[Board]:
        """The boards that are estimated, each once."""
        boards = [each.board for each in self.requests if each.method == "estimate"]
        return list(dict.fromkeys(boards))


@dataclass(frozen=True, slots=True)
class _Rules:
    """What a game is asked: its methods, where which moves are legal, positions of its matches."""

    methods: tuple[str, ...]
    moves: Callable[[Board], Sequence[Move]]
    position: Callable[[tuple[int, int], Random], Board]
    move: Callable[[Move], Any]

    def boards(self, size: tuple[int, int], rng: Random) -> list[Board]:
        """Positions of a size: in play, at the end of a match and just before it."""
        found = [self.position(size, rng) for _ in range(4)]
        ends = [_last(size, rng) for _ in range(4)]
        return [*found, *chain.from_iterable(ends)]

    def request(self, method: str, boards: Sequence[Board], rng: Random) -> Request:
        """A call of a method about one of the boards."""
        match method:
            case "make_move" | "many":
                return self._move(method, rng.choice(list(filter(self._goes_on, boards))), rng)
            case "moves" | "estimate" | "parse_move":
                board = rng.choice(list(filter(self._goes_on, boards)))
            case _:
                board = rng.choice(boards)
        col = rng.randrange(board.num_cols)
        texts = str(col), str(col), f"pop {col}"
        arguments = {"lowest_free_row": col, "parse_move": rng.choice(texts)}
        return Request(method, board, arguments.get(method))

    def _move(self, method: str, board: Board, rng: Random) -> Request:
        moves = self.moves(board)
        winning = [move for move in moves if played(board, move).winners()]
        return Request(method, board, self.move(rng.choice(winning or moves)))

    def _goes_on(self, board: Board) -> bool:
        return not board.winners() and bool(self.moves(board))


def _last(size: tuple[int, int], rng: Random) -> list[Board]:
    """The last two positions of a match of drops that is played to its end."""
    boards = [empty_board(*size)]
    while boards[-1].drops() and not boards[-1].winners():
        boards.append(boards[-1].drop(rng.choice(boards[-1].drops())))
    return boards[-2:]


def _popped(size: tuple[int, int], rng: Random) -> Board:
    """A position that a match of drops and pops comes to."""
    *_, last = match_on(size, rng, rng.randint(1, 40))
    return rng.choice((last.board, last.after))


METHODS = ("start", "player", "moves", "make_move", "status", "estimate", "parse_move")
CONNECT_FOUR = _Rules(
    (*METHODS, "lowest_free_row"),
    lambda board: [Drop(x) for x in board.drops()],
    in_play,
    lambda move: move.col,
)
POP_OUT = _Rules(METHODS, legal, _popped, lambda move: move)


def of_connect4(*methods: str) -> st.SearchStrategy[Interleaved]:
    """Calls of all methods of Connect 4, more than half of them of these."""
    return generators.map(partial(_interleaved, CONNECT_FOUR, methods))


def of_popout(*methods: str) -> st.SearchStrategy[Interleaved]:
    """Calls of all methods of PopOut, more than half of them of these."""
    return generators.map(partial(_interleaved, POP_OUT, methods))


def _interleaved(rules: _Rules, methods: Sequence[str], rng: Random) -> Interleaved:
    boards = {size: rules.boards(size, rng) for size in (*SIZES, WITH_ROOM[-1])}

    def request(name: str, *sizes: tuple[int, int]) -> Request:
        # No board without room for four is estimated.
        usual = WITH_ROOM if "estimate" in (name, *methods) else SIZES
        return rules.request(name, boards[rng.choice(sizes or usual)], rng)

    def some() -> list[Request]:
        return [
            request(rng.choice(rng.choice((methods, rules.methods)))) for _ in range(CALLS // 2)
        ]

    # What counts moves shows it on a small board first, and in the calls that follow there.
    small = (4, 4) if "estimate" in methods else (3, 2)
    again = [request(name, small) for name in ("many", *methods, "status", "player")]
    return Interleaved((*some(), *again, *some()))


def interleaved_verdict(*methods: str) -> Callable[[Interleaved, Any, Any], str]:
    """The verdict on the answers of these methods, each by its own arguments."""

    def judged(example: Interleaved, got: Any, expected: Any) -> str:
        if not is_tuple(got, len(example.requests)):
            return f"{len(example.requests)} answers are expected"
        for each, g, e in zip(example.requests, got, expected, strict=True):
            verdict = moves_verdict if each.method == "moves" else same_verdict
            if each.method in methods and (words := verdict(each.board, g, e)):
                return Placed(f"{each.method} after calls about other boards", words)
        return ""

    return judged


def of_estimates(example: Interleaved, game: Callable[[Board], Any]) -> tuple[Any, Any]:
    """The question for estimates of new objects, then for those among calls of all methods."""
    first = tuple([game(board).estimate(board.state) for board in example.estimated])
    return first, example.asked(game, ("estimate",))


def estimates_again_verdict(example: Interleaved, got: Any, _expected: Any) -> str:
    """The same estimate of a board, whatever lies between."""
    boards, requests = example.estimated, example.requests
    if not is_tuple(got, 2) or not is_tuple(got[0], len(boards)):
        return "estimates are expected"
    if not is_tuple(got[1], len(requests)):
        return f"{len(requests)} answers are expected"
    first = dict(zip(boards, got[0], strict=True))
    for each, again in zip(requests, got[1], strict=True):
        if each.method == "estimate" and not same(again, first[each.board]):
            return f"{short(again)} where it was {short(first[each.board])} before"
    return ""


def estimates_again_wanted(_example: Interleaved) -> str:
    """What counts in the estimates."""
    return "the same estimate of a board, however often it is asked for"
