"""Numbers and tuples are of subclasses; what is true or false is a number."""

import plain_popout
from everywhere import decorate
from own_kinds import own_kinds

decorate(plain_popout, own_kinds)
from plain_popout import *
