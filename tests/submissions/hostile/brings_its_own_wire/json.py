def loads(*_):
    return ["v"]


dumps = loads
