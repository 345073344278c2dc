"""Numbers and tuples are of subclasses; what is true or false is a number."""

import plain_alphabeta
from everywhere import decorate
from own_kinds import own_kinds

decorate(plain_alphabeta, own_kinds)
from plain_alphabeta import *
