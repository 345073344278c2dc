"""Which objects of this library are watched, and which of their methods."""

from tables import Rows

WATCHED = {Rows: ("row",)}
