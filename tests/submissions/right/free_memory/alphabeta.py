"""Every function keeps its answers."""

import plain_alphabeta
from everywhere import decorate
from remembering import remembering

decorate(plain_alphabeta, remembering)
from plain_alphabeta import *
