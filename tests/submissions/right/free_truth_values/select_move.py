"""A truth value for each 0 and 1."""

import plain_select_move
from everywhere import decorate
from as_truth import as_truth

decorate(plain_select_move, as_truth)
from plain_select_move import *
