"""Calls are dataclasses."""

import plain_select_move
from everywhere import decorate
from stored import stored

decorate(plain_select_move, stored)
from plain_select_move import *
