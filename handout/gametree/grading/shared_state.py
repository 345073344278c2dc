"""What two boxes send each other of a value, or of a match that either of them may change."""

from collections.abc import Callable, Sequence
from typing import Any

from gametree.connect_four_game import ConnectFourGame


def values_of_fields(*names: str) -> Callable[[Any], tuple[Any, ...]]:
    """What takes the values of these fields from a value."""
    return lambda value: tuple([getattr(value, name) for name in names])


def state_of_match(game: ConnectFourGame) -> tuple[Any, ...]:
    """What can change of a match."""
    columns = tuple(["".join(column) for column in game._columns])
    settings = (game.level, game.alpha_beta, game.quiet)
    return columns, tuple(game._moves), settings, tuple(vars(game.search_info).values())


def restore_match(game: ConnectFourGame, state: Sequence[Any]) -> None:
    """Give a match the state that another box left it in."""
    columns, moves, settings, info = state
    game._columns[:] = [list(column) for column in columns]
    game._moves[:] = moves
    game.level, game.alpha_beta, game.quiet = settings
    game.search_info.__init__(*info)  # type: ignore[misc]  # the same object
