"""Every call prints a line."""

import plain_connect4
from everywhere import decorate
from loud import loud

decorate(plain_connect4, loud)
from plain_connect4 import *
