"""Every call prints a line."""

import plain_alphabeta
from everywhere import decorate
from loud import loud

decorate(plain_alphabeta, loud)
from plain_alphabeta import *
