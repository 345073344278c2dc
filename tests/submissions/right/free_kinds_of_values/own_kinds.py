"""Numbers and tuples are of subclasses; what is true or false is a number."""


class Number(int):
    """A whole number."""


class Pair(tuple):
    """A sequence that never changes."""


def own_kind(value):
    if type(value) is int:
        return Number(value)
    if type(value) is tuple:
        return Pair(map(own_kind, value))
    if type(value) is list:
        return [own_kind(each) for each in value]
    return value


def own_kinds(function):
    def converted(*arguments):
        return own_kind(function(*arguments))

    return converted
