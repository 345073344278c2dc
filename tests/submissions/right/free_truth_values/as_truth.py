"""A truth value for each 0 and 1."""


def truth(value):
    if type(value) is int and value in (0, 1):
        return bool(value)
    if type(value) is tuple:
        return tuple([truth(each) for each in value])
    if type(value) is list:
        return [truth(each) for each in value]
    return value


def as_truth(function):
    def converted(*arguments):
        return truth(function(*arguments))

    return converted
