"""Lists where tuples of the same content are expected."""

import plain_jamboree


def listed(value):
    return [listed(each) for each in value] if type(value) in (tuple, list) else value


def as_lists(function):
    def converted(*arguments):
        return listed(function(*arguments))

    return converted


class Jamboree(plain_jamboree.Jamboree):
    """The same, method by method."""


for name, method in vars(plain_jamboree.Jamboree).items():
    if not name.startswith("__"):
        setattr(Jamboree, name, as_lists(method))
