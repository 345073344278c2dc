"""Where drawn examples get their chances from.

Hypothesis draws only the seed of a generator; what is made of it is plain Python, which is ten
times as fast as drawing every number, and as repeatable.
"""

from random import Random

from hypothesis import strategies as st

generators: st.SearchStrategy[Random] = st.integers(0, 2**32).map(Random)
