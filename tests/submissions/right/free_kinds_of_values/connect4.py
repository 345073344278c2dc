"""Numbers and tuples are of subclasses; what is true or false is a number."""

import plain_connect4
from everywhere import decorate
from own_kinds import own_kinds

decorate(plain_connect4, own_kinds)
from plain_connect4 import *
