"""Measures the engine on its own assignment, whose library is in the handout alone."""

import sys
from pathlib import Path

sys.path.append(str(Path(__file__).parents[1] / "handout"))
