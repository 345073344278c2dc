"""Every function keeps its answers."""

import plain_popout
from everywhere import decorate
from remembering import remembering

decorate(plain_popout, remembering)
from plain_popout import *
