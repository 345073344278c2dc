def runs(eq, s):
    return []
