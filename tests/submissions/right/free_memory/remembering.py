"""Every function keeps its answers."""


def remembering(function):
    """Keep answers across calls, by all of the arguments, on each object."""
    kept = {}

    def asked(*arguments):
        try:
            key = tuple([a if i else id(a) for i, a in enumerate(arguments)])
            hash(key)
        except TypeError:
            return function(*arguments)
        if key not in kept:
            kept[key] = (function(*arguments), arguments)
        return kept[key][0]

    return asked
