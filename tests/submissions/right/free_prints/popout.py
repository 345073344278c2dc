"""Every call prints a line."""

import plain_popout
from everywhere import decorate
from loud import loud

decorate(plain_popout, loud)
from plain_popout import *
