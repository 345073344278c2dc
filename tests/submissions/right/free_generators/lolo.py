"""Every function runs in a generator."""

import plain_lolo
from everywhere import decorate
from stepwise import stepwise

decorate(plain_lolo, stepwise)
from plain_lolo import *
