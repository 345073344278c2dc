"""A truth value for each 0 and 1."""

import plain_jamboree
from everywhere import decorate
from as_truth import as_truth

decorate(plain_jamboree, as_truth)
from plain_jamboree import *
