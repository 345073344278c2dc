"""Every call prints a line."""

import plain_nim
from everywhere import decorate
from loud import loud

decorate(plain_nim, loud)
from plain_nim import *
