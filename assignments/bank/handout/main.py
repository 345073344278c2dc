"""`python3 main.py COMMAND …`: accounts in the file `accounts.csv`, a line `owner,balance` each.

    add OWNER           opens an account
    deposit OWNER       asks how much, and puts it in
    list                shows all accounts, by owner

Any fault is one line on standard error, and exit status 1.
"""

raise NotImplementedError("main.py")
