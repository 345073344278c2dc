"""Calls are dataclasses."""

import plain_jamboree
from everywhere import decorate
from stored import stored

decorate(plain_jamboree, stored)
from plain_jamboree import *
