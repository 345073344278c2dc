"""`python3 top.py N`: the N most frequent words of what is typed, a line `word count` each.

Words are those of `tally`; where there are fewer than N, they are all printed. Words of the same
number are in the order of the alphabet, that of Python's `sorted`. N is 0 or more, in digits. With
anything else, or nothing, the usage is one line on standard error, and the exit status is 2.
"""

raise NotImplementedError("top.py")
