"""`python3 main.py COMMAND …`: accounts in the file `accounts.csv`, a line `owner,balance` each.

    add OWNER           opens an account, which holds 0
    deposit OWNER       asks how much, in words of your own, and puts it in
    list                prints all accounts, a line `owner: balance` each, sorted by owner

Without the file there are no accounts. It is UTF-8 text; blank lines are skipped, and the last line
may lack its line end. Owners have no commas, quotes or line breaks in them, blanks belong to them,
`Ann` is not `ann`, and they are sorted as Python's `sorted` does. Balances are exact: 0.1 and 0.2
make 0.3, or 0.30.

Any fault is one line on standard error and exit status 1, and leaves the accounts as they were: an
unknown command, too few or too many arguments, an owner who already has an account, or has none,
an amount that is not a number above 0, or no amount at all.
"""

raise NotImplementedError("main.py")
