"""A truth value for each 0 and 1."""

import plain_nim
from everywhere import decorate
from as_truth import as_truth

decorate(plain_nim, as_truth)
from plain_nim import *
