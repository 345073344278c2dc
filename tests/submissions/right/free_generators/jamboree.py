"""Every function runs in a generator."""

import plain_jamboree
from everywhere import decorate
from stepwise import stepwise

decorate(plain_jamboree, stepwise)
from plain_jamboree import *
