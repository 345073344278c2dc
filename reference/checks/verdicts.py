"""What the checks of Connect 4 and PopOut have in common: how their answers are judged.

Code that answers for itself may send anything, so a verdict takes no answer's shape for granted.
"""

from collections.abc import Callable, Sequence
from typing import Any

from checks.boards import board_picture
from gametree import C4State, Guess, Matrix, Seq
from grader.judging.properties import Relation
from grader.student.compare import article, same, short, type_name
from grader.student.evidence import BoardPicture
from grader.student.question import CODE, Code
from reference.checks.boards import Board
from reference.checks.openings import OneRun, Rivals, sign_fault, sign_wanted


def once(board: Board) -> Any:
    """The state as an object that a question may use several times, and always means the same."""
    state = board.state
    return CODE.gametree.C4State(state.board, state.player)


def mirrored_state(state: C4State) -> C4State:
    """The state with left and right exchanged."""
    cells, last = state.board, state.board.num_cols - 1
    turned = Matrix.tabulate(lambda x, y: cells.sub(last - x, y), cells.num_cols, cells.num_rows)
    return C4State(turned, state.player)


def after_mirrored(_example: Any, answer: Any) -> Any:
    """The mirror image of the position after a move, and of that before."""
    board, player, given = answer
    after = mirrored_state(C4State(board, player))
    return after.board, after.player, mirrored_state(given)


MIRROR = "the mirror image"
MIRRORED = Relation(MIRROR, lambda board: board.mirrored)


def is_tuple(got: Any, length: int) -> bool:
    """Whether the parts of an answer are there; code that answers for itself may leave some out."""
    return isinstance(got, tuple) and len(got) == length


def each_verdict(verdict: Callable[[Any, Any, Any], str]) -> Callable[[Any, Any, Any], str]:
    """The verdict on the answers for several boards, of which each is judged by `verdict`."""

    def judged(examples: Sequence[Any], got: Any, expected: Any) -> str:
        if not is_tuple(got, len(examples)):
            return f"{len(examples)} answers are expected"
        for number, (example, g, e) in enumerate(zip(examples, got, expected, strict=True), 1):
            if words := verdict(example, g, e):
                return f"board {number} of {len(examples)}: {words}"
        return ""

    return judged


def same_verdict(_example: Any, got: Any, expected: Any) -> str:
    """The expected value."""
    return "" if same(got, expected) else f"{short(got)} instead of {short(expected)}"


def status_verdict(_example: Any, got: Any, expected: Any) -> str:
    """The status, in full."""
    return "" if same(got, expected) else f"{short(got)} instead of {expected!r}"


def moves_verdict(_example: Any, got: Any, expected: Any) -> str:
    """The legal moves, each once, in any order, as a `Seq`."""
    if type(got) is not Seq:
        return f"a Seq is expected, not {article(type_name(got))}"
    came, legal = got.to_list(), expected.to_list()
    wrong = [move for move in came if not any(same(move, other) for other in legal)]
    if wrong:
        return f"{short(wrong[0])} is no legal move here"
    missing = [move for move in legal if move not in came]
    if missing:
        return f"{missing[0]!r} is a legal move, and missing"
    return "" if len(came) == len(legal) else "a move is there more than once"


def kind_verdict(_board: Any, got: Any, _expected: Any) -> str:
    """A guess, whatever it says; a float that equals an int is as good."""
    if type(got) is not Guess:
        return f"a Guess is expected, not {short(got)}"
    value: object = got.value
    is_whole = isinstance(value, int) or (isinstance(value, float) and value.is_integer())
    return "" if is_whole else f"a Guess of an int is expected, not {short(got)}"


def kind_wanted(_board: Any) -> str:
    """What counts in an estimate that is free."""
    return "a Guess of an int, whichever"


def repeated_verdict(_past: Any, got: Any, _expected: Any) -> str:
    """The same estimate for the same board, whatever lies between."""
    if not is_tuple(got, 4):
        return "four estimates are expected"
    first, *_, last = got
    return "" if same(last, first) else f"{short(last)} where it was {short(first)} before"


def repeated_wanted(_past: Any) -> str:
    """What counts in the estimates."""
    return "four estimates, the first and the last alike"


def of_starts(code: Code, game: Any, sizes: Sequence[tuple[int, int]]) -> Any:
    """The question for the sizes of the starts of games, made one after the other."""
    size_of = code.operator.attrgetter("start.board.num_cols", "start.board.num_rows")
    games = code.builtins.map(game, *zip(*sizes, strict=True))
    return code.builtins.tuple(code.builtins.map(size_of, games))


def starts_verdict(sizes: Sequence[tuple[int, int]], got: Any, _expected: Any) -> str:
    """The size of each start."""
    if not is_tuple(got, len(sizes)):
        return f"{len(sizes)} sizes are expected"
    wrong = (pair for pair in zip(sizes, got, strict=True) if not same(*pair))
    return next((f"the start on {c} x {r} has the size {short(g)}" for (c, r), g in wrong), "")


def move_verdict(_example: Any, got: Any, expected: Any) -> str:
    """The new board, the new player, and the state that was given, untouched."""
    if not is_tuple(got, 3):
        return "a state is expected"
    (board, player, given), (board_expected, player_expected, given_expected) = got, expected
    if not same(given, given_expected):
        return "the state that was given has been changed"
    if not same(player, player_expected):
        return f"the player is {short(player)} instead of {player_expected!r}"
    if not same(board, board_expected):
        return f"the board is another one: {first_cell(board, board_expected)}"
    return ""


def after_verdict(_example: Any, got: Any, expected: Any) -> str:
    """The new board, and the new player."""
    if not is_tuple(got, 2):
        return "a board and a player are expected"
    (board, player), (board_expected, player_expected) = got, expected
    if not same(player, player_expected):
        return f"the player is {short(player)} instead of {player_expected!r}"
    return "" if same(board, board_expected) else first_cell(board, board_expected)


def first_cell(got: Any, expected: Any) -> str:
    """The first cell in which a board differs from the expected one."""
    size = (expected.num_cols, expected.num_rows)
    if type(got) is not type(expected):
        return f"{article(type_name(expected))} is expected, not {article(type_name(got))}"
    if (got.num_cols, got.num_rows) != size:
        return f"its size is {got.num_cols} x {got.num_rows} instead of {size[0]} x {size[1]}"
    cells = [(x, y) for y in range(size[1]) for x in range(size[0])]
    x, y = next(cell for cell in cells if not same(got.sub(*cell), expected.sub(*cell)))
    return f"{short(got.sub(x, y))} at ({x}, {y}) instead of {expected.sub(x, y)!r}"


def of_rivals(game: Any, rivals: Rivals) -> Any:
    """The question for the estimates of rivals."""
    boards = rivals.three, rivals.answered, rivals.two
    return tuple([game.estimate(board.state) for board in boards])


def of_run(game: Any, run: OneRun) -> Any:
    """The question for the estimates of a run."""
    return tuple([game.estimate(board.state) for board in run.boards])


def estimates_verdict(rivals: Rivals, got: Any, _expected: Any) -> str:
    """The signs, and that three weigh more than two."""
    return rivals.verdict(got) if is_tuple(got, 3) else "three estimates are expected"


def rivals_picture(rivals: Rivals, got: Any) -> BoardPicture:
    """The board whose estimate is wrong."""
    return board_picture((rivals.blamed(got) if is_tuple(got, 3) else rivals.three).state)


def run_verdict(run: OneRun, got: Any, _expected: Any) -> str:
    """The sign of the player with the run, and that three weigh more than two."""
    return run.verdict(got)


def run_picture(runs: Sequence[OneRun], got: Any) -> BoardPicture:
    """The first board that is estimated wrongly."""
    answers = got if is_tuple(got, len(runs)) else [None] * len(runs)
    wrong = [run for run, each in zip(runs, answers, strict=True) if run.verdict(each)]
    return board_picture((wrong or runs)[0].three.state)


def sign_verdict(run: OneRun, got: Any, _expected: Any) -> str:
    """The sign of the player with the run."""
    return sign_fault(run.owner, got)


# How estimates of rivals are judged, and those of runs at the walls.
OF_RIVALS: dict[str, Any] = {
    "verdict": estimates_verdict,
    "wanted": lambda rivals: rivals.wanted,
    "picture": rivals_picture,
}
OF_SIGNS: dict[str, Any] = {
    "verdict": each_verdict(sign_verdict),
    "wanted": lambda runs: f"Guesses {', '.join(sign_wanted(run.owner) for run in runs)} 0",
    "alone": True,
}
OF_RUNS: dict[str, Any] = {
    "verdict": each_verdict(run_verdict),
    "wanted": lambda runs: "; ".join(run.wanted for run in runs),
    "picture": run_picture,
    "alone": True,
}
