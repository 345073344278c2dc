"""Not the wire."""


def dump(data):
    return b'[["v",["s",["t",3,"hi"]]]]'
