"""A truth value for each 0 and 1."""

import plain_alphabeta
from everywhere import decorate
from as_truth import as_truth

decorate(plain_alphabeta, as_truth)
from plain_alphabeta import *
