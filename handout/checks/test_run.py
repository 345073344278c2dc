"""Public checks of run: who plays whom, and that the match begins as it should.

How well the match is played is a matter of connect4 and alphabeta, the student's own. Only what
`c4_hvab` puts together is judged here, so where a match put together from the same parts by these
checks can't be played either, nothing is claimed. Nor is the match played on, since Minnie may
look as many moves ahead as she likes.
"""

from typing import Any

import pytest

from checks.kinds import class_of
from grader.student.claims import Expect
from grader.student.evidence import CheckFailed, Evidence
from grader.student.question import CODE, PRINTED

TASK = "run.c4_hvab"
PROMPT = "Maxie, please type your move:"

is_a, look_up = CODE.builtins.isinstance, CODE.builtins.getattr


@pytest.mark.task(TASK, "a Referee, made without anything typed")
def test_referee(submission: Any, expect: Any) -> None:
    hint = "return Referee(game, ..., ...), and leave go() to whoever wants to play"
    expect(is_a(submission.run.c4_hvab(), CODE.gametree.Referee), True, hint=hint)


@pytest.mark.task(TASK, "Maxie is a HumanPlayer, Minnie an AlphaBeta")
def test_players(submission: Any, expect: Any) -> None:
    match = submission.run.c4_hvab()
    hint = "Referee(game, HumanPlayer(game), AlphaBeta(game, SEARCH_DEPTH))"
    expect(is_a(match.maxie, CODE.gametree.HumanPlayer), True, hint=hint)
    made_by = submission.alphabeta.AlphaBeta
    minnie = class_of(made_by, made_by(submission.connect4.Connect4(), 1), expect)
    expect(is_a(match.minnie, minnie), True, hint=hint)


@pytest.mark.task(TASK, "all of them on Connect 4 with 7 columns and 6 rows")
def test_game(submission: Any, expect: Any) -> None:
    match, made_by = submission.run.c4_hvab(), submission.connect4.Connect4
    connect4 = class_of(made_by, made_by(), expect)
    games = {
        "the referee": match.game,
        "Maxie": match.maxie.game,
        "Minnie": look_up(match.minnie, "game", match.game),
    }
    for owner, game in games.items():
        expect(is_a(game, connect4), True)
        columns, rows = f"columns of {owner}'s game", f"rows of {owner}'s game"
        size = {columns: look_up(game, "num_cols", 7), rows: look_up(game, "num_rows", 6)}
        expect(size, {columns: 7, rows: 6}, hint="Connect4() has 7 columns and 6 rows")


@pytest.mark.task(TASK, "what is typed is left for the match")
def test_reads_nothing(submission: Any, expect: Any) -> None:
    _, left = expect.answer((submission.run.c4_hvab(), CODE.sys.stdin.read()), "3\n4\n")
    if left != "3\n4\n":
        raise CheckFailed(Evidence("c4_hvab() reads what is typed; only go() may"))


def shown(match: Any, expect: Expect) -> str:
    """What a match prints when a column that isn't there is typed; raises `CheckFailed`."""
    _, printed = expect.answer((match.go(), PRINTED), "7\n")
    return str(printed)


@pytest.mark.task(TASK, "go() asks Maxie, and asks again after a bad move")
def test_go(submission: Any, expect: Any) -> None:
    expect(is_a(submission.run.c4_hvab(), CODE.gametree.Referee), True)
    game = submission.connect4.Connect4()
    human, minnie = CODE.gametree.HumanPlayer(game), submission.alphabeta.AlphaBeta(game, 1)
    try:
        expected = shown(CODE.gametree.Referee(game, human, minnie), expect)
    except CheckFailed:
        return
    got = shown(submission.run.c4_hvab(), expect)
    if got.count(PROMPT) < expected.count(PROMPT):
        raise CheckFailed(Evidence("Maxie is not asked for her move", got=got, expected=expected))
