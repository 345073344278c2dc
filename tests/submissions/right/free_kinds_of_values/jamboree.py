"""Numbers and tuples are of subclasses; what is true or false is a number."""

import plain_jamboree
from everywhere import decorate
from own_kinds import own_kinds

decorate(plain_jamboree, own_kinds)
from plain_jamboree import *
