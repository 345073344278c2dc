"""Every call prints a line."""

import plain_jamboree


def loud(function):
    def said(*arguments):
        print(f"calling {function.__name__} with {len(arguments)} arguments")
        return function(*arguments)

    return said


class Jamboree(plain_jamboree.Jamboree):
    """The same, method by method."""


for name, method in vars(plain_jamboree.Jamboree).items():
    if not name.startswith("__"):
        setattr(Jamboree, name, loud(method))
