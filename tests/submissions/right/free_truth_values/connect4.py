"""A truth value for each 0 and 1."""

import plain_connect4
from everywhere import decorate
from as_truth import as_truth

decorate(plain_connect4, as_truth)
from plain_connect4 import *
