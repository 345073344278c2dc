"""Every function runs in a generator."""

import plain_jamboree


def stepwise(function):
    """The work is done by a generator that gives one value."""

    def steps(arguments):
        yield function(*arguments)

    def run(*arguments):
        return next(steps(arguments))

    return run


class Jamboree(plain_jamboree.Jamboree):
    """The same, method by method."""


for name, method in vars(plain_jamboree.Jamboree).items():
    if not name.startswith("__"):
        setattr(Jamboree, name, stepwise(method))
