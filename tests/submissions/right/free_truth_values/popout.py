"""A truth value for each 0 and 1."""

import plain_popout
from everywhere import decorate
from as_truth import as_truth

decorate(plain_popout, as_truth)
from plain_popout import *
