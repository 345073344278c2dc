"""`python3 top.py N`: the N most frequent words of what is typed, a line `word count` each.

Words of the same number are in the order of the alphabet. Without a number, or with something else,
the usage is one line on standard error, and the exit status is 2.
"""

raise NotImplementedError("top.py")
