"""Every function runs in a generator."""

import plain_popout
from everywhere import decorate
from stepwise import stepwise

decorate(plain_popout, stepwise)
from plain_popout import *
