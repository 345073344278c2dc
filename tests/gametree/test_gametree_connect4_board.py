"""Positions, states and moves of Connect 4 and PopOut can be distinguished by match."""

from gametree import EMPTY, C4State, Drop, EmptyPosition, Filled, Matrix, Player, Pop, Position


def letter(position: Position) -> str:
    match position:
        case Filled(Player.MAXIE):
            return "X"
        case Filled(Player.MINNIE):
            return "O"
        case EmptyPosition():
            return "_"
    raise AssertionError(position)


def test_positions_can_be_distinguished() -> None:
    positions = [EMPTY, Filled(Player.MINNIE), Filled(Player.MAXIE)]
    assert [letter(position) for position in positions] == ["_", "O", "X"]


def test_a_state_is_taken_apart_into_board_and_player() -> None:
    board = Matrix.tabulate(lambda x, y: Filled(Player.MAXIE) if x == y else EMPTY, 2, 2)
    match C4State(board, Player.MINNIE):
        case C4State(found, player):
            assert (found, player) == (board, Player.MINNIE)


def test_drops_and_pops_differ_by_class() -> None:
    moves: list[Drop | Pop] = [Drop(2), Pop(2)]
    names = [f"pop {m.col}" if isinstance(m, Pop) else f"{m.col}" for m in moves]
    assert names == ["2", "pop 2"]
    assert len({*moves, Drop(2), Pop(2)}) == 2
