"""Which objects of this library are watched: each step of a feed is answered by who checks."""

from feed import Feed

WATCHED = {Feed: ("__next__",)}
