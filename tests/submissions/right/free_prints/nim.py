"""Every call prints a line."""

from types import FunctionType

import plain_nim


def loud(function):
    def said(*arguments):
        print(f"calling {function.__name__} with {len(arguments)} arguments")
        return function(*arguments)

    return said


for name, value in [*vars(plain_nim).items()]:
    if isinstance(value, FunctionType) and value.__module__ == "plain_nim":
        setattr(plain_nim, name, loud(value))

from plain_nim import *
