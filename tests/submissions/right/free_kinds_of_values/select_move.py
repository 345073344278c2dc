"""Numbers and tuples are of subclasses; what is true or false is a number."""

import plain_select_move
from everywhere import decorate
from own_kinds import own_kinds

decorate(plain_select_move, own_kinds)
from plain_select_move import *
