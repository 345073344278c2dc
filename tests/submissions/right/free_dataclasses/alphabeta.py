"""Calls are dataclasses."""

import plain_alphabeta
from everywhere import decorate
from stored import stored

decorate(plain_alphabeta, stored)
from plain_alphabeta import *
