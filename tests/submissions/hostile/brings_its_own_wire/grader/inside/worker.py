"""Not the worker."""
import os

os._exit(0)
