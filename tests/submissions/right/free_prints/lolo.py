"""Every call prints a line."""

from types import FunctionType

import plain_lolo


def loud(function):
    def said(*arguments):
        print(f"calling {function.__name__} with {len(arguments)} arguments")
        return function(*arguments)

    return said


for name, value in [*vars(plain_lolo).items()]:
    if isinstance(value, FunctionType) and value.__module__ == "plain_lolo":
        setattr(plain_lolo, name, loud(value))

from plain_lolo import *
