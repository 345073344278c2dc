"""Every function runs in a generator."""

import plain_select_move
from everywhere import decorate
from stepwise import stepwise

decorate(plain_select_move, stepwise)
from plain_select_move import *
