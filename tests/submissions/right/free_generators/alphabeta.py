"""Every function runs in a generator."""

import plain_alphabeta
from everywhere import decorate
from stepwise import stepwise

decorate(plain_alphabeta, stepwise)
from plain_alphabeta import *
