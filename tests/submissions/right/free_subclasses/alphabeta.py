"""Classes are subclasses of others; functions are methods as well."""

import plain_alphabeta


class AlphaBeta(plain_alphabeta.AlphaBeta):
    """The same, as a subclass."""
