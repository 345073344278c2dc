"""Every call prints a line."""

import plain_lolo
from everywhere import decorate
from loud import loud

decorate(plain_lolo, loud)
from plain_lolo import *
