"""Numbers and tuples are of subclasses; what is true or false is a number."""

import plain_lolo
from everywhere import decorate
from own_kinds import own_kinds

decorate(plain_lolo, own_kinds)
from plain_lolo import *
