"""Calls are dataclasses."""

import plain_lolo
from everywhere import decorate
from stored import stored

decorate(plain_lolo, stored)
from plain_lolo import *
