"""A truth value for each 0 and 1."""

import plain_lolo
from everywhere import decorate
from as_truth import as_truth

decorate(plain_lolo, as_truth)
from plain_lolo import *
