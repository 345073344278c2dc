"""Every call prints a line."""

from types import FunctionType

import plain_connect4


def loud(function):
    def said(*arguments):
        print(f"calling {function.__name__} with {len(arguments)} arguments")
        return function(*arguments)

    return said


for owner in (plain_connect4, plain_connect4.Connect4):
    for name, value in [*vars(owner).items()]:
        if isinstance(value, FunctionType) and value.__module__ == "plain_connect4" and name != "__init__":
            setattr(owner, name, loud(value))

from plain_connect4 import *
