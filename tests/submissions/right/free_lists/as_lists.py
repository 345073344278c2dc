"""Lists where tuples of the same content are expected."""


def listed(value):
    return [listed(each) for each in value] if type(value) in (tuple, list) else value


def as_lists(function):
    def converted(*arguments):
        return listed(function(*arguments))

    return converted
