"""Lists where tuples of the same content are expected."""

import plain_alphabeta
from everywhere import decorate
from as_lists import as_lists

decorate(plain_alphabeta, as_lists)
from plain_alphabeta import *
