"""Classes are subclasses of others; functions are methods as well."""

import plain_connect4
from plain_connect4 import POINTS, fours, sign


class Connect4(plain_connect4.Connect4):
    """The same, as a subclass."""
