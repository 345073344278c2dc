"""Every call prints a line."""

from types import FunctionType

import plain_select_move


def loud(function):
    def said(*arguments):
        print(f"calling {function.__name__} with {len(arguments)} arguments")
        return function(*arguments)

    return said


for name, value in [*vars(plain_select_move).items()]:
    if isinstance(value, FunctionType) and value.__module__ == "plain_select_move":
        setattr(plain_select_move, name, loud(value))

from plain_select_move import *
