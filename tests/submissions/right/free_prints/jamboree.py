"""Every call prints a line."""

import plain_jamboree
from everywhere import decorate
from loud import loud

decorate(plain_jamboree, loud)
from plain_jamboree import *
