"""Every call prints a line."""

import plain_select_move
from everywhere import decorate
from loud import loud

decorate(plain_select_move, loud)
from plain_select_move import *
