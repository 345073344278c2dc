"""Lists where tuples of the same content are expected."""

import plain_jamboree
from everywhere import decorate
from as_lists import as_lists

decorate(plain_jamboree, as_lists)
from plain_jamboree import *
