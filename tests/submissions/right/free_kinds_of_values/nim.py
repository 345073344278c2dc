"""Numbers and tuples are of subclasses; what is true or false is a number."""

import plain_nim
from everywhere import decorate
from own_kinds import own_kinds

decorate(plain_nim, own_kinds)
from plain_nim import *
